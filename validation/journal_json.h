// SPDX-License-Identifier: Apache-2.0
// A file that keeps what was simulated, so that a run can go on where it was stopped: a header line
// with the program's version and a digest of everything simulation depends on, then one line of
// JSON per case, in the order they finished. Estimates are not kept: they are made anew. A line is written at once and in full; one that is
// torn all the same (the machine went down) can only be the last, and is dropped.
#ifndef CROSSROOF_VALIDATION_JOURNAL_JSON_H_
#define CROSSROOF_VALIDATION_JOURNAL_JSON_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "validation/simulated_case.h"

namespace crossroof::validation {

struct JournalHead {
  std::string version, digest;
  std::size_t cases = 0;
};

class Journal {
 public:
  // Opens `file` or makes it. Throws Error (exit code 3) when it is no journal, or one of another
  // version or other arguments; (exit code 1) when it cannot be written.
  Journal(const std::string& file, const JournalHead& head);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const std::map<std::size_t, SimulatedCase>& finished() const { return finished_; }
  // What was lost at the end of the file; empty: nothing.
  const std::string& torn() const { return torn_; }

  void append(std::size_t number, const SimulatedCase& simulated);

 private:
  void read(const std::string& text, const JournalHead& head);
  void read_head(const std::string& line, const JournalHead& head) const;
  bool read_case(const std::string& line, std::size_t cases);
  void write(const std::string& line);

  std::string file_;
  int opened_ = -1;
  std::map<std::size_t, SimulatedCase> finished_;
  std::string torn_;
};

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_JOURNAL_JSON_H_
