// SPDX-License-Identifier: Apache-2.0
// Tables of the chip: cores, NoC, memory, published figures. Cores: models/machine_fields_core.cc.
#include "models/machine_fields.h"

#include "models/machine_checks.h"

namespace crossroof {
namespace {

constexpr double kMostCores = 65536, kMostRouters = 65536, kMostWidth = 1024;

Type index_list(std::size_t least) { return list_type(integer_type(0, kMostRouters - 1), least); }

}  // namespace

template <>
const Table& table_of<RawCoreGroup>() {
  static const Table table =
      TableOf<RawCoreGroup>("group of cores", "Consecutive cores of one kind.")
          .field("kind", &RawCoreGroup::kind, text_type(), kRequired, "a key of core_kinds")
          .field("count", &RawCoreGroup::count, integer_type(1, kMostCores), kRequired,
                 "number of cores")
          .done();
  return table;
}

template <>
const Table& table_of<RawNoc>() {
  static const Table table =
      TableOf<RawNoc>("noc", "The network on the chip: routers, links, packets.")
          .field("topology", &RawNoc::topology,
                 word_type({"mesh", "cmesh", "torus", "bus", "star", "full", "explicit"}),
                 kRequired,
                 "shape; bus: one shared link, star: one router, full: a link between any two "
                 "nodes, explicit: routers and links are listed")
          .field("width", &RawNoc::width, integer_type(1, kMostWidth), kOptional,
                 "routers in a row (mesh, cmesh, torus); near square when absent")
          .field("height", &RawNoc::height, integer_type(1, kMostWidth), kOptional,
                 "rows of routers (mesh, cmesh, torus)")
          .field("concentration", &RawNoc::concentration, integer_type(1, 64), kOptional,
                 "cores per router (cmesh, 4 when absent); the last router may have fewer")
          .field("routers", &RawNoc::routers, integer_type(1, kMostRouters), kOptional,
                 "number of routers (explicit)")
          .field("links", &RawNoc::links, list_type(index_list(2)), kOptional,
                 "directed links between routers as [from, to] (explicit)")
          .field("attach", &RawNoc::attach, index_list(1), kOptional,
                 "router of each core, in order (explicit, mesh, cmesh, torus)")
          .field("flit", &RawNoc::flit, positive_quantity_type(Dimension::size), kRequired,
                 "width of a link: one flit per cycle")
          .field("payload_flits", &RawNoc::payload_flits, integer_type(1, 65536), "16",
                 "flits of a packet that carry data, at most")
          .field("header_flits", &RawNoc::header_flits, integer_type(0, 1024), "1",
                 "flits of a packet that carry none")
          .field("router_pipeline", &RawNoc::router_pipeline, quantity_type(Dimension::time),
                 "\"1 cycle\"", "time a head flit spends in a router; cycles of the NoC clock")
          .field("interface_pipeline", &RawNoc::interface_pipeline, quantity_type(Dimension::time),
                 "\"0 cycles\"", "time a head flit spends in a network interface")
          .field("virtual_channels", &RawNoc::virtual_channels, integer_type(1, 256), "1",
                 "virtual channels of a link")
          .field("buffer_flits", &RawNoc::buffer_flits, integer_type(1, 65536), "8",
                 "flits a virtual channel buffers")
          .field("multicast", &RawNoc::multicast, boolean_type(), "false",
                 "one injected packet can go to several cores")
          .field("clock", &RawNoc::clock, positive_quantity_type(Dimension::frequency), kOptional,
                 "its clock; the digital clock when absent")
          .verify(check_noc)
          .done();
  return table;
}

template <>
const Table& table_of<RawController>() {
  static const Table table =
      TableOf<RawController>("memory controller", "A way to the memory outside.")
          .field("name", &RawController::name, text_type(), kRequired, "a word for reports")
          .field("rate", &RawController::rate, positive_quantity_type(Dimension::byte_rate),
                 kRequired, "bytes per second, or per cycle of the digital clock")
          .field("latency", &RawController::latency, quantity_type(Dimension::time), "\"0 s\"",
                 "time from request to first byte")
          .field("router", &RawController::router, integer_type(0, kMostRouters - 1), kOptional,
                 "where it attaches (mesh, cmesh, torus, explicit); 0 when absent")
          .done();
  return table;
}

template <>
const Table& table_of<RawChipLink>() {
  static const Table table =
      TableOf<RawChipLink>("chip_link", "Links to other chips of the same kind.")
          .field("rate", &RawChipLink::rate, positive_quantity_type(Dimension::byte_rate),
                 kRequired, "bytes per second of one link, each way")
          .field("latency", &RawChipLink::latency, quantity_type(Dimension::time), "\"0 s\"",
                 "time from one chip to the next")
          .field("links", &RawChipLink::links, integer_type(1, 1024), "1", "number of links")
          .done();
  return table;
}

template <>
const Table& table_of<Precision>() {
  static const Table table =
      TableOf<Precision>("precision", "Operand widths, for layers whose network names none.")
          .field("input", &Precision::input, integer_type(1, 32), "8", "bits of an input")
          .field("weight", &Precision::weight, integer_type(1, 32), "8", "bits of a weight")
          .field("output", &Precision::output, integer_type(1, 32), "8", "bits of an output")
          .done();
  return table;
}

template <>
const Table& table_of<Published>() {
  static const Table table =
      TableOf<Published>("published figure", "A number somebody published about this machine.")
          .field("quantity", &Published::quantity, text_type(), kRequired,
                 "what: peak_tops, mvm_cycles, ...")
          .field("value", &Published::value, number_type(0, 1e30), kRequired, "the number")
          .field("unit", &Published::unit, text_type(), kRequired, "its unit")
          .field("definition", &Published::definition, text_type(), kRequired,
                 "of an operation, or of what was counted")
          .field("tolerance", &Published::tolerance, number_type(0, 1), "0",
                 "relative difference within which the model must agree")
          .field("derivable", &Published::derivable, boolean_type(), kRequired,
                 "the number follows from this description")
          .field("reason", &Published::reason, text_type(), "\"\"",
                 "why it does not follow, or a remark")
          .field("source", &Published::source, text_type(), kRequired, "where it was published")
          .verify(check_published)
          .done();
  return table;
}

namespace {

void store_cores(const Type& type, const Node& node, RawCores& out) {
  if (node.type == Node::Type::number) {
    out.count = node.integer;
  } else {
    fill(type, node, out.groups);
  }
}

}  // namespace

template <>
const Table& table_of<RawMachine>() {
  static const Table table =
      TableOf<RawMachine>("machine", "A chip of RRAM crossbars.")
          .field("crossroof", &RawMachine::version, integer_type(1, kMachineFormat), kRequired,
                 "version of this file format")
          .field("kind", &RawMachine::kind, word_type({"rram"}), kRequired, "what is described")
          .field("extends", &RawMachine::extends, text_type(), kOptional,
                 "a preset, or a path relative to this file, whose values this file changes")
          .field("$schema", &RawMachine::schema, text_type(), kOptional, "for editors; not used")
          .field("name", &RawMachine::name, text_type(), kRequired, "a word for reports")
          .field("title", &RawMachine::title, text_type(), "\"\"", "one line about the machine")
          .field("source", &RawMachine::source, text_type(), "\"\"", "where the values come from")
          .field("clock", &RawMachine::clock, positive_quantity_type(Dimension::frequency),
                 kRequired, "the digital clock")
          .field("precision", &RawMachine::precision, record_type<Precision>(), "{}",
                 "operand widths")
          .field("stage_slots", &RawMachine::stage_slots, integer_type(1, 1024), "2",
                 "chunks that wait between two stages; 2: double buffering")
          .field("dynamic_products", &RawMachine::dynamic_products,
                 word_type({"simd", "crossbar-write"}), "\"simd\"",
                 "where products of two activations are computed")
          .field("core", &RawMachine::core, record_type<RawCore>(), kOptional,
                 "the core, when all are alike")
          .field("core_kinds", &RawMachine::core_kinds, map_type(record_type<RawCore>(), 1),
                 kOptional, "the kinds of cores by name, otherwise")
          .field_with(
              "cores",
              [](const Type& type, const Node& node, RawMachine& out) {
                store_cores(type, node, out.cores);
              },
              either_type({integer_type(1, kMostCores), list_type(record_type<RawCoreGroup>(), 1)}),
              kRequired, "number of cores, or how many of which kind, in order of their numbers")
          .field("noc", &RawMachine::noc, record_type<RawNoc>(), kRequired, "network on the chip")
          .field("memory", &RawMachine::memory, list_type(record_type<RawController>(), 1),
                 kRequired, "memory controllers")
          .field("chip_link", &RawMachine::chip_link, record_type<RawChipLink>(), kOptional,
                 "links to other chips")
          .field("chips", &RawMachine::chips, integer_type(1, 4096), "1",
                 "chips a network may be spread over; more than 1 needs chip_link")
          .field("published", &RawMachine::published, list_type(record_type<Published>()), "[]",
                 "published figures to compare with")
          .field("calibration", &RawMachine::calibration, record_type<RawCalibration>(), kOptional,
                 "effective rates found by simulation; written by `crossroof calibrate`")
          .verify(check_machine)
          .done();
  return table;
}

}  // namespace crossroof
