// SPDX-License-Identifier: Apache-2.0
// scripts/setup on computers that are played by stand-ins for dpkg-query, apt-get, id and sudo: the
// only programs on its PATH beside a few text tools. Nothing is installed.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdlib.h>
#include <string>
#include <sys/wait.h>

#include <gtest/gtest.h>

namespace crossroof {
namespace {

namespace fs = std::filesystem;

struct Outcome {
  int exit_code;
  std::string text;  // stdout and stderr
};

class Setup : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "crossroof setup XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    fs::create_directories(folder_ / "bin");
    fs::create_directories(folder_ / "tree/scripts");
    fs::copy(fs::path(CROSSROOF_SOURCE_DIR) / "scripts/setup", folder_ / "tree/scripts/setup");
    std::ofstream(folder_ / "tree/packages.txt") << "# a comment\ncore alpha\ntest beta\n";
    for (const char* tool :
         {"bash", "cat", "dirname", "env", "grep", "mktemp", "rm", "sed", "sort", "tail"}) {
      const fs::path usual = fs::path("/usr/bin") / tool;
      fs::create_symlink(fs::exists(usual) ? usual : fs::path("/bin") / tool,
                         folder_ / "bin" / tool);
    }
    user("0");
    installed("");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void stand_in(const std::string& name, const std::string& body) {
    const fs::path path = folder_ / "bin" / name;
    std::ofstream(path) << "#!/bin/bash\n" << body << "\n";
    fs::permissions(path, fs::perms::owner_all);
  }
  void user(const std::string& id) { stand_in("id", "echo " + id); }
  void installed(const std::string& package) {
    stand_in("dpkg-query", "[ \"${!#}\" = \"" + package + "\" ] && printf installed");
  }
  // Writes down every call, except the simulations; `body` decides how each ends.
  void apt_get(const std::string& body) {
    stand_in("apt-get", "log='" + (folder_ / "calls").string() +
                            "'\n[ \"$1\" = -s ] || echo ${BY-} \"$@\" >>\"$log\"\n" + body);
  }
  std::string apt_calls() const {
    std::ifstream in(folder_ / "calls");
    return {std::istreambuf_iterator<char>(in), {}};
  }

  Outcome run(const std::string& tags) const {
    const std::string command = "cd / && env -i PATH='" + (folder_ / "bin").string() + "' '" +
                                (folder_ / "tree/scripts/setup").string() + "' " + tags + " 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    Outcome outcome{-1, ""};
    if (pipe == nullptr) return outcome;
    std::array<char, 4096> buffer{};
    while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
      outcome.text.append(buffer.data(), size);
    }
    outcome.exit_code = WEXITSTATUS(pclose(pipe));
    return outcome;
  }

 private:
  fs::path folder_;
};

const std::string kInstall = "install -y --no-install-recommends -o DPkg::Lock::Timeout=120 ";

TEST_F(Setup, IsSilentAndCallsNoAptWhenAllIsThere) {
  installed("alpha");
  apt_get("exit 1");
  const Outcome outcome = run("core");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.text, "");
  EXPECT_EQ(apt_calls(), "");
}

TEST_F(Setup, InstallsOnlyWhatIsMissingInOneCall) {
  installed("alpha");
  apt_get("exit 0");
  const Outcome outcome = run("core test");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.text, "setup: installing beta\n");
  EXPECT_EQ(apt_calls(), kInstall + "beta\n");
}

TEST_F(Setup, FetchesPackageListsWhenAptDoesNotKnowThePackage) {
  apt_get("[ \"$1\" != -s ]");
  EXPECT_EQ(run("core").exit_code, 0);
  EXPECT_EQ(apt_calls(), "update\n" + kInstall + "alpha\n");
}

TEST_F(Setup, FetchesPackageListsWhenTheArchiveHasMovedOn) {
  apt_get("[ \"$1\" != install ] || [ \"$(grep -c install \"$log\")\" = 2 ]");
  EXPECT_EQ(run("core").exit_code, 0);
  EXPECT_EQ(apt_calls(), kInstall + "alpha\nupdate\n" + kInstall + "alpha\n");
}

TEST_F(Setup, ShowsWhatAptSaidWhenItFails) {
  apt_get("echo 'E: no route to the archive'; exit 100");
  const Outcome outcome = run("core");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.text,
            "setup: installing alpha\n"
            "E: no route to the archive\n"
            "setup: apt-get could not install: alpha\n");
}

TEST_F(Setup, SaysWhichPackagesAreMissingWithoutTheRightToInstall) {
  user("1000");
  apt_get("exit 0");
  const Outcome outcome = run("core test");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.text,
            "setup: neither root nor sudo; ask an administrator for: apt-get install alpha beta\n");
  EXPECT_EQ(apt_calls(), "");
}

TEST_F(Setup, GoesThroughSudoWhenNotRoot) {
  user("1000");
  apt_get("exit 0");
  stand_in("sudo", "export BY=sudo; exec \"$@\"");
  EXPECT_EQ(run("core").exit_code, 0);
  EXPECT_EQ(apt_calls(), "sudo " + kInstall + "alpha\n");
}

TEST_F(Setup, NamesThePackagesOnASystemWithoutApt) {
  const Outcome outcome = run("core");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.text,
            "setup: this system has no apt-get (Crossroof is built on Debian 12); install by hand: "
            "alpha\n");
}

TEST_F(Setup, RefusesAnUnknownTagAndNamesTheKnownOnes) {
  const Outcome outcome = run("core cores");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.text, "setup: packages.txt has no tag 'cores', only: core test\n");
}

TEST_F(Setup, WantsAtLeastOneTag) {
  const Outcome outcome = run("");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.text, "setup: name at least one tag of packages.txt: core test\n");
}

}  // namespace
}  // namespace crossroof
