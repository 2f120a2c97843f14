#include "experiments/run/mpi/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "experiments/support/errors.hpp"

namespace sapper::experiments::mpi {
namespace {

using Clock = std::chrono::steady_clock;

// For chunks that ranks are still playing when the run is aborted.
constexpr std::chrono::milliseconds kPatience{200};

}  // namespace

Pipeline::Pipeline(const std::vector<std::size_t>& threads, std::size_t in_flight, const Stages& stages,
                   Interruption& interruption)
    : in_flight_(in_flight), stages_(stages), interruption_(interruption) {
  for (const std::size_t count : threads) peers_.push_back({count + std::max<std::size_t>(1, count / 2), {}});
}

void Pipeline::run(std::size_t threads) {
  std::thread here([&] { play_here(threads); });
  communicate();
  here.join();
  if (error_) std::rethrow_exception(error_);
}

void Pipeline::communicate() {
  Pause pause;
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
      const std::lock_guard lock(mutex_);
      fail_with_current();
    }
    const bool is_given_up = interruption_.flag() || has_error();
    if (is_given_up && !abandoned) {
      for (std::size_t rank = 1; rank < peers_.size(); ++rank) send(rank, Tag::abandon);
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
    case Tag::result:
      return take_result(message.rank, bytes);
    case Tag::signal:
      return interruption_.request(static_cast<int>(unpack(bytes, 1)[0]));
    case Tag::failure:
      throw RunError(fmt::format("rank {}: {}", message.rank, bytes));
    default:
      return;
  }
}

void Pipeline::take_result(std::size_t rank, std::string_view bytes) {
  const std::uint64_t id = take_id(bytes);
  const std::lock_guard lock(mutex_);
  auto& chunks = peers_[rank].chunks;
  const auto place = chunks.find(id);
  if (place == chunks.end()) return;
  Entry& entry = *place->second;
  chunks.erase(place);
  unpack_result(bytes, *entry.chunk);
  complete(entry);
}

// Whether any chunk was sent to another rank.
bool Pipeline::hand_out() {
  bool any = false;
  for (std::size_t rank = 1; rank < peers_.size(); ++rank) {
    Peer& peer = peers_[rank];
    while (peer.chunks.size() < peer.max_ahead) {
      const std::lock_guard lock(mutex_);
      Entry* const entry = take();
      if (entry == nullptr) return any;
      const std::uint64_t id = next_id_++;
      peer.chunks[id] = entry;
      send(rank, Tag::task, pack_task({id, entry->chunk->case_number, entry->chunk->games}));
      any = true;
    }
  }
  return any;
}

// Chunks that ranks have not returned count as not played.
void Pipeline::drop_what_is_out() {
  const std::lock_guard lock(mutex_);
  is_exhausted_ = true;
  try {
    for (Peer& peer : peers_) {
      for (auto& [id, entry] : peer.chunks) {
        entry->chunk->complete = false;
        entry->chunk->failure = nullptr;
        complete(*entry);
      }
      peer.chunks.clear();
    }
  } catch (...) {
    fail_with_current();
  }
  changed_.notify_all();
}

bool Pipeline::has_error() {
  const std::lock_guard lock(mutex_);
  return error_ != nullptr;
}

bool Pipeline::has_all_back() {
  const std::lock_guard lock(mutex_);
  return is_over() &&
         std::all_of(peers_.begin(), peers_.end(), [](const Peer& peer) { return peer.chunks.empty(); });
}

void Pipeline::play_here(std::size_t threads) {
  const Stages stages{[this] { return wait_for_chunk(); },
                      [this](Chunk& chunk, std::size_t slot) {
                        stages_.play(chunk, slot);
                        give_back(chunk);
                      },
                      [](Chunk&) {}};
  try {
    run_in_order(threads, 2 * threads, stages);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    fail_with_current();
  }
}

// Null: there are no more.
Chunk* Pipeline::wait_for_chunk() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (Entry* const entry = take()) {
      entries_here_[entry->chunk] = entry;
      return entry->chunk;
    }
    if (is_over()) return nullptr;
    changed_.wait(lock);
  }
}

void Pipeline::give_back(Chunk& chunk) {
  const std::lock_guard lock(mutex_);
  const auto place = entries_here_.find(&chunk);
  Entry& entry = *place->second;
  entries_here_.erase(place);
  complete(entry);
}

void Pipeline::fail_with_current() {
  if (!error_) error_ = std::current_exception();
  changed_.notify_all();
}

// Null: none now.
Pipeline::Entry* Pipeline::take() {
  if (is_over() || line_.size() >= in_flight_) return nullptr;
  Chunk* const chunk = stages_.next();
  if (chunk == nullptr) {
    is_exhausted_ = true;
    changed_.notify_all();
    return nullptr;
  }
  return &line_.emplace_back(Entry{chunk});
}

void Pipeline::complete(Entry& entry) {
  entry.is_played = true;
  while (!line_.empty() && line_.front().is_played) {
    Chunk& first = *line_.front().chunk;
    line_.pop_front();
    if (!error_) stages_.fold(first);
  }
  changed_.notify_all();
}

}  // namespace sapper::experiments::mpi
