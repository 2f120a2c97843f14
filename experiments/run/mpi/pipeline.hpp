// The first rank's side of a run over ranks: chunks in the driver's order, played on this and other ranks, taken in
// order. The thread that runs it sends and receives; others play.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "experiments/run/in_order.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/mpi/messages.hpp"

namespace sapper::experiments::mpi {

class Pipeline {
 public:
  // threads: of each rank. The stages' items are chunks. A signal that another rank receives is passed to
  // `interruption`.
  Pipeline(const std::vector<std::size_t>& threads, std::size_t in_flight, const MapStages& stages,
           Interruption& interruption);

  // threads: of this rank. Throws RunError if a rank fails, and whatever a stage throws.
  void run(std::size_t threads);

 private:
  struct Peer {
    std::size_t max_ahead;
    std::unordered_map<std::uint64_t, PendingItems::Entry*> chunks;  // assigned to it, by id
  };

  void play_here(std::size_t threads);
  // The thread that communicates calls the others, and it alone uses peers_.
  void communicate();
  void take_message(const Message& message);
  void take_result(std::size_t rank, std::string_view bytes);
  bool hand_out();
  void drop_what_is_out();
  bool has_all_back();

  const MapStages& stages_;
  Interruption& interruption_;
  PendingItems line_;
  std::vector<Peer> peers_;  // [rank]
  std::uint64_t next_id_ = 0;
};

}  // namespace sapper::experiments::mpi
