// SPDX-License-Identifier: Apache-2.0
// Every service of a run as a Chrome trace, which Perfetto and chrome://tracing open: a process per
// core, memory and chip, a thread per resource (more, when it serves several at once), a complete
// event ("X") per service; timestamps in microseconds, exact to the femtosecond. Written as the run
// goes; the file is a complete document once the object is gone, however the run ended.
// Source: Google, "Trace Event Format".
#ifndef CROSSROOF_CLI_TRACE_FILE_H_
#define CROSSROOF_CLI_TRACE_FILE_H_

#include <string>
#include <vector>

#include "sim/trace.h"
#include "workloads/network.h"
#include "workloads/program.h"

namespace crossroof::cli {

class TraceFile : public sim::TraceSink {
 public:
  // Throws Error when the file cannot be written.
  TraceFile(std::string file, const Network& net, const Program& program);
  ~TraceFile() override;
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  void track(sim::TrackId id, const std::string& group, const std::string& name) override;
  void service(const sim::Service& service) override;
  // Completes the file; throws Error when not all of it could be written.
  void finish();

 private:
  // Services on one thread must not overlap: each goes to the first lane that is free.
  struct Lane {
    std::size_t thread = 0;
    sim::Tick end = 0;
  };
  struct Track {
    std::size_t process = 0;
    std::string name;
    std::vector<Lane> lanes;
  };

  std::size_t thread_of(const sim::Service& service);
  std::size_t new_thread(std::size_t track, std::size_t lane);
  void name_it(const char* what, std::size_t process, std::size_t thread, const std::string& name);
  void begin_event();
  void flush();

  std::string file_;
  const Network& net_;
  const Program& program_;
  int descriptor_ = -1;
  int error_ = 0;  // errno of the first write that failed
  bool first_ = true;
  std::string buffer_;
  std::vector<std::string> groups_;
  std::vector<Track> tracks_;
  std::size_t threads_ = 0;
};

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_TRACE_FILE_H_
