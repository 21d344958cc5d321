// SPDX-License-Identifier: Apache-2.0
#include "cli/report/simulated_run_json.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace crossroof::cli {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::optional<Seconds>& time) { return time ? Json(time->value()) : Json(); }

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

template <class T>
std::optional<T> optional_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return json.get<T>();
}

std::optional<Seconds> seconds_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return Seconds(json.get<double>());
}

// Stages without work are left out of the waits, as all their times are zero.
Json layer_json(const SimulatedLayer& layer) {
  Json stages = Json::object(), waits = Json::object();
  for (const StageInfo& info : kStages) {
    const SimulatedStage& s = layer.stages[index(info.stage)];
    const std::string key(info.key);
    if (info.stage != Stage::write || s.busy > 0) {
      stages[key] = layer.begun ? Json(s.busy) : Json();
    }
    if (s.chunks == 0 && s.busy == 0) continue;
    waits[key] = {{"queued_s", s.queued},
                  {"starved_s", s.starved},
                  {"blocked_s", s.blocked},
                  {"chunks", s.chunks}};
  }
  const std::optional<SimulatedWait> wait = mostly_waited(layer);
  return {{"name", layer.name},
          {"op", layer.op},
          {"replicas", layer.replicas},
          {"cores", layer.cores},
          {"arrays", layer.arrays},
          {"stages", std::move(stages)},
          {"interval_s", or_null(layer.interval)},
          {"bottleneck", layer.bottleneck ? Json(kStages[index(*layer.bottleneck)].key) : Json()},
          {"waited", wait ? Json(wait->what) : Json()},
          {"waited_share", wait ? Json(wait->share) : Json()},
          {"first_s", or_null(layer.first)},
          {"last_s", or_null(layer.last)},
          {"waits", std::move(waits)}};
}

SimulatedLayer layer_of(const Json& json) {
  SimulatedLayer layer;
  layer.name = json.at("name");
  layer.op = json.at("op");
  layer.replicas = json.at("replicas");
  layer.cores = json.at("cores");
  layer.arrays = json.at("arrays");
  layer.interval = optional_of<double>(json.at("interval_s"));
  layer.first = optional_of<double>(json.at("first_s"));
  layer.last = optional_of<double>(json.at("last_s"));
  layer.begun = std::none_of(json.at("stages").begin(), json.at("stages").end(),
                             [](const Json& stage) { return stage.is_null(); });
  for (const StageInfo& info : kStages) {
    const std::string key(info.key);
    SimulatedStage& stage = layer.stages[index(info.stage)];
    if (json.at("bottleneck") == key) layer.bottleneck = info.stage;
    if (layer.begun) stage.busy = json.at("stages").value(key, 0.0);
    const auto waits = json.at("waits").find(key);
    if (waits == json.at("waits").end()) continue;
    stage.queued = waits->at("queued_s");
    stage.starved = waits->at("starved_s");
    stage.blocked = waits->at("blocked_s");
    stage.chunks = waits->at("chunks");
  }
  return layer;
}

Json resource_json(const SimulatedResource& r) {
  return {{"name", r.name},
          {"kind", r.kind},
          {"chip", r.chip},
          {"number", r.number},
          {"layer", r.layer.empty() ? Json() : Json(r.layer)},
          {"replica", or_null(r.replica)},
          {"part", or_null(r.part)},
          {"busy_s", r.busy},
          {"blocked_s", r.blocked},
          {"waited_s", r.waited},
          {"services", r.services},
          {"flits", r.flits},
          {"longest_queue", r.longest_queue},
          {"conflicts", r.conflicts}};
}

SimulatedResource resource_of(const Json& json) {
  SimulatedResource r;
  r.name = json.at("name");
  r.kind = json.at("kind");
  r.chip = json.at("chip");
  r.number = json.at("number");
  r.layer = optional_of<std::string>(json.at("layer")).value_or("");
  r.replica = optional_of<std::int64_t>(json.at("replica"));
  r.part = optional_of<std::int64_t>(json.at("part"));
  r.busy = json.at("busy_s");
  r.blocked = json.at("blocked_s");
  r.waited = json.at("waited_s");
  r.services = json.at("services");
  r.flits = json.at("flits");
  r.longest_queue = json.at("longest_queue");
  r.conflicts = json.at("conflicts");
  return r;
}

Json measured_json(const sim::MeasuredRun& run) {
  return {{"images", run.images},
          {"completed", run.completed},
          {"makespan_s", run.makespan.value()},
          {"slope_s", run.slope > Seconds() ? Json(run.slope.value()) : Json()},
          {"most_images", run.most_images},
          {"events", run.events},
          {"end", word(run.end, kEnds)}};
}

sim::MeasuredRun measured_of(const Json& json) {
  sim::MeasuredRun run;
  run.images = json.at("images");
  run.completed = json.at("completed");
  run.makespan = Seconds(json.at("makespan_s").get<double>());
  run.slope = seconds_of(json.at("slope_s")).value_or(Seconds());
  run.most_images = json.at("most_images");
  run.events = json.at("events");
  run.end = choose("end", json.at("end"), kEnds);
  return run;
}

void add_measurement(const SimulatedRun& run, Json& j) {
  const sim::Measurement& m = run.measured;
  j["latency_s"] = or_null(m.latency);
  j["interval_s"] = or_null(m.interval);
  j["throughput_images_per_s"] = or_null(images_per_second(run));
  j["interval_from"] = word(m.from, kIntervalFroms);
  const bool told = m.from == sim::IntervalFrom::converged || m.from == sim::IntervalFrom::last ||
                    m.from == sim::IntervalFrom::unsettled;
  j["converged"] = told ? Json(m.from == sim::IntervalFrom::converged) : Json();
  j["interval_difference"] = or_null(m.difference);
  j["busiest_server"] = Json();
  if (run.busiest_server) {
    j["busiest_server"] = {{"name", run.busiest_server->name},
                           {"busy_per_image_s", run.busiest_server->per_image}};
  }
  j["end"] = word(m.end, kEnds);
  j["partial"] = partial(run);
  j["images"] = m.shown.batch;
  j["makespan_s"] = m.runs.empty() ? Json() : Json(m.shown.makespan.value());
  j["shown_end"] = word(m.shown.end, kEnds);
  j["most_images_in_flight"] = m.shown.most_images;
  j["events"] = m.events;
  j["cpu_s"] = run.cpu;
  j["runs"] = Json::array();
  for (const sim::MeasuredRun& r : m.runs) j["runs"].push_back(measured_json(r));
}

void read_measurement(const Json& j, SimulatedRun& run) {
  sim::Measurement& m = run.measured;
  m.latency = seconds_of(j.at("latency_s"));
  m.interval = seconds_of(j.at("interval_s"));
  m.from = choose("interval_from", j.at("interval_from"), kIntervalFroms);
  m.difference = optional_of<double>(j.at("interval_difference"));
  if (const Json& server = j.at("busiest_server"); !server.is_null()) {
    run.busiest_server = SimulatedServer{server.at("name"), server.at("busy_per_image_s")};
  }
  m.end = choose("end", j.at("end"), kEnds);
  m.shown.batch = j.at("images");
  m.shown.makespan = seconds_of(j.at("makespan_s")).value_or(Seconds());
  m.shown.end = choose("shown_end", j.at("shown_end"), kEnds);
  m.shown.most_images = j.at("most_images_in_flight");
  m.events = j.at("events");
  run.cpu = j.at("cpu_s");
  for (const Json& r : j.at("runs")) m.runs.push_back(measured_of(r));
}

}  // namespace

Json simulated_run_json(const SimulatedRun& run) {
  Json j;
  j["machine"] = run.machine;
  j["machine_name"] = run.machine_name;
  j["machine_title"] = run.title;
  add_measurement(run, j);
  j["layers"] = Json::array();
  for (const SimulatedLayer& layer : run.layers) j["layers"].push_back(layer_json(layer));
  j["resources"] = Json::array();
  for (const SimulatedResource& r : run.resources) j["resources"].push_back(resource_json(r));
  j["counts"] = Json::object();
  for (std::size_t c = 0; c < kSimulatedCounts.size(); ++c) {
    j["counts"][std::string(kSimulatedCounts[c].key)] = run.counts[c];
  }
  j["occupation"] = run.occupation;
  j["duplication_stopped"] = run.duplication_stopped;
  j["notes"] = run.notes;
  return j;
}

SimulatedRun simulated_run_of(const Json& json) {
  SimulatedRun run;
  run.machine = json.at("machine");
  run.machine_name = json.at("machine_name");
  run.title = json.at("machine_title");
  read_measurement(json, run);
  for (const Json& layer : json.at("layers")) run.layers.push_back(layer_of(layer));
  for (const Json& r : json.at("resources")) run.resources.push_back(resource_of(r));
  for (std::size_t c = 0; c < kSimulatedCounts.size(); ++c) {
    run.counts[c] = json.at("counts").at(std::string(kSimulatedCounts[c].key));
  }
  run.occupation = json.at("occupation");
  run.duplication_stopped = json.at("duplication_stopped");
  for (const Json& note : json.at("notes")) run.notes.push_back(note);
  return run;
}

}  // namespace crossroof::cli
