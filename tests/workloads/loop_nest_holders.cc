// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/loop_nest_holders.h"

namespace crossroof::oracle {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

// Marks, weight by weight, the output channels each task holds and the input channels it reads.
void mark_channels(const Layer& layer, const std::vector<Task>& tasks, LayerWalk& walk) {
  walk.columns_held.assign(tasks.size(), std::vector<bool>(at(layer.out.channels)));
  walk.channels_read.assign(tasks.size(), std::vector<bool>(at(layer.in.channels)));
  for (std::size_t replica = 0; replica < walk.task_of.size(); ++replica) {
    std::size_t weight = 0;
    for (std::int64_t channel = 0; channel < layer.in.channels; ++channel) {
      const std::int64_t group = channel / (layer.in.channels / layer.groups);
      for (std::int64_t tap = 0; tap < layer.window.taps(); ++tap) {
        for (std::int64_t m = 0; m < layer.M; ++m) {
          const std::size_t task = at(walk.task_at(replica, walk.weights.place[weight++]));
          walk.columns_held[task][at(group * layer.M + m)] = true;
          walk.channels_read[task][at(channel)] = true;
        }
      }
    }
  }
}

void claim(const Task& task, std::int64_t number, LayerWalk& walk,
           std::vector<std::string>& faults) {
  auto& holders = walk.task_of[at(task.replica)];
  const Rectangle& r = task.rectangle;
  for (std::int64_t s = r.set_begin; s < r.set_end; ++s) {
    for (std::int64_t b = r.block_begin; b < r.block_end; ++b) {
      const bool exists = s >= 0 && at(s) < holders.size() && b >= 0 && at(b) < holders[0].size();
      if (!exists) {
        faults.push_back("task " + std::to_string(number) + " holds a block that does not exist");
        continue;
      }
      std::int64_t& holder = holders[at(s)][at(b)];
      if (holder >= 0) {
        faults.push_back("tasks " + std::to_string(holder) + " and " + std::to_string(number) +
                         " hold the same block");
      }
      holder = number;
    }
  }
}

}  // namespace

std::int64_t set_of_channel(const Layer& layer, const WeightWalk& weights, std::int64_t channel) {
  std::int64_t group = 0;
  for (; channel >= layer.M; channel -= layer.M) ++group;
  return weights.place[at((group * layer.K) * layer.M + channel)].set;
}

void find_holders(const Layer& layer, const std::vector<Task>& tasks, std::size_t replicas,
                  LayerWalk& walk, std::vector<std::string>& faults) {
  const auto& blocks = walk.weights.blocks;
  walk.task_of.assign(replicas,
                      std::vector<std::vector<std::int64_t>>(
                          blocks.size(), std::vector<std::int64_t>(blocks[0].size(), -1)));
  walk.root_of.assign(replicas, std::vector<std::int64_t>(at(layer.groups * layer.M), -1));
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    if (tasks[t].replica < 0 || at(tasks[t].replica) >= replicas) {
      faults.push_back("task " + std::to_string(t) + " has a replica that does not exist");
      return;
    }
    claim(tasks[t], static_cast<std::int64_t>(t), walk, faults);
  }
  for (std::size_t replica = 0; replica < replicas; ++replica) {
    for (const Place& place : walk.weights.place) {
      if (walk.task_at(replica, place) >= 0) continue;
      faults.push_back("replica " + std::to_string(replica) + ": a weight is placed nowhere");
      return;
    }
    for (std::int64_t c = 0; c < layer.groups * layer.M; ++c) {
      walk.root_of[replica][at(c)] =
          walk.task_at(replica, {set_of_channel(layer, walk.weights, c), 0});
    }
  }
  mark_channels(layer, tasks, walk);
}

}  // namespace crossroof::oracle
