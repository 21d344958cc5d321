// SPDX-License-Identifier: Apache-2.0
#include "cli/trace_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include "models/error.h"

namespace crossroof::cli {
namespace {

constexpr std::size_t kBuffer = 1 << 18;
constexpr sim::Tick kTicksPerMicrosecond = 1'000'000'000;

// Length of the UTF-8 sequence that begins there; 0 when none does.
std::size_t sequence(const std::string& text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length == 0 || lead > 0xF4 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xC0U) != 0x80U) return 0;
  }
  const auto second = static_cast<unsigned char>(text[at + 1]);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool outside = (lead == 0xED && second >= 0xA0) || (lead == 0xF4 && second >= 0x90);
  return overlong || outside ? 0 : length;
}

// As a JSON string; names from files need not be UTF-8 and then get question marks.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 || c == 0x7F) {
      out += ' ';
    } else if (c < 0x80) {
      if (c == '"' || c == '\\') out += '\\';
      out += text[i];
    } else if (const std::size_t length = sequence(text, i); length > 0) {
      out.append(text, i, length);
      i += length;
      continue;
    } else {
      out += '?';
    }
    ++i;
  }
  return out + '"';
}

// In microseconds, all digits.
std::string time_of(sim::Tick tick) {
  std::string fraction = std::to_string(tick % kTicksPerMicrosecond);
  fraction.insert(0, 9 - fraction.size(), '0');
  fraction.erase(fraction.find_last_not_of('0') + 1);
  std::string text = std::to_string(tick / kTicksPerMicrosecond);
  return fraction.empty() ? text : text + "." + fraction;
}

}  // namespace

TraceFile::TraceFile(std::string file, const Network& net, const Program& program)
    : file_(std::move(file)), net_(net), program_(program) {
  descriptor_ = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    throw Error("--trace: cannot write \"" + file_ + "\": " + std::strerror(errno),
                ExitCode::run_failed);
  }
  buffer_ = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
}

TraceFile::~TraceFile() {
  try {
    finish();
  } catch (const Error&) {
    // the run has failed already, or finish() was called and has said so
  }
}

void TraceFile::finish() {
  if (descriptor_ < 0) return;
  buffer_ += "\n]}\n";
  flush();
  if (::close(descriptor_) != 0 && error_ == 0) error_ = errno;
  descriptor_ = -1;
  if (error_ != 0) {
    throw Error("--trace: cannot write \"" + file_ + "\": " + std::strerror(error_),
                ExitCode::run_failed);
  }
}

void TraceFile::track(sim::TrackId id, const std::string& group, const std::string& name) {
  const auto known = std::find(groups_.begin(), groups_.end(), group);
  const auto process = static_cast<std::size_t>(known - groups_.begin()) + 1;
  if (known == groups_.end()) {
    groups_.push_back(group);
    name_it("process_name", process, 0, group);
  }
  const auto number = static_cast<std::size_t>(id);
  tracks_.resize(std::max(tracks_.size(), number + 1));
  tracks_[number] = {process, name, {}};
  tracks_[number].lanes.push_back({new_thread(number, 0), 0});
}

void TraceFile::service(const sim::Service& service) {
  const std::size_t thread = thread_of(service);
  const StageInfo& stage = kStages[service.stage];
  std::string name = "transfer", arguments = "\"stream\":" + std::to_string(service.chunk);
  if (service.task != sim::kNoTask) {
    const CoreTask& task = program_.tasks[service.task];
    const auto chunks = std::max<std::int64_t>(1, static_cast<std::int64_t>(task.chunks.size()));
    const std::int64_t chunk = service.chunk % chunks;
    const std::int64_t of_layer =
        task.chunks.empty() ? chunk : task.chunks[static_cast<std::size_t>(chunk)];
    name = net_.layers[index(task.layer)].name + " " + std::string(stage.step);
    arguments = "\"image\":" + std::to_string(service.chunk / chunks) +
                ",\"chunk\":" + std::to_string(of_layer) + ",\"stage\":\"" +
                std::string(stage.key) + "\"";
  }
  begin_event();
  buffer_ += "{\"ph\":\"X\",\"name\":" + quoted(name) + ",\"ts\":" + time_of(service.start) +
             ",\"dur\":" + time_of(service.end - service.start) + ",\"pid\":" +
             std::to_string(tracks_[static_cast<std::size_t>(service.track)].process) +
             ",\"tid\":" + std::to_string(thread) + ",\"args\":{" + arguments + "}}";
  if (buffer_.size() >= kBuffer) flush();
}

std::size_t TraceFile::thread_of(const sim::Service& service) {
  const auto number = static_cast<std::size_t>(service.track);
  std::size_t lane = 0;
  std::vector<Lane>& lanes = tracks_[number].lanes;
  while (lane < lanes.size() && lanes[lane].end > service.start) ++lane;
  if (lane == lanes.size()) lanes.push_back({new_thread(number, lane), 0});
  lanes[lane].end = service.end;
  return lanes[lane].thread;
}

std::size_t TraceFile::new_thread(std::size_t track, std::size_t lane) {
  const Track& t = tracks_[track];
  const std::size_t thread = ++threads_;
  const std::string more = lane > 0 ? " (" + std::to_string(lane + 1) + ")" : "";
  name_it("thread_name", t.process, thread, t.name + more);
  return thread;
}

void TraceFile::name_it(const char* what, std::size_t process, std::size_t thread,
                        const std::string& name) {
  begin_event();
  buffer_ += "{\"ph\":\"M\",\"name\":\"" + std::string(what) +
             "\",\"pid\":" + std::to_string(process) + ",\"tid\":" + std::to_string(thread) +
             ",\"args\":{\"name\":" + quoted(name) + "}}";
}

void TraceFile::begin_event() {
  buffer_ += first_ ? "\n" : ",\n";
  first_ = false;
}

void TraceFile::flush() {
  std::size_t done = 0;
  while (error_ == 0 && done < buffer_.size()) {
    const ssize_t written = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  buffer_.clear();
}

}  // namespace crossroof::cli
