// SPDX-License-Identifier: Apache-2.0
#include "cli/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include "models/error.h"

namespace crossroof::cli {
namespace {

namespace fs = std::filesystem;

// errno of the failed write, 0 when all is written.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

[[noreturn]] void refuse(const std::string& file, int error) {
  throw Error("--output: cannot write \"" + file + "\": " + std::strerror(error),
              ExitCode::run_failed);
}

void write_to(int file, const std::string& name, std::string_view text) {
  const int error = write_all(file, text);
  const int closing = ::close(file) == 0 ? 0 : errno;
  if (error != 0 || closing != 0) refuse(name, error != 0 ? error : closing);
}

// A device or pipe: there is nothing to rename.
void write_through(const std::string& name, std::string_view text) {
  const int file = ::open(name.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) refuse(name, errno);
  write_to(file, name, text);
}

// Where the text of an output file goes.
struct Target {
  fs::path file;         // a link is followed: it stays a link
  mode_t mode = 0666;    // of a new file
  bool through = false;  // no regular file: written as it stands
};

Target target_of(const std::string& name) {
  struct stat present {};
  if (::stat(name.c_str(), &present) != 0) return {name};
  if (S_ISDIR(present.st_mode)) refuse(name, EISDIR);
  if (::access(name.c_str(), W_OK) != 0) refuse(name, errno);
  if (!S_ISREG(present.st_mode)) return {name, 0666, true};
  std::error_code error;
  const fs::path target = fs::canonical(name, error);
  if (error) refuse(name, error.value());
  return {target, present.st_mode & 0777U};
}

std::string beside(const Target& target) {
  return target.file.string() + ".part" + std::to_string(::getpid());
}

int open_beside(const std::string& name, const Target& target) {
  const int file =
      ::open(beside(target).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, target.mode);
  if (file < 0) refuse(name, errno);
  return file;
}

void write_file(const std::string& name, std::string_view text) {
  const Target target = target_of(name);
  if (target.through) return write_through(name, text);
  const int file = open_beside(name, target);
  try {
    write_to(file, name, text);
    if (::rename(beside(target).c_str(), target.file.c_str()) != 0) refuse(name, errno);
  } catch (const Error&) {
    ::unlink(beside(target).c_str());
    throw;
  }
}

void deliver_text(const Report& report, const std::string& file) {
  for (const std::string& warning : report.warnings) complain("warning", warning);
  for (const std::string& note : report.notes) complain("note", note);
  if (!file.empty()) return write_file(file, report.text);
  const int error = write_all(STDOUT_FILENO, report.text);
  if (error == 0 || error == EPIPE) return;
  throw Error(std::string("cannot write to standard output: ") + std::strerror(error),
              ExitCode::run_failed);
}

}  // namespace

void check_writable(const std::string& file) {
  if (file.empty()) return;
  const Target target = target_of(file);
  if (target.through) return;
  ::close(open_beside(file, target));
  ::unlink(beside(target).c_str());
}

void deliver(const Report& report, const std::string& file) {
  deliver_text(report, file);
  if (report.failure) throw Error(*report.failure);
}

void complain(std::string_view kind, std::string_view message) {
  std::string text;
  while (!message.empty()) {
    const std::size_t end = std::min(message.find('\n'), message.size());
    std::string line(message.substr(0, end));
    const std::string prefix = std::string(kind) + ": ";
    if (line.rfind(prefix, 0) != 0) line.insert(0, prefix);
    text.append("crossroof: ").append(line).append("\n");
    message.remove_prefix(std::min(end + 1, message.size()));
  }
  write_all(STDERR_FILENO, text);
}

}  // namespace crossroof::cli
