#include "solvers/minesweeper/strategies/random_strategy.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

class RandomStrategy final : public Strategy {
 public:
  void begin(const sim::View& view, sim::Stream& random) override {
    view_ = &view;
    random_ = &random;
  }

  void plan(std::span<const sim::CellBlock>, Digs& digs) override {
    telemetry().phases.enter(Phase::choice);
    const double p_mine = static_cast<double>(view_->mine_count()) / view_->hidden_count();
    digs.moves.push_back({random_hidden_cell(), MoveKind::guess, p_mine, false});
  }

 private:
  Cell random_hidden_cell() {
    const std::uint32_t cells = view_->grid().cell_count();
    if (view_->hidden_count() >= cells / 16) {
      for (;;) {
        const Cell cell = random_->below(cells);
        if (view_->is_hidden(cell)) return cell;
      }
    }
    std::uint32_t left = random_->below(view_->hidden_count());
    for (Cell cell = 0;; ++cell)
      if (view_->is_hidden(cell) && left-- == 0) return cell;
  }

  const sim::View* view_ = nullptr;
  sim::Stream* random_ = nullptr;
};

}  // namespace

std::unique_ptr<Strategy> make_random_strategy(const sim::GameRules&, const Settings&) {
  return std::make_unique<RandomStrategy>();
}

}  // namespace sapper::solvers
