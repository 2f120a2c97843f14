#include "experiments/run/ranks.hpp"

#include <utility>

#include "experiments/run/in_order.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments {
namespace {

class OnlyRank final : public Ranks {
 public:
  std::size_t count() const override { return 1; }
  bool is_first() const override { return true; }
  std::size_t begin(const Experiment&, std::size_t threads, std::optional<RecordFilter>) override {
    return threads;
  }
  Execute on_all(std::size_t threads, Interruption&) override { return on_threads(threads); }
  bool end(std::chrono::milliseconds) override { return true; }
  void serve(std::size_t, const std::function<std::unique_ptr<Experiment>(const std::string&)>&) override {}
};

std::unique_ptr<Ranks> join_without_mpi() {
  if (launched_ranks().value_or(1) > 1)
    throw InputError(
        "this build has no MPI support; every rank would run the whole experiment; build with "
        "-DSAPPER_MPI=ON, or use ./dev mpi RANKS run CONFIG");
  return std::make_unique<OnlyRank>();
}

JoinRanks& join() {
  static JoinRanks function = join_without_mpi;
  return function;
}

}  // namespace

std::unique_ptr<Ranks> join_ranks() { return join()(); }

JoinRanks set_join_ranks(JoinRanks function) { return std::exchange(join(), function); }

}  // namespace sapper::experiments
