// SPDX-License-Identifier: Apache-2.0
#include "sim/noc_meter.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace crossroof::sim {
namespace {

constexpr std::size_t kFewest = 10;      // batches
constexpr std::size_t kSubBatches = 10;  // of a batch, at most
constexpr double kSignificant = 1.645;   // standard errors of a correlation, 95 % one-sided
constexpr double kMostCorrelation = 0.95;

// The 97.5 % point of Student's t: Cornish and Fisher's series about the normal one, within 0.1 %
// from 9 degrees of freedom on.
double student(double degrees) {
  const double z = 1.959963984540054, cube = z * z * z;
  return z + (cube + z) / (4 * degrees) +
         (5 * cube * z * z + 16 * cube + 3 * z) / (96 * degrees * degrees);
}

// Of neighbours in a series: the sum of products over that of squares.
double lag_one(const std::vector<double>& series, std::size_t begin, std::size_t end) {
  double mean = 0, products = 0, squares = 0;
  for (std::size_t i = begin; i < end; ++i) mean += series[i];
  mean /= static_cast<double>(end - begin);
  for (std::size_t i = begin; i < end; ++i) {
    const double off = series[i] - mean;
    squares += off * off;
    if (i > begin) products += (series[i - 1] - mean) * off;
  }
  return squares > 0 ? products / squares : 0;
}

// Free of its bias of -1/n by the jackknife over both halves.
double correlation_of(const std::vector<double>& series) {
  const std::size_t n = series.size(), half = n / 2;
  return 2 * lag_one(series, 0, n) - (lag_one(series, 0, half) + lag_one(series, half, n)) / 2;
}

// Of batches that join `q` neighbours of a series whose correlations are r, r^2, r^3, ...
double joined_correlation(double r, double q) {
  if (r <= 0) return 0;
  r = std::min(r, kMostCorrelation);
  const double rest = 1 - std::pow(r, q);
  return std::min(kMostCorrelation, r * rest * rest / (q * (1 - r * r) - 2 * r * rest));
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

std::vector<double> NocMeter::batch_means(const Span& span, std::size_t length) {
  std::vector<double> means;
  // A shorter last batch would weigh too much.
  for (std::size_t start = span.first; start + length <= span.first + span.count; start += length) {
    double sum = 0;
    std::uint64_t packets = 0;
    for (std::size_t p = start; p < start + length; ++p) {
      sum += at(p).latency;
      packets += at(p).finished;
    }
    if (packets > 0) means.push_back(sum / static_cast<double>(packets));
  }
  return means;
}

NocMeter::Estimate NocMeter::estimate(std::size_t first, std::size_t count) {
  assert(count >= kFewest);
  Estimate all;
  for (std::size_t p = first; p < first + count; ++p) {
    all.latency += at(p).latency;
    all.network_latency += at(p).network_latency;
    all.packets += at(p).finished;
  }
  if (all.packets == 0) return all;
  all.latency /= static_cast<double>(all.packets);
  all.network_latency /= static_cast<double>(all.packets);
  const std::size_t length = count / kFewest > 1 ? count / (2 * kFewest) + 1 : 1;
  const std::vector<double> means = batch_means({first, count}, length);
  const auto batches = static_cast<double>(means.size());
  if (means.size() < 2) return all;
  const std::size_t shorter = std::max<std::size_t>(1, length / kSubBatches);
  const std::vector<double> parts = batch_means({first, count}, shorter);
  const double r = correlation_of(parts);
  if (r * std::sqrt(static_cast<double>(parts.size())) > kSignificant) {
    all.correlation =
        joined_correlation(r, static_cast<double>(length) / static_cast<double>(shorter));
  }
  double squares = 0;
  for (const double mean : means) squares += (mean - all.latency) * (mean - all.latency);
  const double relative =
      student(batches - 1) *
      std::sqrt(squares / (batches - 1) / batches * (1 + all.correlation) / (1 - all.correlation)) /
      all.latency;
  all.half_width = all.latency * std::expm1(relative);
  return all;
}

}  // namespace crossroof::sim
