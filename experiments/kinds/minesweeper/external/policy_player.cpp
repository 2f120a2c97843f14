#include "experiments/kinds/minesweeper/external/policy_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "experiments/kinds/minesweeper/boards/board_sides.hpp"
#include "experiments/kinds/minesweeper/game/game_in_play.hpp"
#include "experiments/run/game_range.hpp"
#include "experiments/support/errors.hpp"
#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"

namespace sapper::experiments::minesweeper {

namespace {

constexpr std::int8_t kHidden = -1;
// All games that are played in step have at most this many cells together: boards of millions are played one by one.
constexpr std::size_t kMostCellsInStep = std::size_t{1} << 24;

}  // namespace

// Games on a board of the case that are played in step.
template <class Boards>
class PolicyPlayer::GamesOn final : public GamesOfCase {
 public:
  GamesOn(PolicyPlayer& player, std::size_t case_number)
      : player_(player),
        board_(player.config_.board_of(case_number)),
        sides_(sides_of(board_)),
        dealer_(player.config_, player.config_.cases[case_number]),
        cell_count_(board_.cell_count()) {}

  void play_ahead(GameRange games) override;
  const Choices& choices_of(std::uint64_t game) override;

 private:
  void start_game(std::size_t row, std::uint64_t number);
  bool dig(std::size_t row, std::int64_t cell);
  void dig_cell(std::size_t row, sim::Cell cell);
  void write_row(std::size_t row);
  Choices& choices(std::size_t row) { return choices_[tables_[row]->id().game - games_.first]; }

  PolicyPlayer& player_;
  const Board& board_;
  std::vector<std::uint32_t> sides_;
  DealerOf<Boards> dealer_;
  std::size_t cell_count_;
  GameRange games_;
  std::vector<Choices> choices_;  // [game - games_.first]
  // [row] of the batch; the arrays are [row][cell].
  std::vector<std::unique_ptr<GameInPlayOf<Boards>>> tables_;
  std::vector<std::int8_t> cells_;
  std::vector<std::uint8_t> hidden_;
  std::vector<std::int64_t> digs_;
};

// Plays the digs that were chosen.
template <class Boards>
class PolicyPlayer::Replaying final : public OutsidePlayerOf<typename Boards::Strategy> {
 public:
  explicit Replaying(PolicyPlayer& player) : player_(player) {}

  void start_game(std::uint64_t game) override {
    choices_ = &player_.games_of_case_->choices_of(game);
    turn_ = 0;
    this->has_resigned_ = false;
  }
  void begin(const typename Boards::View&, sim::Stream&) override {}
  void plan(std::span<const typename Boards::Shown>, typename Boards::Digs& digs) override {
    if (turn_ < choices_->digs.size()) {
      solvers::Move move{choices_->digs[turn_++], solvers::MoveKind::guess, 0};
      move.is_judged = false;
      digs.moves.push_back(move);
      this->claims_.assign(1, {.is_made = true});  // the referee rules on each dig
      return;
    }
    if (player_.choice_.settings.choice("on_failure") != "lose")
      throw std::runtime_error(fmt::format("turn {}: {}", turn_ + 1, choices_->failure));
    this->has_resigned_ = true;
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

template <class Boards>
const PolicyPlayer::Choices& PolicyPlayer::GamesOn<Boards>::choices_of(std::uint64_t game) {
  if (game < games_.first || game >= games_.last) play_ahead({game, game + 1});
  return choices_[game - games_.first];
}

template <class Boards>
void PolicyPlayer::GamesOn<Boards>::play_ahead(GameRange games) {
  games_ = games;
  choices_.assign(games.size(), {});
  const std::size_t most =
      std::clamp<std::size_t>(kMostCellsInStep / cell_count_, 1, player_.config_.policy->batch_size());
  std::size_t rows = std::min<std::size_t>(most, games.size());
  while (tables_.size() < rows) tables_.push_back(std::make_unique<GameInPlayOf<Boards>>(dealer_));
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
    PolicyBatch batch{player_.choice_.label,
                      sides_,
                      rows,
                      std::span(cells_).first(rows * cell_count_),
                      std::span(hidden_).first(rows * cell_count_),
                      std::span(digs_).first(rows)};
    player_.policy_ns_ += player_.config_.policy->choose(batch);
    for (std::size_t row = 0; row < rows;)
      if (dig(row, digs_[row]) || deal(row))
        ++row;
      else
        drop(row);
  }
}

template <class Boards>
void PolicyPlayer::GamesOn<Boards>::start_game(std::size_t row, std::uint64_t number) {
  tables_[row]->start(dealer_.id_of(number));
  if (dealer_.first_cell() != sim::kNoCell) dig_cell(row, dealer_.first_cell());
  write_row(row);
}

// Whether the game goes on.
template <class Boards>
bool PolicyPlayer::GamesOn<Boards>::dig(std::size_t row, std::int64_t cell) {
  if (cell < 0 || cell >= static_cast<std::int64_t>(cell_count_)) {
    choices(row).failure =
        fmt::format("the policy chose {}; expected a hidden cell, {}", cell,
                    board_.graph_board ? fmt::format("the number of one of {}", cell_count_)
                                       : fmt::format("row * {} + column from 0", board_.cols));
    return false;
  }
  const auto chosen = static_cast<sim::Cell>(cell);
  if (!tables_[row]->view().is_hidden(chosen)) {
    choices(row).failure = fmt::format("the policy chose {} ({}), which is shown; expected a hidden cell",
                                       cell, cell_words(board_, chosen));
    return false;
  }
  choices(row).digs.push_back(chosen);
  dig_cell(row, chosen);
  if (tables_[row]->is_over() || !choices(row).failure.empty()) return false;
  write_row(row);
  return true;
}

template <class Boards>
void PolicyPlayer::GamesOn<Boards>::dig_cell(std::size_t row, sim::Cell cell) {
  try {
    tables_[row]->dig(cell);
  } catch (const std::runtime_error& error) {
    choices(row).failure = error.what();  // the game itself fails in the same way
  }
}

template <class Boards>
void PolicyPlayer::GamesOn<Boards>::write_row(std::size_t row) {
  const typename Boards::View& view = tables_[row]->view();
  std::int8_t* const cells = cells_.data() + row * cell_count_;
  std::uint8_t* const hidden = hidden_.data() + row * cell_count_;
  for (sim::Cell cell = 0; cell < cell_count_; ++cell) {
    const bool is_shown = !view.is_hidden(cell);
    cells[cell] = is_shown ? static_cast<std::int8_t>(view.number(cell)) : kHidden;
    hidden[cell] = static_cast<std::uint8_t>(!is_shown);
  }
}

template <class Boards>
std::unique_ptr<OutsidePlayerOf<typename Boards::Strategy>> PolicyPlayer::start_case(
    std::size_t case_number) {
  games_of_case_ = std::make_unique<GamesOn<Boards>>(*this, case_number);
  return std::make_unique<Replaying<Boards>>(*this);
}

template std::unique_ptr<OutsidePlayer> PolicyPlayer::start_case<solvers::OnGrids>(std::size_t);
template std::unique_ptr<OutsideGraphPlayer> PolicyPlayer::start_case<solvers::OnGraphs>(std::size_t);

}  // namespace sapper::experiments::minesweeper
