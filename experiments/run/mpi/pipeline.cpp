#include "experiments/run/mpi/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>

#include "experiments/run/mpi/ranks.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

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

namespace {

int size_of(std::size_t size) { return static_cast<int>(size); }

}  // namespace

void send(std::size_t rank, MessageTag tag, const std::string& bytes) {
  MPI_Send(bytes.data(), size_of(bytes.size()), MPI_BYTE, static_cast<int>(rank), static_cast<int>(tag),
           MPI_COMM_WORLD);
}

std::optional<Message> receive() {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
  if (is_there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{static_cast<std::size_t>(status.MPI_SOURCE), static_cast<MessageTag>(status.MPI_TAG),
                  std::string(static_cast<std::size_t>(size), '\0')};
  MPI_Recv(message.bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

void broadcast(std::string& text) {
  std::uint64_t size = text.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  text.resize(size);
  MPI_Bcast(text.data(), size_of(size), MPI_BYTE, 0, MPI_COMM_WORLD);
}

void PollPause::rest(bool is_busy) {
  length_ = is_busy ? kShortest : std::min(2 * length_, kLongest);
  if (!is_busy) std::this_thread::sleep_for(length_);
}

std::string packed(const Words& words, std::string_view text) {
  std::string bytes(words.size() * sizeof(std::uint64_t), '\0');
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes += text;
}

Words unpack(std::string_view& bytes, std::size_t count) {
  Words words(count);
  if (bytes.size() < count * sizeof(std::uint64_t))
    throw RunError("a message from another rank is truncated");
  std::memcpy(words.data(), bytes.data(), count * sizeof(std::uint64_t));
  bytes.remove_prefix(count * sizeof(std::uint64_t));
  return words;
}

std::uint64_t take_id(std::string_view& bytes) { return unpack(bytes, 1)[0]; }

std::string pack_task(std::uint64_t id, const Chunk& chunk) {
  return packed({id, chunk.case_number, chunk.games.first, chunk.games.last});
}

void unpack_task(std::string_view bytes, Chunk& chunk) {
  const Words words = unpack(bytes, 3);
  chunk.case_number = words[0];
  chunk.games = {words[1], words[2]};
}

// The id; complete, whether a game failed, the last game, nanoseconds, those without a core plus 1 (0: unknown), the number of counters; the counters; the number of
// players of whom it is known which games they won, and the words of these; then the failure's message or the records.
std::string pack_result(std::uint64_t id, const Chunk& chunk) {
  std::string text = chunk.records;
  if (chunk.failure) {
    try {
      std::rethrow_exception(chunk.failure);
    } catch (const std::exception& error) {
      text = fmt::format("{}\n{}", error.what(), chunk.records);
    }
  }
  const Words counters = chunk.tally->counters();
  Words words{id,
              chunk.is_complete,
              chunk.failure != nullptr,
              chunk.games.last,
              static_cast<std::uint64_t>(chunk.seconds * 1e9),
              chunk.queued_s ? static_cast<std::uint64_t>(*chunk.queued_s * 1e9) + 1 : 0,
              counters.size()};
  words.insert(words.end(), counters.begin(), counters.end());
  words.push_back(chunk.won.player_count());
  for (std::size_t player = 0; player < chunk.won.player_count(); ++player)
    words.insert(words.end(), chunk.won.words(player).begin(), chunk.won.words(player).end());
  return packed(words, text);
}

void unpack_result(std::string_view bytes, Chunk& chunk) {
  const Words head = unpack(bytes, 6);
  chunk.is_complete = head[0] != 0;
  chunk.games.last = head[2];
  chunk.seconds = static_cast<double>(head[3]) * 1e-9;
  chunk.queued_s.reset();
  if (head[4] > 0) chunk.queued_s = static_cast<double>(head[4] - 1) * 1e-9;
  chunk.tally->set_counters(unpack(bytes, head[5]));
  std::vector<Words> won(unpack(bytes, 1)[0]);
  for (Words& words : won) words = unpack(bytes, (chunk.games.size() + 63) / 64);
  chunk.won = WonGames::of_players(std::move(won), chunk.games.size());
  chunk.failure = nullptr;
  if (head[1] != 0) {
    chunk.failure = std::make_exception_ptr(RunError(std::string(take_until(bytes, '\n'))));
  }
  chunk.records = bytes;
}

}  // namespace sapper::experiments::mpi
