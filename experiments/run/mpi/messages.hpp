// Messages between the ranks of an MPI program: bytes with a tag. Sent and received by each rank's main thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/chunk.hpp"

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

}  // namespace sapper::experiments::mpi
