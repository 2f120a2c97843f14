// Messages between the ranks of an MPI program: bytes with a tag. Sent and received by each rank's main thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "experiments/run/in_order.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/report.hpp"

namespace sapper::experiments::mpi {

using Words = std::vector<std::uint64_t>;

// The first rank sends task, abandon and end; it receives result, failure, signal and bye.
enum class MessageTag : int { task = 1, result, failure, signal, abandon, end, bye };

struct Message {
  std::size_t rank = 0;  // that sent it
  MessageTag tag = MessageTag::bye;
  std::string bytes;
};

void send(std::size_t rank, MessageTag tag, const std::string& bytes = {});
// The next message that has arrived, if any.
std::optional<Message> receive();
// Sends from the first rank to all others, whose `text` receives it.
void broadcast(std::string& text);

// The pause between polls for messages: short while there are some, up to a millisecond while there are none.
class PollPause {
 public:
  void rest(bool is_busy);

 private:
  static constexpr std::chrono::microseconds kShortest{20};
  static constexpr std::chrono::microseconds kLongest{1000};
  std::chrono::microseconds length_ = kShortest;
};

std::string packed(const Words& words, std::string_view text = {});
// Removes `count` words from the front and returns them. RunError if there are fewer.
Words unpack(std::string_view& bytes, std::size_t count);

// Messages about a chunk begin with the number that the first rank gave it.
std::uint64_t take_id(std::string_view& bytes);
// Its case and games, to play it.
std::string pack_task(std::uint64_t id, const Chunk& chunk);
void unpack_task(std::string_view bytes, Chunk& chunk);
// What playing it filled in: whether it is complete, its counters, failure and records.
std::string pack_result(std::uint64_t id, const Chunk& chunk);
void unpack_result(std::string_view bytes, Chunk& chunk);

// The first rank's side of a run over ranks: chunks in the driver's order, played on this and other ranks, taken in
// order. The thread that runs it sends and receives; others play.

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
