#include "experiments/run/mpi/server.hpp"

#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include "experiments/run/in_order.hpp"

namespace sapper::experiments::mpi {

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
  Pause pause;
  bool has_reported_signal = false;
  for (bool is_ended = false; !is_ended;) {
    bool is_busy = send_results();
    while (const auto message = receive()) {
      is_busy = true;
      if (message->tag == Tag::task) {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(message->bytes);
        changed_.notify_all();
      }
      if (message->tag == Tag::abandon || message->tag == Tag::end) abandon_ = true;
      if (message->tag == Tag::end) is_ended = true;
    }
    if (interruption.flag() && !has_reported_signal) {
      abandon_ = true;
      has_reported_signal = true;
      send(0, Tag::signal, packed({static_cast<std::uint64_t>(interruption.signal())}));
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
  send(0, Tag::bye);
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
  for (const std::string& result : results) send(0, Tag::result, result);
  if (!failure.empty()) send(0, Tag::failure, failure);
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

}  // namespace sapper::experiments::mpi
