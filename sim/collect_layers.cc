// SPDX-License-Identifier: Apache-2.0
#include "sim/collect_layers.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "sim/slope.h"

namespace crossroof::sim {
namespace {

// A server as a layer sees it.
enum class Server { core, task, controller, chip_link };
using ServerKey = std::tuple<Server, std::int64_t, std::size_t>;  // chip of the last two, number

struct ServerUse {
  Tick busy = 0;
  StageUse busiest;  // task
};

class LayerCollector {
 public:
  LayerCollector(const Program& program, double batch, Tick cycle, const Chip& run)
      : program_(program), batch_(batch), cycle_(cycle), run_(run) {
    for (const CoreTask& t : program.tasks) {
      layers_.resize(std::max(layers_.size(), index(t.layer) + 1));
    }
    read_.resize(program.tasks.size());
    write_.resize(program.tasks.size());
  }

  void run(SimResult& result) {
    result.layers.resize(layers_.size());
    for (std::size_t l = 0; l < layers_.size(); ++l) result.layers[l].layer = layer_id(l);
    channels();
    for (std::size_t c = 0; c < run_.cores().size(); ++c) {
      for (const CoreModule::Task& t : run_.cores()[c].control->tasks()) task(c, t, result);
    }
    for (std::size_t l = 0; l < layers_.size(); ++l) finish(layers_[l], result.layers[l]);
  }

 private:
  struct LayerSums {
    PerStage<std::map<ServerKey, ServerUse>> servers;
    PerStage<std::int64_t> chunks{};
    std::vector<std::vector<Tick>> image_ends;
  };

  // Ports by task; controllers and chip links at once.
  void channels() {
    for (const Channel& c : run_.transport().channels()) {
      const Tick busy = c.flits * cycle_;
      if (!c.to.memory) read_[c.to.task] += busy;
      if (!c.from.memory) write_[c.from.task] += busy;
      const std::uint32_t at = c.to.memory ? c.from.task : c.to.task;
      const ChannelEnd& memory = c.to.memory ? c.to : c.from;
      const Stage stage = c.to.memory ? Stage::noc_write : Stage::noc_read;
      auto& servers = layers_[index(program_.tasks[at].layer)].servers[index(stage)];
      if (memory.memory) {
        servers[{Server::controller, memory.chip, memory.controller}].busy += c.controller_busy;
      }
      for (std::size_t l = 0; l < c.link_busy.size(); ++l) {
        servers[{Server::chip_link, c.from.chip, l}].busy += c.link_busy[l];
      }
    }
  }

  static void add(LayerSums& layer, Stage stage, const ServerKey& key, const StageUse& use) {
    ServerUse& server = layer.servers[index(stage)][key];
    server.busy += use.busy;
    if (use.busy >= server.busiest.busy) server.busiest = use;
    layer.chunks[index(stage)] += use.chunks;
  }

  void task(std::size_t core, const CoreModule::Task& t, SimResult& result) {
    const CoreTask& task = t.run.task();
    LayerSums& sums = layers_[index(task.layer)];
    SimLayer& layer = result.layers[index(task.layer)];
    if (t.first != kNever) {
      const Seconds first = seconds(t.first);
      if (layer.last == Seconds() || first < layer.first) layer.first = first;
      layer.last = std::max(layer.last, seconds(t.last));
    }
    sums.image_ends.push_back(t.image_ends);
    const ServerKey at_core{Server::core, 0, core}, own{Server::task, 0, t.number};
    StageUse read;
    read.busy = read_[t.number];
    add(sums, Stage::noc_read, at_core, read);
    for (std::size_t k = 0; k < t.run.stages(); ++k) {
      StageUse use = t.run.stage(k).use;
      const std::size_t stage = t.run.stage(k).stage;
      if (stage == TaskRun::kEmit) {
        if (!task.has[index(Stage::noc_write)]) continue;
        use.busy = write_[t.number];
        use.queued -= std::min(use.queued, use.busy + use.blocked);
        add(sums, Stage::noc_write, at_core, use);
      } else if (stage == index(Stage::mac)) {
        const CrossbarUse& x = run_.cores()[core].crossbars->server(t.crossbars).use();
        use.busy = x.busy;
        add(sums, Stage::mac, own, use);
        StageUse writing;
        writing.busy = x.writing;
        add(sums, Stage::write, own, writing);
      } else {
        add(sums, kStages[stage].stage, at_core, use);
      }
    }
  }

  void finish(const LayerSums& sums, SimLayer& layer) const {
    Seconds largest;
    for (const StageInfo& s : kStages) {
      SimStage& stage = layer.stages[index(s.stage)];
      for (const auto& [key, use] : sums.servers[index(s.stage)]) {
        const Seconds busy = seconds(use.busy) / batch_;
        if (busy <= stage.busy && stage.busy > Seconds()) continue;
        const StageUse& t = use.busiest;
        stage = {busy, seconds(t.queued) / batch_, seconds(t.starved) / batch_,
                 seconds(t.blocked) / batch_, 0};
      }
      stage.chunks = sums.chunks[index(s.stage)];
      if (stage.busy <= largest) continue;
      largest = stage.busy;
      layer.bottleneck = s.stage;
    }
    layer.interval = slope(ends(sums));
  }

  // An image has passed a layer when its last task is through.
  static std::vector<Seconds> ends(const LayerSums& sums) {
    std::vector<Seconds> ends;
    if (sums.image_ends.empty()) return ends;
    std::size_t images = sums.image_ends.front().size();
    for (const std::vector<Tick>& t : sums.image_ends) images = std::min(images, t.size());
    for (std::size_t image = 0; image < images; ++image) {
      Tick last = 0;
      for (const std::vector<Tick>& t : sums.image_ends) last = std::max(last, t[image]);
      ends.push_back(seconds(last));
    }
    return ends;
  }

  const Program& program_;
  double batch_;
  Tick cycle_;
  const Chip& run_;
  std::vector<Tick> read_, write_;  // by task
  std::vector<LayerSums> layers_;
};

}  // namespace

void collect_layers(const Program& program, const SimOptions& options, const RramChip& chip,
                    const Chip& run, SimResult& result) {
  LayerCollector(program, static_cast<double>(options.batch), period(chip.noc.clock), run)
      .run(result);
}

}  // namespace crossroof::sim
