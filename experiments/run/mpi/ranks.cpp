#include "experiments/run/mpi/ranks.hpp"

#include <fmt/format.h>

#include <atomic>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "experiments/run/experiment.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/run/launched_ranks.hpp"
#include "experiments/run/mpi/messages.hpp"
#include "experiments/run/mpi/mpi_library.hpp"
#include "experiments/run/mpi/pipeline.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments::mpi {
namespace {

// The other ranks' side of a run over ranks: plays the tasks that it receives, in any order, and sends the results
// back. The thread that runs it sends and receives; others play.
class Server {
 public:
  Server(const Experiment& experiment, std::size_t threads, std::optional<RecordFilter> records);

  // Runs until the first rank ends the run. False if games are still in play; this object must then live until the
  // process ends.
  bool run();

 private:
  struct Work {
    std::uint64_t id = 0;
    Chunk chunk;
  };

  void communicate(const Interruption& interruption);
  bool send_results();
  bool has_ended_in_time();

  void play_all();
  bool wait_for_task(Work& work);
  void play(Work& work, std::size_t slot);

  const std::size_t threads_;
  ChunkPlayer player_;
  std::vector<Work> work_;
  std::atomic<bool> abandon_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> waiting_;  // tasks
  std::deque<std::string> outgoing_;
  bool is_closed_ = false;
  bool has_ended_ = false;
  std::string failure_;
};

Server::Server(const Experiment& experiment, std::size_t threads, std::optional<RecordFilter> records)
    : threads_(threads), player_(experiment, threads, records), work_(2 * threads) {
  for (Work& work : work_) work.chunk.tally = experiment.make_tally();
}

bool Server::run() {
  const Interruption interruption;
  std::thread playing([this] { play_all(); });
  communicate(interruption);
  const bool has_ended = has_ended_in_time();
  if (has_ended)
    playing.join();
  else
    playing.detach();
  return has_ended;
}

void Server::communicate(const Interruption& interruption) {
  PollPause pause;
  bool has_reported_signal = false;
  for (bool is_ended = false; !is_ended;) {
    bool is_busy = send_results();
    while (const auto message = receive()) {
      is_busy = true;
      if (message->tag == MessageTag::task) {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(message->bytes);
        changed_.notify_all();
      }
      if (message->tag == MessageTag::abandon || message->tag == MessageTag::end) abandon_ = true;
      if (message->tag == MessageTag::end) is_ended = true;
    }
    if (interruption.flag() && !has_reported_signal) {
      abandon_ = true;
      has_reported_signal = true;
      send(0, MessageTag::signal, packed({static_cast<std::uint64_t>(interruption.signal())}));
    }
    pause.rest(is_busy);
  }
}

bool Server::has_ended_in_time() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  changed_.notify_all();
  send(0, MessageTag::bye);
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, std::chrono::milliseconds(300), [this] { return has_ended_; });
}

// Returns whether there were any.
bool Server::send_results() {
  std::deque<std::string> results;
  std::string failure;
  {
    const std::lock_guard lock(mutex_);
    results.swap(outgoing_);
    failure.swap(failure_);
  }
  for (const std::string& result : results) send(0, MessageTag::result, result);
  if (!failure.empty()) send(0, MessageTag::failure, failure);
  return !results.empty();
}

void Server::play_all() {
  in_order(
      on_threads(threads_), work_, [this](Work& work) { return wait_for_task(work); },
      [this](Work& work, std::size_t slot) { play(work, slot); }, [](const Work&) {});
  const std::lock_guard lock(mutex_);
  has_ended_ = true;
  changed_.notify_all();
}

// False: there are no more.
bool Server::wait_for_task(Work& work) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return is_closed_ || !waiting_.empty(); });
  if (is_closed_) return false;
  std::string_view task = waiting_.front();
  work.id = take_id(task);
  unpack_task(task, work.chunk);
  waiting_.pop_front();
  return true;
}

void Server::play(Work& work, std::size_t slot) {
  std::string failure;
  try {
    player_.play(work.chunk, slot, abandon_);
  } catch (const std::exception& error) {
    failure = error.what();
  }
  const std::lock_guard lock(mutex_);
  if (failure.empty()) {
    outgoing_.push_back(pack_result(work.id, work.chunk));
  } else {
    failure_ = std::move(failure);
    is_closed_ = true;
    changed_.notify_all();
  }
}

class MpiRanks final : public Ranks {
 public:
  MpiRanks();
  ~MpiRanks() override;

  std::size_t count() const override { return count_; }
  bool is_first() const override { return number_ == 0; }
  std::size_t begin(const Experiment& experiment, std::size_t threads,
                    std::optional<RecordFilter> records) override;
  Executor on_all(std::size_t threads, Interruption& interruption) override;
  bool end(std::chrono::milliseconds patience) override { return end_others(patience); }
  void serve(std::size_t threads, const MakeFromConfig& make_experiment) override;

 private:
  bool end_others(std::chrono::milliseconds patience);

  std::size_t number_ = 0;
  std::size_t count_ = 1;
  bool has_begun_ = false;
  bool has_ended_ = false;
  std::vector<std::size_t> threads_;  // [rank]
};

MpiRanks::MpiRanks() {
  if (!launched_rank()) return;
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  if (provided < MPI_THREAD_FUNNELED) throw RunError("this MPI library does not support threads");
  int number = 0;
  int count = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  number_ = static_cast<std::size_t>(number);
  count_ = static_cast<std::size_t>(count);
}

MpiRanks::~MpiRanks() {
  int is_started = 0;
  MPI_Initialized(&is_started);
  if (is_started == 0) return;
  if (is_first() && !has_begun_ && count_ > 1) {
    std::string nothing;
    broadcast(nothing);
  } else if (is_first() && !has_ended_ && !end_others(std::chrono::seconds(30))) {
    std::fflush(stdout);
    std::_Exit(1);  // a dead rank would block the shutdown
  }
  MPI_Finalize();
}

std::size_t MpiRanks::begin(const Experiment& experiment, std::size_t threads,
                            std::optional<RecordFilter> records) {
  if (count_ == 1) return threads;
  // A number for the record filter, then the config.
  std::string text = fmt::format("{} {}", records ? static_cast<int>(*records) : -1,
                                 boost::json::serialize(experiment.config()));
  has_begun_ = true;
  broadcast(text);
  std::uint64_t own = threads;
  Words all(count_);
  MPI_Gather(&own, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  threads_.assign(all.begin(), all.end());
  return std::accumulate(threads_.begin(), threads_.end(), std::size_t{0});
}

Executor MpiRanks::on_all(std::size_t threads, Interruption& interruption) {
  if (count_ == 1) return on_threads(threads);
  return [this, threads, &interruption](std::size_t in_flight, const MapStages& stages) {
    Pipeline(threads_, in_flight, stages, interruption).run(threads);
  };
}

bool MpiRanks::end_others(std::chrono::milliseconds patience) {
  if (count_ == 1 || !has_begun_ || has_ended_) return true;
  has_ended_ = true;
  for (std::size_t rank = 1; rank < count_; ++rank) send(rank, MessageTag::end);
  const std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::now() + patience;
  std::size_t gone = 0;
  PollPause pause;
  while (gone + 1 < count_ && std::chrono::steady_clock::now() < deadline) {
    const auto message = receive();
    if (message && message->tag == MessageTag::bye) ++gone;
    pause.rest(message.has_value());
  }
  return gone + 1 == count_;
}

void MpiRanks::serve(std::size_t threads, const MakeFromConfig& make_experiment) {
  std::string text;
  broadcast(text);
  if (text.empty()) return;
  const std::size_t blank = text.find(' ');
  const int filter = std::stoi(text.substr(0, blank));
  const std::unique_ptr<Experiment> experiment = make_experiment(text.substr(blank + 1));
  std::uint64_t own = threads;
  MPI_Gather(&own, 1, MPI_UINT64_T, nullptr, 0, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  // It is not on the stack, because games may still be in play when the process ends.
  auto server = std::make_unique<Server>(
      *experiment, threads, filter < 0 ? std::nullopt : std::optional(static_cast<RecordFilter>(filter)));
  if (server->run()) return;
  MPI_Finalize();
  std::_Exit(0);
}

}  // namespace

std::unique_ptr<Ranks> join_ranks() { return std::make_unique<MpiRanks>(); }

}  // namespace sapper::experiments::mpi
