#include "experiments/engine/ranks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "experiments/support/errors.hpp"

#ifdef SAPPER_MPI
// The bindings for C++ are deprecated, and a library of their own.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <boost/json/serialize.hpp>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "experiments/engine/chunk.hpp"
#endif

namespace sapper::experiments {
namespace {

// The value of the first of these variables that is a number.
std::optional<std::size_t> number_from(std::initializer_list<const char*> variables) {
  for (const char* variable : variables) {
    const char* const text = std::getenv(variable);
    if (text == nullptr || *text == '\0') continue;
    char* end = nullptr;
    const unsigned long value = std::strtoul(text, &end, 10);
    if (*end == '\0') return value;
  }
  return std::nullopt;
}

// Open MPI, PMIx or PMI: what the launchers set.
std::optional<std::size_t> rank_from_environment() {
  return number_from({"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"});
}

}  // namespace

bool is_further_rank() { return rank_from_environment().value_or(0) > 0; }

std::size_t Ranks::usual_threads() const {
  const std::size_t allowed = processor_count();
  if (count_ == 1) return allowed;
  const std::size_t ranks_here =
      std::max<std::size_t>(1, number_from({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}).value_or(1));
  const auto cores_here = static_cast<std::size_t>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN)));
  return std::clamp<std::size_t>(cores_here / ranks_here, 1, allowed);
}

#ifndef SAPPER_MPI

Ranks::Ranks() {
  if (number_from({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}).value_or(1) > 1)
    throw InputError(
        "this build knows nothing of MPI, and each rank would play everything; build with -DSAPPER_MPI=ON, "
        "or use "
        "./dev mpi RANKS run CONFIG");
}
Ranks::~Ranks() = default;
std::size_t Ranks::begin(const Experiment&, std::size_t threads, std::optional<RecordFilter>) {
  return threads;
}
void Ranks::execute(const Experiment&, std::size_t threads, std::size_t in_flight, const Stages& stages,
                    Interruption&) {
  run_in_order(threads, in_flight, stages);
}
bool Ranks::end(std::chrono::milliseconds) { return true; }
void Ranks::serve(std::size_t, const std::function<std::unique_ptr<Experiment>(const std::string&)>&) {}

#else

namespace {

using Clock = std::chrono::steady_clock;
using Words = std::vector<std::uint64_t>;

enum Tag : int { kTask = 1, kResult, kFailure, kSignal, kAbandon, kEnd, kBye };

int size_of(std::size_t size) { return static_cast<int>(size); }

void send(std::size_t rank, Tag tag, const std::string& bytes = {}) {
  MPI_Send(bytes.data(), size_of(bytes.size()), MPI_BYTE, static_cast<int>(rank), tag, MPI_COMM_WORLD);
}

struct Message {
  std::size_t rank = 0;
  Tag tag = kBye;
  std::string bytes;
};

// The next message that is there, if any.
std::optional<Message> receive() {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
  if (is_there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{static_cast<std::size_t>(status.MPI_SOURCE), static_cast<Tag>(status.MPI_TAG),
                  std::string(static_cast<std::size_t>(size), '\0')};
  MPI_Recv(message.bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

// Between looks for messages: short while there are some, up to a millisecond while there are none.
class Pause {
 public:
  void rest(bool is_busy) {
    length_ = is_busy ? kShortest : std::min(2 * length_, kLongest);
    if (!is_busy) std::this_thread::sleep_for(length_);
  }

 private:
  static constexpr std::chrono::microseconds kShortest{20};
  static constexpr std::chrono::microseconds kLongest{1000};
  std::chrono::microseconds length_ = kShortest;
};

std::string packed(const Words& words, std::string_view text = {}) {
  std::string bytes(words.size() * sizeof(std::uint64_t), '\0');
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes += text;
}
// Takes so many words from the front.
Words unpack(std::string_view& bytes, std::size_t count) {
  Words words(count);
  if (bytes.size() < count * sizeof(std::uint64_t)) throw RunError("a message of another rank is cut off");
  std::memcpy(words.data(), bytes.data(), count * sizeof(std::uint64_t));
  bytes.remove_prefix(count * sizeof(std::uint64_t));
  return words;
}

// id, complete, whether a game failed, the last game, nanoseconds, the number of counters; counters; then the
// failure's message or the records.
constexpr std::size_t kResultHead = 6;

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
              chunk.complete,
              chunk.failure != nullptr,
              chunk.games.last,
              static_cast<std::uint64_t>(chunk.seconds * 1e9),
              counters.size()};
  words.insert(words.end(), counters.begin(), counters.end());
  return packed(words, text);
}

void unpack_result(std::string_view bytes, const Words& head, Chunk& chunk) {
  chunk.complete = head[1] != 0;
  chunk.games.last = head[3];
  chunk.seconds = static_cast<double>(head[4]) * 1e-9;
  chunk.tally->set_counters(unpack(bytes, head[5]));
  chunk.failure = nullptr;
  if (head[2] != 0) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    chunk.failure = std::make_exception_ptr(RunError(std::string(bytes.substr(0, end))));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  chunk.records = bytes;
}

// The first rank's: chunks in the order of next(), played here and there.
class RankedPipeline {
 public:
  RankedPipeline(const std::vector<std::size_t>& threads, std::size_t in_flight, const Stages& stages,
                 Interruption& interruption)
      : in_flight_(in_flight), stages_(stages), interruption_(interruption) {
    for (const std::size_t count : threads)
      peers_.push_back({count + std::max<std::size_t>(1, count / 2), {}});
  }

  void run(std::size_t threads) {
    std::thread here([&] { play_here(threads); });
    communicate();
    here.join();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  struct Entry {
    Chunk* chunk;
    bool is_played = false;
  };
  struct Peer {
    std::size_t most_ahead;
    std::unordered_map<std::uint64_t, Entry*> chunks;  // that it has, by id
  };

  bool is_over() const { return is_exhausted_ || error_; }
  void fail_with_current() {
    if (!error_) error_ = std::current_exception();
    changed_.notify_all();
  }
  // With the mutex held. Null: none now.
  Entry* take() {
    if (is_over() || line_.size() >= in_flight_) return nullptr;
    Chunk* const chunk = stages_.next();
    if (chunk == nullptr) {
      is_exhausted_ = true;
      changed_.notify_all();
      return nullptr;
    }
    return &line_.emplace_back(Entry{chunk});
  }
  // With the mutex held.
  void complete(Entry& entry) {
    entry.is_played = true;
    while (!line_.empty() && line_.front().is_played) {
      Chunk& first = *line_.front().chunk;
      line_.pop_front();
      if (!error_) stages_.fold(first);
    }
    changed_.notify_all();
  }

  void play_here(std::size_t threads) {
    const Stages stages{[this]() -> Chunk* {
                          std::unique_lock lock(mutex_);
                          for (;;) {
                            if (Entry* const entry = take()) {
                              entries_here_[entry->chunk] = entry;
                              return entry->chunk;
                            }
                            if (is_over()) return nullptr;
                            changed_.wait(lock);
                          }
                        },
                        [this](Chunk& chunk, std::size_t slot) {
                          stages_.play(chunk, slot);
                          const std::lock_guard lock(mutex_);
                          const auto place = entries_here_.find(&chunk);
                          Entry& entry = *place->second;
                          entries_here_.erase(place);
                          complete(entry);
                        },
                        [](Chunk&) {}};
    try {
      run_in_order(threads, 2 * threads, stages);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      fail_with_current();
    }
  }

  void communicate() {
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
        for (std::size_t rank = 1; rank < peers_.size(); ++rank) send(rank, kAbandon);
        abandoned = Clock::now();
      }
      if (has_all_back() || (abandoned && Clock::now() - *abandoned > kPatience)) break;
      pause.rest(is_busy);
    }
    drop_what_is_out();
  }
  bool has_error() {
    const std::lock_guard lock(mutex_);
    return error_ != nullptr;
  }
  bool has_all_back() {
    const std::lock_guard lock(mutex_);
    return is_over() &&
           std::all_of(peers_.begin(), peers_.end(), [](const Peer& p) { return p.chunks.empty(); });
  }
  void take_message(const Message& message) {
    switch (message.tag) {
      case kResult: {
        std::string_view bytes = message.bytes;
        const Words head = unpack(bytes, kResultHead);
        const std::lock_guard lock(mutex_);
        auto& chunks = peers_[message.rank].chunks;
        const auto place = chunks.find(head[0]);
        if (place == chunks.end()) return;
        Entry& entry = *place->second;
        chunks.erase(place);
        unpack_result(bytes, head, *entry.chunk);
        complete(entry);
        return;
      }
      case kSignal: {
        std::string_view bytes = message.bytes;
        interruption_.request(static_cast<int>(unpack(bytes, 1)[0]));
        return;
      }
      case kFailure:
        throw RunError(fmt::format("rank {}: {}", message.rank, message.bytes));
      default:
        return;
    }
  }
  // Whether any chunk was given away.
  bool hand_out() {
    bool any = false;
    for (std::size_t rank = 1; rank < peers_.size(); ++rank) {
      Peer& peer = peers_[rank];
      while (peer.chunks.size() < peer.most_ahead) {
        const std::lock_guard lock(mutex_);
        Entry* const entry = take();
        if (entry == nullptr) return any;
        const std::uint64_t id = next_id_++;
        peer.chunks[id] = entry;
        send(rank, kTask,
             packed({id, entry->chunk->case_number, entry->chunk->games.first, entry->chunk->games.last}));
        any = true;
      }
    }
    return any;
  }
  // What ranks have not given back counts as not played.
  void drop_what_is_out() {
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

  static constexpr std::chrono::milliseconds kPatience{200};

  const std::size_t in_flight_;
  const Stages& stages_;
  Interruption& interruption_;
  std::vector<Peer> peers_;  // [rank]; only the thread that communicates uses them
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Entry> line_;  // references stay valid while it grows and shrinks at its ends
  std::unordered_map<Chunk*, Entry*> entries_here_;
  bool is_exhausted_ = false;
  std::exception_ptr error_;
  std::uint64_t next_id_ = 0;
};

// Another rank's: plays tasks in any order.
class Server {
 public:
  Server(const Experiment& experiment, std::size_t threads, std::optional<RecordFilter> records)
      : threads_(threads), player_(experiment, threads, records), tasks_(2 * threads) {
    for (Task& task : tasks_) {
      task.chunk.tally = experiment.make_tally();
      free_.push_back(&task);
    }
  }

  // Until the first rank ends the run. False if games are still in play.
  bool run() {
    const Interruption interruption;
    std::thread playing([this] { play(); });
    Pause pause;
    bool has_told_of_signal = false;
    for (bool is_ended = false; !is_ended;) {
      bool is_busy = send_results();
      while (const auto message = receive()) {
        is_busy = true;
        if (message->tag == kTask) add(message->bytes);
        if (message->tag == kAbandon || message->tag == kEnd) abandon_ = true;
        if (message->tag == kEnd) is_ended = true;
      }
      if (interruption.flag() && !has_told_of_signal) {
        abandon_ = true;
        has_told_of_signal = true;
        send(0, kSignal, packed({static_cast<std::uint64_t>(interruption.signal())}));
      }
      pause.rest(is_busy);
    }
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
    }
    changed_.notify_all();
    send(0, kBye);
    std::unique_lock lock(mutex_);
    const bool has_ended =
        changed_.wait_for(lock, std::chrono::milliseconds(300), [this] { return has_ended_; });
    lock.unlock();
    if (has_ended)
      playing.join();
    else
      playing.detach();
    return has_ended;
  }

 private:
  struct Task {
    std::uint64_t id = 0;
    Chunk chunk;
  };

  void add(std::string_view bytes) {
    const Words words = unpack(bytes, 4);
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(words);
    }
    changed_.notify_all();
  }
  void play() {
    const Stages stages{[this]() -> Chunk* {
                          std::unique_lock lock(mutex_);
                          changed_.wait(lock, [this] {
                            return is_closed_ || has_failed_ || (!waiting_.empty() && !free_.empty());
                          });
                          if (is_closed_ || has_failed_) return nullptr;
                          Task* const task = free_.back();
                          free_.pop_back();
                          const Words words = waiting_.front();
                          waiting_.pop_front();
                          task->id = words[0];
                          task->chunk.case_number = words[1];
                          task->chunk.games = {words[2], words[3]};
                          playing_[&task->chunk] = task;
                          return &task->chunk;
                        },
                        [this](Chunk& chunk, std::size_t slot) {
                          player_.play(chunk, slot, abandon_);
                          const std::lock_guard lock(mutex_);
                          Task* const task = playing_[&chunk];
                          outgoing_.push_back(pack_result(task->id, chunk));
                          free_.push_back(task);
                          changed_.notify_all();
                        },
                        [](Chunk&) {}};
    try {
      run_in_order(threads_, 2 * threads_, stages);
    } catch (const std::exception& error) {
      const std::lock_guard lock(mutex_);
      has_failed_ = true;
      failure_ = error.what();
    }
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    changed_.notify_all();
  }
  bool send_results() {
    std::deque<std::string> results;
    std::string failure;
    {
      const std::lock_guard lock(mutex_);
      results.swap(outgoing_);
      failure.swap(failure_);
    }
    for (const std::string& result : results) send(0, kResult, result);
    if (!failure.empty()) send(0, kFailure, failure);
    return !results.empty();
  }

  const std::size_t threads_;
  ChunkPlayer player_;
  std::vector<Task> tasks_;
  std::atomic<bool> abandon_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Task*> free_;
  std::deque<Words> waiting_;
  std::unordered_map<Chunk*, Task*> playing_;
  std::deque<std::string> outgoing_;
  bool is_closed_ = false;
  bool has_failed_ = false;
  bool has_ended_ = false;
  std::string failure_;
};

void broadcast(std::string& text) {
  std::uint64_t size = text.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  text.resize(size);
  MPI_Bcast(text.data(), size_of(size), MPI_BYTE, 0, MPI_COMM_WORLD);
}

}  // namespace

Ranks::Ranks() {
  if (!rank_from_environment()) return;
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  if (provided < MPI_THREAD_FUNNELED) throw RunError("this MPI library does not allow threads");
  int number = 0;
  int count = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  number_ = static_cast<std::size_t>(number);
  count_ = static_cast<std::size_t>(count);
}

Ranks::~Ranks() {
  int is_started = 0;
  MPI_Initialized(&is_started);
  if (is_started == 0) return;
  if (is_first() && !has_begun_ && count_ > 1) {
    std::string nothing;
    broadcast(nothing);
  } else if (is_first() && !has_ended_ && !end(std::chrono::seconds(30))) {
    std::fflush(stdout);
    std::_Exit(1);  // a rank that has died would hold up the end
  }
  MPI_Finalize();
}

std::size_t Ranks::begin(const Experiment& experiment, std::size_t threads,
                         std::optional<RecordFilter> records) {
  if (count_ == 1) return threads;
  // A number for the records, then the config.
  std::string text = fmt::format("{} {}", records ? static_cast<int>(*records) : -1,
                                 boost::json::serialize(experiment.config()));
  has_begun_ = true;
  broadcast(text);
  std::uint64_t own = threads;
  Words all(count_);
  MPI_Gather(&own, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  threads_.assign(all.begin(), all.end());
  std::size_t sum = 0;
  for (const std::size_t count : threads_) sum += count;
  return sum;
}

void Ranks::execute(const Experiment&, std::size_t threads, std::size_t in_flight, const Stages& stages,
                    Interruption& interruption) {
  if (count_ == 1)
    run_in_order(threads, in_flight, stages);
  else
    RankedPipeline(threads_, in_flight, stages, interruption).run(threads);
}

bool Ranks::end(std::chrono::milliseconds patience) {
  if (count_ == 1 || !has_begun_ || has_ended_) return true;
  has_ended_ = true;
  for (std::size_t rank = 1; rank < count_; ++rank) send(rank, kEnd);
  const Clock::time_point deadline = Clock::now() + patience;
  std::size_t gone = 0;
  Pause pause;
  while (gone + 1 < count_ && Clock::now() < deadline) {
    const auto message = receive();
    if (message && message->tag == kBye) ++gone;
    pause.rest(message.has_value());
  }
  return gone + 1 == count_;
}

void Ranks::serve(std::size_t threads,
                  const std::function<std::unique_ptr<Experiment>(const std::string&)>& make_experiment) {
  std::string text;
  broadcast(text);
  if (text.empty()) return;
  const std::size_t blank = text.find(' ');
  const int filter = std::stoi(text.substr(0, blank));
  const std::unique_ptr<Experiment> experiment = make_experiment(text.substr(blank + 1));
  std::uint64_t own = threads;
  MPI_Gather(&own, 1, MPI_UINT64_T, nullptr, 0, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  // Not on the stack: games may still be in play when the process ends.
  auto server = std::make_unique<Server>(
      *experiment, threads, filter < 0 ? std::nullopt : std::optional(static_cast<RecordFilter>(filter)));
  if (server->run()) return;
  MPI_Finalize();
  std::_Exit(0);
}

#endif

}  // namespace sapper::experiments
