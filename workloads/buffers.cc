// SPDX-License-Identifier: Apache-2.0
#include "workloads/buffers.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "models/error.h"
#include "workloads/credits.h"
#include "workloads/streams.h"
#include "workloads/task_work.h"

namespace crossroof {
namespace {

constexpr std::size_t kOwnResults = static_cast<std::size_t>(-1);

class Fit {
 public:
  Fit(const Network& net, const RramChip& chip, Mapping& mapping)
      : net_(net), chip_(chip), m_(mapping), by_layer_(index_streams(mapping)) {
    for (Stream& s : m_.streams) {
      fill_window(s);
      fill_credits(chip_.stage_slots, s);
    }
    stale_.assign(m_.layers.size(), true);
    forks_.resize(m_.layers.size());
    refresh_delays();
    for (std::size_t l = 0; l < m_.layers.size(); ++l) {
      for (std::size_t t = 0; t < m_.layers[l].tasks.size(); ++t) {
        const Task& task = m_.layers[l].tasks[t];
        Core& core = cores_[{task.chip, task.phase, static_cast<std::size_t>(task.core)}];
        core.tasks.emplace_back(l, t);
      }
    }
  }

  void run() {
    for (bool settled = false; !settled;) {
      settled = !refresh_delays();
      for (auto& [key, core] : cores_) {
        const CoreId id = CoreId(std::get<2>(key));
        while (!fits(core, id)) {
          settled = false;
          relieve(core, id);
        }
      }
    }
    bring_back();
    regrow();
    for (const Stream& stream : m_.streams) note(stream);
  }

 private:
  // Recomputes the delays that halved chunks have made stale; whether there were any. Between two
  // refreshes a stale delay is its old one in messages of the new length.
  bool refresh_delays() {
    bool any = false;
    for (std::size_t l = 0; l < stale_.size(); ++l) {
      if (!stale_[l]) continue;
      any = true;
      stale_[l] = false;
      forks_[l] = find_meetings(by_layer_, layer_id(l), m_);
    }
    if (any) {
      fill_delays(forks_, m_);
      for (Stream& s : m_.streams) fill_credits(chip_.stage_slots, s);
    }
    return any;
  }

  struct Core {
    std::vector<std::pair<std::size_t, std::size_t>> tasks;  // layer, task
  };
  struct Part {
    std::size_t layer, task;
    std::size_t stream;  // or kOwnResults
    std::int64_t bits;
  };

  std::int64_t message_positions(const Stream& s) const {
    return s.kind == StreamKind::partial ? m_.layer(s.producer).plan.length
                                         : producer_plan(m_, s).length;
  }

  void parts_of(std::size_t l, std::size_t t, std::vector<Part>& parts) const {
    const Task& task = m_.layers[l].tasks[t];
    const Layer& layer = net_.layers[l];
    for (const std::size_t i : by_layer_.in[l]) {
      const Stream& s = m_.streams[i];
      std::int64_t width = 0;  // bits of one position
      if (s.kind == StreamKind::partial) {
        width = checked_mul(checked_mul(task.remote, task.held.columns),
                            chip_.kind(task.core).accumulator_bits);
      } else {
        if (s.gate == Gate::s5_operands && task.role == Role::partial) continue;
        for (const Span& c : channels_received(layer, m_.layers[l], task, s)) {
          width = checked_add(width, checked_mul(c.length(), stream_bits(m_, s)));
        }
      }
      if (width == 0) continue;
      parts.push_back({l, t, i, checked_mul(s.credits, checked_mul(message_positions(s), width))});
    }
    const Bits results = task.work.l1_write_mac + task.work.l1_write_simd;
    if (task.positions > 0) {
      const std::int64_t per_chunk =
          ceil_div(checked_mul(results.count(), std::min(m_.layers[l].plan.length, task.positions)),
                   task.positions);
      parts.push_back({l, t, kOwnResults, checked_mul(chip_.stage_slots, per_chunk)});
    }
  }

  bool fits(Core& core, CoreId id) {
    std::int64_t sum = 0;
    parts_.clear();
    for (const auto& [l, t] : core.tasks) {
      const std::size_t first = parts_.size();
      parts_of(l, t, parts_);
      std::int64_t own = 0;
      for (std::size_t i = first; i < parts_.size(); ++i) own = checked_add(own, parts_[i].bits);
      m_.layers[l].tasks[t].buffers = Bits(own);
      sum = checked_add(sum, own);
    }
    need_ = sum;
    return sum <= chip_.kind(id).l1.capacity.count();
  }

  // One remedy, in the order the header states.
  void relieve(const Core& core, CoreId id) {
    const std::int64_t half = chip_.kind(id).l1.capacity.count() / 2;
    if (drop_slack() || leave(half) || halve_largest() || leave(0)) return;
    refuse(core, id);
  }

  bool drop_slack() {
    const Part* largest = nullptr;
    for (const Part& p : parts_) {
      if (p.stream == kOwnResults || m_.streams[p.stream].slack == 0) continue;
      if (largest == nullptr || p.bits > largest->bits) largest = &p;
    }
    if (largest == nullptr) return false;
    Stream& s = m_.streams[largest->stream];
    s.slack = 0;
    s.skip_limited = true;
    fill_credits(chip_.stage_slots, s);
    return true;
  }

  // The tensor whose chunks take most of this core: -1-i for network input i.
  bool halve_largest() {
    std::map<std::int64_t, std::int64_t> by_tensor;
    for (const Part& p : parts_) {
      // The window of a whole map is as large in small messages.
      if (p.stream != kOwnResults && m_.streams[p.stream].need == Need::whole &&
          !m_.streams[p.stream].piecewise) {
        continue;
      }
      const std::int64_t tensor = tensor_of(p);
      const ChunkPlan& chunks = plan(tensor);
      if (chunks.length > 1 && chunks.count() <= kMaxChunks / 2) by_tensor[tensor] += p.bits;
    }
    if (by_tensor.empty()) return false;
    const auto largest =
        std::max_element(by_tensor.begin(), by_tensor.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (largest->second == 0) return false;
    ChunkPlan& p = plan(largest->first);
    const std::int64_t before = p.length;
    p.length = ceil_div(p.length, 2);
    replan(largest->first, before);
    return true;
  }

  std::int64_t tensor_of(const Part& p) const {
    if (p.stream == kOwnResults) return static_cast<std::int64_t>(p.layer);
    const Stream& s = m_.streams[p.stream];
    if (s.producer == LayerId::network_input) return -1 - s.input;
    return static_cast<std::int64_t>(index(s.producer));
  }

  ChunkPlan& plan(std::int64_t tensor) {
    if (tensor < 0) return m_.input_plans[static_cast<std::size_t>(-1 - tensor)];
    return m_.layers[static_cast<std::size_t>(tensor)].plan;
  }

  void replan(std::int64_t tensor, std::int64_t length_before) {
    for (Stream& s : m_.streams) {
      const bool from = s.producer == LayerId::network_input
                            ? tensor == -1 - s.input
                            : tensor == static_cast<std::int64_t>(index(s.producer));
      const bool to = tensor == static_cast<std::int64_t>(index(s.consumer));
      if (!from && !to) continue;
      fill_needs(net_, m_, s);
      fill_window(s);
      if (from) s.delay = ceil_div(checked_mul(s.delay, length_before), plan(tensor).length);
      fill_credits(chip_.stage_slots, s);
    }
    if (tensor >= 0) {
      const auto t = static_cast<std::size_t>(tensor);
      LayerMapping& layer = m_.layers[t];
      for (Task& task : layer.tasks) {
        task.positions = layer.plan.replica_positions(task.replica);
      }
      fill_task_work(net_, chip_, options(), LayerId(static_cast<std::int32_t>(tensor)), m_.layers);
      for (std::size_t l = 0; l <= t; ++l) {
        if (forks_[l].last >= t && forks_[l].last > l) stale_[l] = true;
      }
    }
  }

  MappingOptions options() const {
    MappingOptions o;
    o.mode = m_.mode;
    o.reuse = m_.reuse;
    return o;
  }

  // Bits a part keeps whatever the chunks, were its stream not spilled or piecewise.
  std::int64_t lasting(const Part& p) const {
    const Stream& s = m_.streams[p.stream];
    const std::int64_t each = p.bits / std::max<std::int64_t>(1, s.credits);
    if (s.reconvergent && !s.spilled && s.delay > s.window) return checked_mul(s.delay, each);
    return s.need == Need::whole ? checked_mul(s.window, each) : 0;
  }

  // Takes the largest stream out of L1 whose lasting bits exceed `more_than`; at 0, any stream:
  // skips first, then what is read once, windows last.
  bool leave(std::int64_t more_than) {
    const auto rank = [this](const Part& p) {
      const Stream& s = m_.streams[p.stream];
      const int kind = s.reconvergent && !s.spilled && s.delay > s.window ? 2
                       : read_once(s)                                     ? 1
                                                                          : 0;
      return std::pair(kind, p.bits);
    };
    const Part* best = nullptr;
    for (const Part& p : parts_) {
      if (p.stream == kOwnResults) continue;
      const Stream& s = m_.streams[p.stream];
      if (s.piecewise || s.kind == StreamKind::partial || s.recurrent) continue;
      if (more_than > 0 && lasting(p) <= more_than) continue;
      if (best == nullptr || rank(p) > rank(*best)) best = &p;
    }
    if (best == nullptr) return false;
    Stream& s = m_.streams[best->stream];
    const bool skip = rank(*best).first == 2 && !chip_.memory.empty();
    if (!skip && chip_.memory.empty()) return false;
    (skip ? s.spilled : s.piecewise) = true;
    fill_credits(chip_.stage_slots, s);
    return true;
  }

  // A remedy may have become needless by later ones.
  void bring_back() {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < m_.streams.size(); ++i) {
      if (m_.streams[i].spilled || m_.streams[i].piecewise) left.push_back(i);
    }
    const auto size = [this](std::size_t i) {
      const Stream& s = m_.streams[i];
      return std::max(s.window, s.reconvergent ? s.delay : 0) * message_positions(s);
    };
    std::stable_sort(left.begin(), left.end(),
                     [&](std::size_t a, std::size_t b) { return size(a) < size(b); });
    for (const std::size_t i : left) {
      Stream& s = m_.streams[i];
      const Stream before = s;
      if (s.piecewise) {
        s.piecewise = false;
      } else {
        s.spilled = false;
      }
      fill_credits(chip_.stage_slots, s);
      if (holds(s.consumer)) continue;
      s.piecewise = before.piecewise;
      s.spilled = before.spilled;
      s.credits = before.credits;
      holds(s.consumer);  // restores the sizes of its tasks
    }
  }

  // A window read piecewise is read once for every chunk: the longer the chunks, the better.
  void regrow() {
    for (std::size_t l = 0; l < m_.layers.size(); ++l) {
      const bool reads_piecewise =
          std::any_of(by_layer_.in[l].begin(), by_layer_.in[l].end(), [this](std::size_t i) {
            return m_.streams[i].piecewise && m_.streams[i].need == Need::window;
          });
      if (!reads_piecewise) continue;
      ChunkPlan& p = m_.layers[l].plan;
      const std::int64_t most = default_plan(p.positions, p.width, p.replicas).length;
      while (p.length < most) {
        const std::int64_t before = p.length;
        std::int64_t longer = most;  // the length it was halved from
        while (ceil_div(longer, 2) > before) longer = ceil_div(longer, 2);
        set_length(l, longer);
        if (all_hold()) continue;
        set_length(l, before);
        all_hold();  // restores the sizes
        break;
      }
    }
  }

  void set_length(std::size_t layer, std::int64_t length) {
    ChunkPlan& p = m_.layers[layer].plan;
    const std::int64_t before = p.length;
    p.length = length;
    replan(static_cast<std::int64_t>(layer), before);
    refresh_delays();
  }

  bool all_hold() {
    bool all = true;
    for (auto& [key, core] : cores_) all = fits(core, CoreId(std::get<2>(key))) && all;
    return all;
  }

  // Whether every core with a task of the layer holds its tasks.
  bool holds(LayerId layer) {
    bool all = true;
    for (const Task& t : m_.layer(layer).tasks) {
      all = fits(cores_.at({t.chip, t.phase, static_cast<std::size_t>(t.core)}), t.core) && all;
    }
    return all;
  }

  void note(const Stream& s) {
    if (!s.spilled && !s.piecewise) return;
    const std::string from = s.producer == LayerId::network_input
                                 ? net_.inputs[static_cast<std::size_t>(s.input)].name
                                 : net_.layers[index(s.producer)].name;
    m_.notes.push_back("stream '" + from + "' -> '" + net_.layers[index(s.consumer)].name +
                       (s.piecewise ? "' does not fit in L1: read from memory at every use"
                                    : "' has to wait longer than fits in L1: waits in memory"));
  }

  // Whether every message is needed by one chunk only.
  bool read_once(const Stream& s) const {
    if (s.need == Need::same) return true;
    if (net_.layers[index(s.consumer)].kind == LayerKind::move) return true;
    return s.need == Need::whole && m_.layer(s.consumer).plan.count() == 1;
  }

  [[noreturn]] void refuse(const Core& core, CoreId id) const {
    std::string names;
    for (const auto& [l, t] : core.tasks) {
      if (names.find("'" + net_.layers[l].name + "'") != std::string::npos) continue;
      names += (names.empty() ? "'" : ", '") + net_.layers[l].name + "'";
    }
    const bool serial = m_.mode == RunMode::layer_serial;
    throw Error("L1 of core " + std::to_string(static_cast<std::size_t>(id)) + " holds " +
                std::to_string(chip_.kind(id).l1.capacity.count() / 8) + " bytes, but layers " +
                names + " need " + std::to_string(ceil_div(need_, 8)) +
                " bytes there even with chunks of one position; expected a larger L1" +
                (serial ? " or fewer crossbars per core"
                        : ", fewer crossbars per core, or --mode layer-serial"));
  }

  const Network& net_;
  const RramChip& chip_;
  Mapping& m_;
  StreamIndex by_layer_;
  std::vector<Fork> forks_;  // by layer
  std::vector<bool> stale_;  // forks to be looked at again
  std::map<std::tuple<std::int64_t, std::int64_t, std::size_t>, Core> cores_;
  std::vector<Part> parts_;
  std::int64_t need_ = 0;
};

}  // namespace

void fit_buffers(const Network& net, const RramChip& chip, Mapping& mapping) {
  Fit(net, chip, mapping).run();
}

}  // namespace crossroof
