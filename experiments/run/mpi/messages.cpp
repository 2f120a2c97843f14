#include "experiments/run/mpi/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>

#include "experiments/run/mpi/mpi_library.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::mpi {

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

// The id; complete, whether a game failed, the last game, nanoseconds, those without a core plus 1 (0: unknown), the number
// of counters; the counters; the number of players of whom it is known which games they won, and the words of these; then
// the failure's message or the records.
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
