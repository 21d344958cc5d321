// SPDX-License-Identifier: Apache-2.0
// Carries messages as packets: from a core or memory controller over the NoC, between chips over
// their links, to a core or controller (docs/simulator.md). A message is cut into packets of at
// most `payload_flits`; one packet of a feed is at its first server (injection port or controller)
// at a time, so feeds that share one take turns. Packets cut through: a controller and the ports
// work on a packet at the same time. With shared DMA every packet is also read from the L1 it
// leaves (one packet ahead) and written into the L1 it reaches.
#ifndef CROSSROOF_SIM_TRANSPORT_H_
#define CROSSROOF_SIM_TRANSPORT_H_

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <systemc>

#include "sim/channel.h"
#include "sim/credits.h"
#include "sim/module.h"
#include "sim/ports.h"
#include "sim/rate_server.h"
#include "sim/simulate.h"
#include "sim/slab.h"
#include "sim/tick_queue.h"

namespace crossroof::sim {

class Transport : public Module,
                  public TransportPort,
                  public NocClientPort,
                  public MemoryClientPort,
                  public ClientPort {
 public:
  Transport(const sc_core::sc_module_name& name, const RramChip& chip, const Program& program,
            const SimOptions& options, std::vector<Channel> channels, Supervisor& supervisor);

  // By chip, by chip, by core of the run; of cores with shared DMA, else unbound.
  std::vector<NocPort*> nocs;
  std::vector<MemoryPort*> memories;
  std::vector<CorePort*> cores;
  std::vector<L1Port*> l1s;  // null: dedicated DMA
  sc_core::sc_port<ProgressPort> out_progress;

  void start_phase(std::int64_t phase);
  // Messages that the phase stores in memory, of all images.
  std::int64_t stores_of(std::int64_t phase) const;

  bool may_send(ChannelId channel, std::int64_t ordinal) override;
  void send(ChannelId channel, std::int32_t entry, std::int64_t image) override;
  void release(InletId inlet, std::int64_t base) override;
  void leaving(std::uint64_t packet, Tick tail) override;
  void arriving(std::uint64_t packet, Tick head, Tick tail, Tick now) override;
  void crossing(std::uint64_t packet, LinkId link, Tick start, Tick end) override;
  void served(std::uint32_t packet, Tick start, Tick end, Tick latency) override;
  void done(std::uint64_t ticket, Tick served) override;  // an L1 access of a packet

  const std::vector<Channel>& channels() const { return channels_; }
  const SimCounts& counts() const { return counts_; }
  // Time of every message at its slowest server, latencies included, one after the other.
  double services() const { return services_; }
  const std::vector<std::vector<RateServer>>& chip_links() const { return links_out_; }

 private:
  struct Message {
    std::uint32_t channel = 0;
    std::int32_t entry = 0;
    std::int64_t image = 0;
    std::int64_t bits = 0, packets = 0;   // packets that have not landed
    std::int64_t first_user = 0;          // chunk of an image, of those with shared DMA
    std::uint32_t next = Channel::kNone;  // of the channel
    bool left = false, landed = false;
  };
  struct PacketState {
    std::uint32_t message = 0, channel = 0;
    std::uint32_t flits = 0;
    std::int64_t bits = 0;
    bool second_chip = false, reading = false;
    Tick head = 0, tail = 0;  // at the last port
  };
  enum class PortKind { injection, ejection, controller, link, chip_link };
  enum class Kind : std::uint8_t {
    inject,
    first_done,
    write_memory,
    reach_core,
    gateway,
    cross,
    land
  };
  // At one tick by channel, then kind: never by who was first to say so.
  struct Due {
    Tick time = 0;
    std::uint32_t channel = 0;
    Kind kind = Kind::inject;
    std::uint32_t packet = 0;  // but for first_done
    std::uint64_t sequence = 0;
  };
  struct Before {
    bool operator()(const Due& a, const Due& b) const {
      if (a.time != b.time) return a.time < b.time;
      if (a.channel != b.channel) return a.channel < b.channel;
      return a.kind != b.kind ? a.kind < b.kind : a.sequence < b.sequence;
    }
  };

  void work() override;
  void handle(const Due& due);
  void at(Tick time, Kind kind, std::uint32_t channel, std::uint32_t packet = 0);
  void at_packet(Tick time, Kind kind, std::uint32_t packet) {
    at(time, kind, packets_[packet].channel, packet);
  }
  void issue(std::uint32_t channel);
  void start_message(std::uint32_t channel);
  std::uint32_t next_packet(Channel& channel, std::uint32_t number);
  void offer(std::uint32_t channel);
  void fetch(std::uint32_t channel);
  void inject(std::uint32_t packet);
  void first_done(std::uint32_t channel);
  void reach_core(std::uint32_t packet);
  void leave_chip(std::uint32_t packet);
  void cross(std::uint32_t packet);
  void land(std::uint32_t packet);
  void message_landed(std::uint32_t message);
  void wake_all();
  // Of a message: its number in the list of the feed and that of the feed among those that cross,
  // modulo the links.
  std::size_t chip_link(const PacketState& p) const;
  NodeId gateway(const PacketState& p) const {
    return NodeId(chip_.cores.size() + chip_.memory.size() + chip_link(p));
  }
  bool shared_dma(const ChannelEnd& end) const { return !end.memory && l1s[end.core] != nullptr; }
  std::int64_t ordinal(const Channel& c, const Message& m) const;
  void dma(std::uint32_t packet, bool write);
  std::int64_t first_user(const Channel& c, std::int32_t entry) const;
  // What a port, a link of the NoC or a chip link (`number`) did for a packet.
  void span(std::uint32_t packet, PortKind port, Tick start, Tick end, std::size_t number = 0);
  std::string track_name(PortKind port, const ChannelEnd& end, std::size_t number) const;
  std::int64_t bits_of(const Channel& c, std::int32_t entry) const;
  std::int64_t packet_bits(const Channel& c) const;

  const RramChip& chip_;
  const Program& program_;
  std::int64_t batch_;
  std::vector<Channel> channels_;
  std::vector<std::int32_t> weights_left_;  // by task: parts of its weights on their way
  CreditBoard credits_;
  TensorBoard tensors_;
  Slab<Message> messages_;
  Slab<PacketState> packets_;
  TickQueue<Due, Before> due_;
  std::uint64_t sequence_ = 0;
  bool working_ = false;
  std::vector<ChannelId> woken_, waking_;
  std::vector<std::vector<RateServer>> links_out_, links_in_;  // by chip, link
  bool flow_;
  std::int64_t flit_bits_;
  Tick cycle_;
  SimCounts counts_;
  // Announced so far: by chip, kind and number of the node or link.
  std::map<std::tuple<std::int64_t, PortKind, std::size_t>, TrackId> tracks_;
  double services_ = 0;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_TRANSPORT_H_
