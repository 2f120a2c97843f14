#include "experiments/kinds/minesweeper/external/policy_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "experiments/run/game_range.hpp"
#include "experiments/support/errors.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/support/interruptible.hpp"

namespace sapper::experiments::minesweeper {

namespace {

constexpr std::int8_t kHidden = -1;
// All games that are played in step have at most this many cells together: boards of millions are played one by one.
constexpr std::size_t kMostCellsInStep = std::size_t{1} << 24;

}  // namespace

// Plays the digs that were chosen.
class PolicyPlayer::Replaying final : public OutsidePlayer {
 public:
  explicit Replaying(PolicyPlayer& player) : player_(player) {}

  void start_game(std::uint64_t game) override {
    choices_ = &player_.choices_of(game);
    turn_ = 0;
    has_resigned_ = false;
  }
  void begin(const sim::View&, sim::Stream&) override {}
  void plan(std::span<const sim::CellBlock>, solvers::Digs& digs) override {
    if (turn_ < choices_->digs.size()) {
      solvers::Move move{choices_->digs[turn_++], solvers::MoveKind::guess, 0};
      move.is_judged = false;
      digs.moves.push_back(move);
      claims_.assign(1, {.is_made = true});  // the referee rules on each dig
      return;
    }
    if (player_.choice_.settings.choice("on_failure") != "lose")
      throw std::runtime_error(fmt::format("turn {}: {}", turn_ + 1, choices_->failure));
    has_resigned_ = true;
  }

 private:
  PolicyPlayer& player_;
  const Choices* choices_ = nullptr;
  std::size_t turn_ = 0;
};

PolicyPlayer::PolicyPlayer(const Config& config, solvers::StrategyChoice choice)
    : config_(config), choice_(std::move(choice)) {
  if (config.policy == nullptr) throw InputError(refusal_of_policy(choice_));
}

std::string refusal_of_policy(const solvers::StrategyChoice& choice) {
  return fmt::format(
      "\"{}\" is a function of Python, which plays only where it is given: sapper.evaluate(function, config)",
      choice.label);
}

std::unique_ptr<OutsidePlayer> PolicyPlayer::start_case(std::size_t case_number) {
  dealer_.emplace(config_, config_.cases[case_number]);
  cell_count_ = dealer_->rules().grid->cell_count();
  tables_.clear();
  games_ = {};
  return std::make_unique<Replaying>(*this);
}

const PolicyPlayer::Choices& PolicyPlayer::choices_of(std::uint64_t game) {
  if (game < games_.first || game >= games_.last) play_ahead({game, game + 1});
  return choices_[game - games_.first];
}

void PolicyPlayer::play_ahead(GameRange games) {
  games_ = games;
  choices_.assign(games.size(), {});
  const std::size_t most =
      std::clamp<std::size_t>(kMostCellsInStep / cell_count_, 1, config_.policy->batch_size());
  std::size_t rows = std::min<std::size_t>(most, games.size());
  while (tables_.size() < rows) tables_.push_back(std::make_unique<GameInPlay>(*dealer_));
  cells_.resize(rows * cell_count_);
  hidden_.resize(rows * cell_count_);
  digs_.resize(rows);
  std::uint64_t next = games.first;
  // Puts games into the row until one needs a choice; false if there are none left.
  const auto deal = [&](std::size_t row) {
    while (next < games.last) {
      start_game(row, next++);
      if (!tables_[row]->is_over() && choices(row).failure.empty()) return true;
    }
    return false;
  };
  // The last row takes the place of one without a game.
  const auto drop = [&](std::size_t row) {
    if (row == --rows) return;
    std::swap(tables_[row], tables_[rows]);
    digs_[row] = digs_[rows];
    write_row(row);
  };
  for (std::size_t row = 0; row < rows;)
    if (deal(row))
      ++row;
    else
      drop(row);
  while (rows > 0) {
    sim::end_if_interrupted();
    PolicyBatch batch{choice_.label,
                      dealer_->rules().grid->size(),
                      rows,
                      std::span(cells_).first(rows * cell_count_),
                      std::span(hidden_).first(rows * cell_count_),
                      std::span(digs_).first(rows)};
    policy_ns_ += config_.policy->choose(batch);
    for (std::size_t row = 0; row < rows;)
      if (dig(row, digs_[row]) || deal(row))
        ++row;
      else
        drop(row);
  }
}

void PolicyPlayer::start_game(std::size_t row, std::uint64_t number) {
  tables_[row]->start(dealer_->id_of(number));
  if (dealer_->first_cell() != sim::kNoCell) dig_cell(row, dealer_->first_cell());
  write_row(row);
}

// Whether the game goes on.
bool PolicyPlayer::dig(std::size_t row, std::int64_t cell) {
  const sim::View& view = tables_[row]->view();
  const sim::BoardSize size = view.grid().size();
  if (cell < 0 || cell >= static_cast<std::int64_t>(cell_count_)) {
    choices(row).failure =
        fmt::format("the policy chose {}; expected a hidden cell, row * {} + column from 0", cell, size.cols);
    return false;
  }
  const auto chosen = static_cast<sim::Cell>(cell);
  if (!view.is_hidden(chosen)) {
    choices(row).failure =
        fmt::format("the policy chose {} (row,col {}), which is shown; expected a hidden cell", cell,
                    sim::cell_text(size, chosen));
    return false;
  }
  choices(row).digs.push_back(chosen);
  dig_cell(row, chosen);
  if (tables_[row]->is_over() || !choices(row).failure.empty()) return false;
  write_row(row);
  return true;
}

void PolicyPlayer::dig_cell(std::size_t row, sim::Cell cell) {
  try {
    tables_[row]->dig(cell);
  } catch (const std::runtime_error& error) {
    choices(row).failure = error.what();  // the game itself fails in the same way
  }
}

void PolicyPlayer::write_row(std::size_t row) {
  const sim::View& view = tables_[row]->view();
  std::int8_t* const cells = cells_.data() + row * cell_count_;
  std::uint8_t* const hidden = hidden_.data() + row * cell_count_;
  for (sim::Cell cell = 0; cell < cell_count_; ++cell) {
    const bool is_shown = view.is_shown(cell);
    cells[cell] = is_shown ? static_cast<std::int8_t>(view.number(cell)) : kHidden;
    hidden[cell] = static_cast<std::uint8_t>(!is_shown);
  }
}

}  // namespace sapper::experiments::minesweeper
