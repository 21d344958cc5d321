// SPDX-License-Identifier: Apache-2.0
#include "validation/journal_json.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <nlohmann/json.hpp>

#include "models/error.h"
#include "validation/simulated_case_json.h"

namespace crossroof::validation {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMark = "crossroof_validate";

std::string head_line(const JournalHead& head) {
  const Json j = {
      {kMark, 2}, {"version", head.version}, {"arguments", head.digest}, {"cases", head.cases}};
  return j.dump() + "\n";
}

}  // namespace

Journal::Journal(const std::string& file, const JournalHead& head) : file_(file) {
  opened_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
  const auto refuse = [&] {
    const std::string why = errno == EWOULDBLOCK ? "another run is using it" : std::strerror(errno);
    if (opened_ >= 0) ::close(opened_);
    throw Error("--resume: cannot use \"" + file + "\": " + why, ExitCode::run_failed);
  };
  if (opened_ < 0) refuse();
  struct stat about {};
  if (::fstat(opened_, &about) != 0) refuse();
  if (!S_ISREG(about.st_mode)) {
    ::close(opened_);
    throw Error("--resume: cannot use \"" + file + "\": not a regular file", ExitCode::run_failed);
  }
  // Held by this run and its workers: two runs would write every case twice.
  if (::flock(opened_, LOCK_EX | LOCK_NB) != 0) refuse();
  std::string text;
  std::array<char, 1 << 16> part{};
  ssize_t count = 0;
  while ((count = ::read(opened_, part.data(), part.size())) != 0) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse();
    text.append(part.data(), static_cast<std::size_t>(count));
  }
  try {
    read(text, head);
  } catch (...) {
    ::close(opened_);
    throw;
  }
}

Journal::~Journal() { ::close(opened_); }

void Journal::read(const std::string& text, const JournalHead& head) {
  // What comes after the last line break is torn.
  const std::size_t last_break = text.rfind('\n');
  std::size_t whole = last_break == std::string::npos ? 0 : last_break + 1;
  if (whole == 0 && !text.empty() && head_line(head).rfind(text, 0) != 0) read_head(text, head);
  std::size_t number = 0, begin = 0;
  while (begin < whole) {
    const std::size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    ++number;
    if (number == 1) {
      read_head(line, head);
    } else if (!read_case(line, head.cases)) {
      if (end + 1 < whole) {
        throw Error("--resume: " + file_ + ":" + std::to_string(number) +
                    ": not a case of this journal; expected one JSON object per line");
      }
      whole = begin;
    }
    begin = end + 1;
  }
  if (whole < text.size()) {
    torn_ = "the last line of \"" + file_ +
            "\" was torn and is dropped: " + std::to_string(text.size() - whole) + " bytes";
    if (::ftruncate(opened_, static_cast<off_t>(whole)) != 0) {
      throw Error("--resume: cannot shorten \"" + file_ + "\": " + std::strerror(errno),
                  ExitCode::run_failed);
    }
  }
  if (whole == 0) write(head_line(head));
}

void Journal::read_head(const std::string& line, const JournalHead& head) const {
  const Json j = Json::parse(line, nullptr, false);
  const auto refuse = [this](const std::string& what, const std::string& found,
                             const std::string& expected) {
    throw Error("--resume: " + file_ + ": " + what + ": found " + found + ", expected " + expected);
  };
  if (!j.is_object() || !j.contains(kMark)) {
    throw Error("--resume: " + file_ + " is not a journal of crossroof validate");
  }
  if (j[kMark] != 2) refuse(kMark, j[kMark].dump(), "2");
  if (j.value("version", Json()) != head.version) {
    refuse("version", j.value("version", Json()).dump(), "\"" + head.version + "\" (this program)");
  }
  if (j.value("arguments", Json()) != head.digest || j.value("cases", Json()) != head.cases) {
    refuse("arguments", j.value("arguments", Json()).dump(),
           "\"" + head.digest + "\": it was written with other networks, machines or options");
  }
}

// Whether the line is one.
bool Journal::read_case(const std::string& line, std::size_t cases) {
  const Json j = Json::parse(line, nullptr, false);
  if (!j.is_object() || !j.contains("case") || !j["case"].is_number_unsigned()) return false;
  const auto number = j["case"].get<std::size_t>();
  if (number >= cases || !j.contains("simulated")) return false;
  try {
    finished_[number] = simulated_of(j["simulated"]);
  } catch (const Error&) {
    return false;
  }
  return true;
}

void Journal::append(std::size_t number, const SimulatedCase& simulated) {
  Json j;
  j["case"] = number;
  j["simulated"] = simulated_json(simulated);
  write(j.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

void Journal::write(const std::string& line) {
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = ::write(opened_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      throw Error("--resume: cannot write \"" + file_ + "\": " + std::strerror(errno),
                  ExitCode::run_failed);
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace crossroof::validation
