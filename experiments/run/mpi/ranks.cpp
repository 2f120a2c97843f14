#include "experiments/run/mpi/ranks.hpp"

#include <fmt/format.h>

#include <boost/json/serialize.hpp>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "experiments/run/in_order.hpp"
#include "experiments/run/mpi/pipeline.hpp"
#include "experiments/run/mpi/server.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments::mpi {
namespace {

class MpiRanks final : public Ranks {
 public:
  MpiRanks();
  ~MpiRanks() override;

  std::size_t count() const override { return count_; }
  bool is_first() const override { return number_ == 0; }
  std::size_t begin(const Experiment& experiment, std::size_t threads,
                    std::optional<RecordFilter> records) override;
  Execute on_all(std::size_t threads, Interruption& interruption) override;
  bool end(std::chrono::milliseconds patience) override { return end_others(patience); }
  void serve(std::size_t threads,
             const std::function<std::unique_ptr<Experiment>(const std::string&)>& make_experiment) override;

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
  std::size_t sum = 0;
  for (const std::size_t count : threads_) sum += count;
  return sum;
}

Execute MpiRanks::on_all(std::size_t threads, Interruption& interruption) {
  if (count_ == 1) return on_threads(threads);
  return [this, threads, &interruption](std::size_t in_flight, const Stages& stages) {
    Pipeline(threads_, in_flight, stages, interruption).run(threads);
  };
}

bool MpiRanks::end_others(std::chrono::milliseconds patience) {
  if (count_ == 1 || !has_begun_ || has_ended_) return true;
  has_ended_ = true;
  for (std::size_t rank = 1; rank < count_; ++rank) send(rank, Tag::end);
  const std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::now() + patience;
  std::size_t gone = 0;
  Pause pause;
  while (gone + 1 < count_ && std::chrono::steady_clock::now() < deadline) {
    const auto message = receive();
    if (message && message->tag == Tag::bye) ++gone;
    pause.rest(message.has_value());
  }
  return gone + 1 == count_;
}

void MpiRanks::serve(std::size_t threads,
                     const std::function<std::unique_ptr<Experiment>(const std::string&)>& make_experiment) {
  std::string text;
  broadcast(text);
  if (text.empty()) return;
  const std::size_t blank = text.find(' ');
  const int filter = std::stoi(text.substr(0, blank));
  const std::unique_ptr<Experiment> experiment = make_experiment(text.substr(blank + 1));
  std::uint64_t own = threads;
  MPI_Gather(&own, 1, MPI_UINT64_T, nullptr, 0, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  // Not on the stack, because games may still be in play when the process ends.
  auto server = std::make_unique<Server>(
      *experiment, threads, filter < 0 ? std::nullopt : std::optional(static_cast<RecordFilter>(filter)));
  if (server->run()) return;
  MPI_Finalize();
  std::_Exit(0);
}

}  // namespace

std::unique_ptr<Ranks> join_ranks() { return std::make_unique<MpiRanks>(); }

}  // namespace sapper::experiments::mpi
