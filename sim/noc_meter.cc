// SPDX-License-Identifier: Apache-2.0
#include "sim/noc_meter.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace crossroof::sim {
namespace {

constexpr std::size_t kFewest = 10;  // batches

// The 97.5 % point of Student's t: Cornish and Fisher's series about the normal one, within 0.1 %
// from 9 degrees of freedom on.
double student(double degrees) {
  const double z = 1.959963984540054, cube = z * z * z;
  return z + (cube + z) / (4 * degrees) +
         (5 * cube * z * z + 16 * cube + 3 * z) / (96 * degrees * degrees);
}

}  // namespace

void NocMeter::created(Cycle at_cycle) {
  ++at(static_cast<std::size_t>(at_cycle / period_)).created;
}

void NocMeter::landed(const Times& times, double correction) {
  Period& born = at(static_cast<std::size_t>(times.created / period_));
  const double latency = static_cast<double>(times.landed - times.created) + correction;
  ++born.finished;
  born.latency += latency;
  born.network_latency += static_cast<double>(times.landed - times.entered) + correction;
  Period& end = at(static_cast<std::size_t>(times.landed / period_));
  ++end.landings;
  end.landing_latency += latency;
}

std::size_t NocMeter::complete(std::size_t first, std::size_t end) {
  std::size_t index = first;
  while (index < end && at(index).created == at(index).finished) ++index;
  return index - first;
}

NocMeter::Estimate NocMeter::estimate(std::size_t first, std::size_t count) {
  assert(count >= kFewest);
  const std::size_t length = count / kFewest > 1 ? count / (2 * kFewest) + 1 : 1;
  Estimate all;
  std::vector<double> means;
  for (std::size_t start = first; start < first + count; start += length) {
    const std::size_t end = std::min(start + length, first + count);
    double sum = 0;
    std::uint64_t packets = 0;
    for (std::size_t p = start; p < end; ++p) {
      sum += at(p).latency;
      packets += at(p).finished;
      all.network_latency += at(p).network_latency;
    }
    all.latency += sum;
    all.packets += packets;
    // A shorter last batch would weigh too much.
    if (packets > 0 && end - start == length) means.push_back(sum / static_cast<double>(packets));
  }
  if (all.packets == 0) return all;
  all.latency /= static_cast<double>(all.packets);
  all.network_latency /= static_cast<double>(all.packets);
  double squares = 0;
  for (const double mean : means) squares += (mean - all.latency) * (mean - all.latency);
  const auto batches = static_cast<double>(means.size());
  if (batches > 1) {
    all.half_width = student(batches - 1) * std::sqrt(squares / (batches - 1) / batches);
  }
  return all;
}

}  // namespace crossroof::sim
