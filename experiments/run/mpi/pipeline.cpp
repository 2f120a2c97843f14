#include "experiments/run/mpi/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "experiments/run/mpi/messages.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments::mpi {

namespace {

using Clock = std::chrono::steady_clock;

// How long chunks that ranks are still playing are waited for when the run is aborted.
constexpr std::chrono::milliseconds kPatience{200};

Chunk& chunk_of(const PendingItems::Entry& entry) { return *static_cast<Chunk*>(entry.item); }

}  // namespace

Pipeline::Pipeline(const std::vector<std::size_t>& threads, std::size_t in_flight, const MapStages& stages,
                   Interruption& interruption)
    : stages_(stages), interruption_(interruption), line_(in_flight, stages) {
  for (const std::size_t count : threads) peers_.push_back({count + std::max<std::size_t>(1, count / 2), {}});
}

void Pipeline::run(std::size_t threads) {
  std::thread here([&] { play_here(threads); });
  communicate();
  here.join();
  line_.rethrow_failure();
}

void Pipeline::play_here(std::size_t threads) {
  try {
    on_threads(threads)(2 * threads, {[this] { return line_.next(); },
                                      [this](void* planned, std::size_t slot) {
                                        auto* const entry = static_cast<PendingItems::Entry*>(planned);
                                        try {
                                          stages_.play(entry->item, slot);
                                          line_.finish(*entry);
                                        } catch (...) {
                                          // It fails now: on_threads() waits for its other threads before it throws,
                                          // and they may be waiting for room behind this chunk.
                                          line_.fail();
                                        }
                                      },
                                      [](void*) {}});
  } catch (...) {
    line_.fail();
  }
}

void Pipeline::communicate() {
  PollPause pause;
  std::optional<Clock::time_point> abandoned;
  for (;;) {
    bool is_busy = false;
    try {
      while (auto message = receive()) {
        take_message(*message);
        is_busy = true;
      }
      is_busy = hand_out() || is_busy;
    } catch (...) {
      line_.fail();
    }
    const bool is_given_up = interruption_.flag() || line_.has_failed();
    if (is_given_up && !abandoned) {
      for (std::size_t rank = 1; rank < peers_.size(); ++rank) send(rank, MessageTag::abandon);
      abandoned = Clock::now();
    }
    if (has_all_back() || (abandoned && Clock::now() - *abandoned > kPatience)) break;
    pause.rest(is_busy);
  }
  drop_what_is_out();
}

void Pipeline::take_message(const Message& message) {
  std::string_view bytes = message.bytes;
  switch (message.tag) {
    case MessageTag::result:
      return take_result(message.rank, bytes);
    case MessageTag::signal:
      return interruption_.request(static_cast<int>(unpack(bytes, 1)[0]));
    case MessageTag::failure:
      throw RunError(fmt::format("rank {}: {}", message.rank, bytes));
    default:
      return;
  }
}

void Pipeline::take_result(std::size_t rank, std::string_view bytes) {
  auto& chunks = peers_[rank].chunks;
  const auto place = chunks.find(take_id(bytes));
  if (place == chunks.end()) return;
  PendingItems::Entry& entry = *place->second;
  chunks.erase(place);
  unpack_result(bytes, chunk_of(entry));
  line_.finish(entry);
}

// Whether any chunk was sent to another rank.
bool Pipeline::hand_out() {
  bool any = false;
  for (std::size_t rank = 1; rank < peers_.size(); ++rank) {
    Peer& peer = peers_[rank];
    while (peer.chunks.size() < peer.max_ahead) {
      PendingItems::Entry* const entry = line_.next_if_room();
      if (entry == nullptr) return any;
      const std::uint64_t id = next_id_++;
      peer.chunks[id] = entry;
      send(rank, MessageTag::task, pack_task(id, chunk_of(*entry)));
      any = true;
    }
  }
  return any;
}

// Chunks that ranks have not returned count as not played.
void Pipeline::drop_what_is_out() {
  line_.close();
  try {
    for (Peer& peer : peers_) {
      for (auto& [id, entry] : peer.chunks) {
        chunk_of(*entry).is_complete = false;
        chunk_of(*entry).failure = nullptr;
        line_.finish(*entry);
      }
      peer.chunks.clear();
    }
  } catch (...) {
    line_.fail();
  }
}

bool Pipeline::has_all_back() {
  return line_.is_over() &&
         std::all_of(peers_.begin(), peers_.end(), [](const Peer& peer) { return peer.chunks.empty(); });
}

}  // namespace sapper::experiments::mpi
