#include "experiments/kinds/minesweeper/game_slots.hpp"

#include <tbb/task_arena.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "experiments/kinds/minesweeper/game_slots.hpp"
#include "experiments/run/executor.hpp"
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/support/parallel.hpp"

namespace sapper::experiments::minesweeper {

using sim::Cell;

namespace {

constexpr double kNoRisk = std::numeric_limits<double>::quiet_NaN();
// Slots that one thread steps at a time; the fewer, the more evenly threads share the work.
constexpr std::uint32_t kBlock = 64;
constexpr int kGameBits = 32;

}  // namespace

// What computes posteriors; one for each block of slots.
class GameSlots::Scratch {
 public:
  explicit Scratch(const sim::Grid& grid) : grid_(&grid) {}

  // False where the frontier is too wide to be counted.
  bool compute(const sim::View& view) {
    if (!knowledge_) {
      knowledge_.emplace(*grid_);
      posterior_.emplace(*grid_);
    }
    knowledge_->reset(view);
    try {
      const bool is_consistent = knowledge_->propagate() && posterior_->compute(*knowledge_);
      SAPPER_EXPECT(is_consistent);
      return is_consistent;
    } catch (const solvers::ComponentTooWide&) {
      posterior_.emplace(*grid_);
      return false;
    }
  }
  double p_mine(Cell cell) const { return posterior_->p_mine(cell); }

 private:
  const sim::Grid* grid_;
  std::optional<solvers::LocalRules> knowledge_;
  std::optional<solvers::Posterior> posterior_;
};

class GameSlots::Threads {
 public:
  Threads(std::size_t threads, std::uint32_t slots, const sim::Grid& grid)
      : arena_(static_cast<int>(std::min(threads, processor_count()))), is_serial_(threads == 1) {
    for (std::uint32_t first = 0; first < slots; first += kBlock) scratch_.emplace_back(grid);
  }

  template <class Body>
  void for_each_block(const Body& body) {
    if (is_serial_) {
      for (std::size_t block = 0; block < scratch_.size(); ++block) body(block, scratch_[block]);
      return;
    }
    arena_.execute([&] {
      solvers::for_each_index_in_parallel(scratch_.size(),
                                          [&](std::size_t block) { body(block, scratch_[block]); });
    });
  }

 private:
  tbb::task_arena arena_;
  bool is_serial_;
  std::deque<Scratch> scratch_;  // [block]
};

GameSlots::GameSlots(SlotSettings settings)
    : settings_(std::move(settings)), cell_count_(settings_.rules.grid->cell_count()) {
  const std::size_t slots = settings_.slots;
  const std::size_t all = slots * cell_count_;
  for (std::size_t slot = 0; slot < slots; ++slot) boards_.emplace_back(settings_.rules);
  sampling_.resize(slots);
  cells_.assign(all, kHiddenCell);
  hidden_.assign(all, 1);
  if (settings_.autoreset == Autoreset::same_step) final_cells_.assign(all, kHiddenCell);
  if (settings_.computes_risks) {
    risks_.assign(all, 0);
    safe_.assign(all, 0);
    dug_risks_.assign(slots, kNoRisk);
    for (Cell cell = 0; cell < cell_count_; ++cell)
      first_risks_.push_back(sim::first_dig_risk(settings_.rules, cell));
  }
  games_.assign(slots, -1);
  stepped_games_.assign(slots, -1);
  invalid_.assign(slots, 0);
  for (auto* bytes : {&over_, &won_, &lost_, &dug_shown_}) bytes->assign(slots, 0);
  opened_.assign(slots, 0);
  threads_ = std::make_unique<Threads>(settings_.threads, settings_.slots, *settings_.rules.grid);
}

GameSlots::~GameSlots() = default;

template <class Body>
void GameSlots::for_each_slot(const Body& body) {
  threads_->for_each_block([&](std::size_t block, Scratch& scratch) {
    const auto first = static_cast<std::uint32_t>(block) * kBlock;
    const std::uint32_t last = std::min(first + kBlock, settings_.slots);
    for (std::uint32_t slot = first; slot < last; ++slot) body(slot, scratch);
  });
}

void GameSlots::reset(std::optional<std::uint64_t> seed, std::span<const std::uint8_t> chosen) {
  SAPPER_EXPECT(chosen.empty() || (chosen.size() == settings_.slots && !seed));
  if (seed) {
    settings_.seed = *seed;
    std::fill(games_.begin(), games_.end(), -1);
  }
  is_started_ = true;
  for_each_slot([&](std::uint32_t slot, Scratch&) {
    if (!chosen.empty() && chosen[slot] == 0) return;
    invalid_[slot] = 0;
    over_[slot] = won_[slot] = lost_[slot] = dug_shown_[slot] = 0;
    opened_[slot] = 0;
    if (settings_.computes_risks) dug_risks_[slot] = kNoRisk;
    start(slot, games_[slot] + 1);
  });
}

void GameSlots::start(std::uint32_t slot, std::int64_t game) {
  games_[slot] = game;
  const std::uint64_t number =
      (static_cast<std::uint64_t>(slot) << kGameBits) + static_cast<std::uint64_t>(game);
  const sim::GameId id{settings_.seed, settings_.board_key, number};
  boards_[slot].start(id);
  sampling_[slot] = sim::Stream(id, sim::Purpose::strategy);
  const std::size_t begin = row(slot);
  std::fill_n(cells_.begin() + static_cast<std::ptrdiff_t>(begin), cell_count_, kHiddenCell);
  std::fill_n(hidden_.begin() + static_cast<std::ptrdiff_t>(begin), cell_count_, std::uint8_t{1});
  if (!settings_.computes_risks) return;
  for (Cell cell = 0; cell < cell_count_; ++cell) {
    risks_[begin + cell] = first_risks_[cell];
    safe_[begin + cell] = static_cast<std::uint8_t>(first_risks_[cell] == 0);
  }
}

void GameSlots::step(std::span<const std::int32_t> cells) {
  SAPPER_EXPECT(is_started_ && cells.size() == settings_.slots);
  for_each_slot([&](std::uint32_t slot, Scratch& scratch) {
    step_slot(slot, static_cast<Cell>(cells[slot]), scratch);
  });
}

void GameSlots::step_slot(std::uint32_t slot, Cell cell, Scratch& scratch) {
  SAPPER_EXPECT(cell < cell_count_);
  stepped_games_[slot] = games_[slot];
  won_[slot] = lost_[slot] = dug_shown_[slot] = 0;
  opened_[slot] = 0;
  if (settings_.computes_risks) dug_risks_[slot] = kNoRisk;
  sim::Game& game = boards_[slot];
  if (game.status() != sim::Game::Status::playing) {
    if (settings_.autoreset == Autoreset::disabled) return;
    over_[slot] = 0;
    start(slot, games_[slot] + 1);
    stepped_games_[slot] = games_[slot];
    return;
  }
  over_[slot] = 0;
  if (game.view().is_shown(cell)) {
    dug_shown_[slot] = 1;
    ++invalid_[slot];
    return;
  }
  const std::size_t begin = row(slot);
  if (settings_.computes_risks) dug_risks_[slot] = risks_[begin + cell];
  game.forget_shown();
  const sim::Game::Status status = game.dig(cell);
  sim::for_each_cell(game.shown(), [&](Cell shown) {
    cells_[begin + shown] = static_cast<std::int8_t>(game.view().number(shown));
    hidden_[begin + shown] = 0;
    ++opened_[slot];
  });
  if (status != sim::Game::Status::playing)
    end(slot, cell, scratch);
  else if (settings_.computes_risks)
    find_risks(slot, scratch);
}

void GameSlots::end(std::uint32_t slot, Cell cell, Scratch& scratch) {
  const std::size_t begin = row(slot);
  over_[slot] = 1;
  if (boards_[slot].status() == sim::Game::Status::won) {
    won_[slot] = 1;
  } else {
    lost_[slot] = 1;
    cells_[begin + cell] = kDugMine;
    hidden_[begin + cell] = 0;
  }
  if (settings_.autoreset != Autoreset::same_step) {
    if (settings_.computes_risks) find_risks(slot, scratch);
    return;
  }
  std::copy_n(cells_.begin() + static_cast<std::ptrdiff_t>(begin), cell_count_,
              final_cells_.begin() + static_cast<std::ptrdiff_t>(begin));
  start(slot, games_[slot] + 1);
}

void GameSlots::find_risks(std::uint32_t slot, Scratch& scratch) {
  const sim::Game& game = boards_[slot];
  const std::size_t begin = row(slot);
  const bool is_over = game.status() != sim::Game::Status::playing;
  const bool is_counted = is_over || scratch.compute(game.view());
  for (Cell cell = 0; cell < cell_count_; ++cell) {
    double risk = 0;
    if (is_over)
      risk = game.layout().is_mine(cell) ? 1 : 0;
    else if (game.view().is_hidden(cell))
      risk = is_counted ? scratch.p_mine(cell) : kNoRisk;
    risks_[begin + cell] = risk;
    safe_[begin + cell] = static_cast<std::uint8_t>(!is_over && risk == 0 && game.view().is_hidden(cell));
  }
}

void GameSlots::sample(std::span<std::int32_t> cells) {
  SAPPER_EXPECT(is_started_ && cells.size() == settings_.slots);
  for_each_slot([&](std::uint32_t slot, Scratch&) {
    const sim::Game& game = boards_[slot];
    sim::Stream& random = sampling_[slot];
    if (game.status() != sim::Game::Status::playing) {
      cells[slot] = 0;
      return;
    }
    Cell cell = 0;
    if (game.view().hidden_count() >= cell_count_ / 16) {
      do cell = random.below(cell_count_);
      while (game.view().is_shown(cell));
    } else {
      std::uint32_t left = random.below(game.view().hidden_count());
      while (game.view().is_shown(cell) || left-- != 0) ++cell;
    }
    cells[slot] = static_cast<std::int32_t>(cell);
  });
}

}  // namespace sapper::experiments::minesweeper
