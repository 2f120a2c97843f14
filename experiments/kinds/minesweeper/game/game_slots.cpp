#include "experiments/kinds/minesweeper/game/game_slots.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "experiments/run/in_order.hpp"
#include "sim/support/contracts.hpp"
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/support/parallel.hpp"
#include "solvers/support/thread_arena.hpp"

namespace sapper::experiments::minesweeper {

using sim::Cell;

namespace {

constexpr double kNoRisk = std::numeric_limits<double>::quiet_NaN();
// Slots that one thread steps at a time; the fewer, the more evenly threads share the work.
constexpr std::uint32_t kBlock = 64;
constexpr int kGameBits = 32;

// False where the frontier is too wide to be counted.
template <class Boards>
bool compute(const typename Boards::View& view, std::optional<typename Boards::Posterior>& posterior) {
  if (!posterior) posterior.emplace(Boards::board_of(view));
  try {
    const bool is_consistent = posterior->compute(view);
    SAPPER_EXPECT(is_consistent);
    return is_consistent;
  } catch (const solvers::ComponentTooWide&) {
    posterior.reset();
    return false;
  }
}

const sim::Grid& board_of(const sim::GameRules& rules) { return *rules.grid; }
const sim::Graph& board_of(const sim::GraphGameRules& rules) { return *rules.graph; }

std::int8_t dug_mine_on(const sim::Grid&) { return GameSlots::kDugMine; }
std::int8_t dug_mine_on(const sim::Graph& graph) {
  std::size_t most = GameSlots::kDugMine - 1;
  for (Cell cell = 0; cell < graph.cell_count(); ++cell) most = std::max(most, graph.sees(cell).size());
  SAPPER_EXPECT(most <= GameSlots::kMaxDegree);
  return static_cast<std::int8_t>(most + 1);
}

template <class Visit>
void for_each_shown(std::span<const sim::CellBlock> cells, const Visit& visit) {
  sim::for_each_cell(cells, visit);
}
template <class Visit>
void for_each_shown(std::span<const Cell> cells, const Visit& visit) {
  for (const Cell cell : cells) visit(cell);
}

}  // namespace

template <class Boards>
class GameSlotsOf<Boards>::Threads {
 public:
  Threads(std::size_t threads, std::uint32_t slots)
      : arena_(std::min(threads, processor_count())),
        is_serial_(threads == 1),
        scratch_((slots + kBlock - 1) / kBlock) {}

  template <class Body>
  void for_each_block(const Body& body) {
    if (is_serial_) {
      for (std::size_t block = 0; block < scratch_.size(); ++block) body(block, scratch_[block]);
      return;
    }
    arena_.run([&] {
      solvers::for_each_index_in_parallel(scratch_.size(),
                                          [&](std::size_t block) { body(block, scratch_[block]); });
    });
  }

 private:
  solvers::ThreadArena arena_;
  bool is_serial_;
  std::vector<Scratch> scratch_;  // [block]
};

template <class Boards>
GameSlotsOf<Boards>::GameSlotsOf(DealerOf<Boards> dealer, SlotSettings settings)
    : settings_(settings),
      dealer_(std::move(dealer)),
      cell_count_(board_of(dealer_.rules()).cell_count()),
      dug_mine_(dug_mine_on(board_of(dealer_.rules()))) {
  seed_all(dealer_.id_of(0).seed);
  const std::size_t slots = settings_.slots;
  const std::size_t all = slots * cell_count_;
  for (std::size_t slot = 0; slot < slots; ++slot) boards_.emplace_back(dealer_);
  now_.sampling.resize(slots);
  now_.cells.assign(all, kHiddenCell);
  now_.hidden.assign(all, 1);
  if (settings_.autoreset == Autoreset::same_step) now_.final_cells.assign(all, kHiddenCell);
  if (settings_.computes_risks) {
    now_.risks.assign(all, 0);
    now_.safe.assign(all, 0);
    now_.dug_risks.assign(slots, kNoRisk);
    now_.lowest_risks.assign(slots, kNoRisk);
    for (Cell cell = 0; cell < cell_count_; ++cell)
      first_risks_.push_back(sim::first_dig_risk(dealer_.rules(), cell));
  }
  now_.games.assign(slots, -1);
  now_.stepped_games.assign(slots, -1);
  now_.invalid.assign(slots, 0);
  for (auto* bytes : {&now_.over, &now_.won, &now_.lost, &now_.dug_shown}) bytes->assign(slots, 0);
  now_.opened.assign(slots, 0);
  if (settings_.can_take_back) {
    digs_.resize(slots);
    last_digs_.resize(slots);
    dig_counts_.resize(slots);
  }
  threads_ = std::make_unique<Threads>(settings_.threads, settings_.slots);
}

template <class Boards>
GameSlotsOf<Boards>::~GameSlotsOf() = default;

template <class Boards>
template <class Body>
void GameSlotsOf<Boards>::for_each_slot(const Body& body) {
  threads_->for_each_block([&](std::size_t block, Scratch& scratch) {
    const auto first = static_cast<std::uint32_t>(block) * kBlock;
    const std::uint32_t last = std::min(first + kBlock, settings_.slots);
    for (std::uint32_t slot = first; slot < last; ++slot) body(slot, scratch);
  });
}

template <class Boards>
void GameSlotsOf<Boards>::reset(std::optional<std::uint64_t> seed, std::span<const std::uint8_t> chosen) {
  SAPPER_EXPECT(chosen.empty() || (chosen.size() == settings_.slots && !seed));
  if (seed) {
    seed_all(*seed);
    std::fill(now_.games.begin(), now_.games.end(), -1);
  }
  is_started_ = true;
  has_step_ = false;
  for_each_slot([&](std::uint32_t slot, Scratch&) {
    if (!chosen.empty() && chosen[slot] == 0) return;
    now_.invalid[slot] = 0;
    now_.over[slot] = now_.won[slot] = now_.lost[slot] = now_.dug_shown[slot] = 0;
    now_.opened[slot] = 0;
    if (settings_.computes_risks) now_.dug_risks[slot] = now_.lowest_risks[slot] = kNoRisk;
    start(slot, now_.games[slot] + 1);
  });
}

template <class Boards>
void GameSlotsOf<Boards>::seed_all(std::uint64_t seed) {
  first_games_.clear();
  for (std::uint64_t slot = 0; slot < settings_.slots; ++slot)
    first_games_.push_back({seed, dealer_.id_of(0).board_key, slot << kGameBits});
}

template <class Boards>
void GameSlotsOf<Boards>::reseed(std::span<const std::optional<std::uint64_t>> seeds) {
  SAPPER_EXPECT(seeds.size() == settings_.slots);
  for (std::size_t slot = 0; slot < seeds.size(); ++slot) {
    if (!seeds[slot]) continue;
    first_games_[slot] = {*seeds[slot], dealer_.id_of(0).board_key, 0};
    now_.games[slot] = -1;
  }
}

template <class Boards>
sim::GameId GameSlotsOf<Boards>::id_of(std::uint32_t slot, std::int64_t game) const {
  sim::GameId id = first_games_[slot];
  id.game += static_cast<std::uint64_t>(game);
  return id;
}

template <class Boards>
void GameSlotsOf<Boards>::start(std::uint32_t slot, std::int64_t game) {
  now_.games[slot] = game;
  if (settings_.can_take_back) {
    std::swap(digs_[slot], last_digs_[slot]);
    digs_[slot].clear();
  }
  const sim::GameId id = id_of(slot, game);
  boards_[slot].start(id);
  now_.sampling[slot] = sim::Stream(id, sim::StreamPurpose::strategy);
  const std::size_t begin = row(slot);
  std::fill_n(now_.cells.begin() + static_cast<std::ptrdiff_t>(begin), cell_count_, kHiddenCell);
  std::fill_n(now_.hidden.begin() + static_cast<std::ptrdiff_t>(begin), cell_count_, std::uint8_t{1});
  if (!settings_.computes_risks) return;
  for (Cell cell = 0; cell < cell_count_; ++cell) {
    now_.risks[begin + cell] = first_risks_[cell];
    now_.safe[begin + cell] = static_cast<std::uint8_t>(first_risks_[cell] == 0);
  }
}

template <class Boards>
void GameSlotsOf<Boards>::step(std::span<const std::int32_t> cells) {
  SAPPER_EXPECT(is_started_ && cells.size() == settings_.slots);
  if (settings_.can_take_back) {
    before_ = now_;
    for (std::size_t slot = 0; slot < digs_.size(); ++slot) dig_counts_[slot] = digs_[slot].size();
    has_step_ = true;
  }
  for_each_slot([&](std::uint32_t slot, Scratch& scratch) {
    step_slot(slot, static_cast<Cell>(cells[slot]), scratch);
  });
}

template <class Boards>
void GameSlotsOf<Boards>::take_back() {
  SAPPER_EXPECT(settings_.can_take_back);
  if (!std::exchange(has_step_, false)) return;
  for_each_slot([&](std::uint32_t slot, Scratch&) {
    const bool is_next_game = now_.games[slot] != before_.games[slot];
    if (is_next_game) std::swap(digs_[slot], last_digs_[slot]);
    if (!is_next_game && digs_[slot].size() == dig_counts_[slot]) return;
    digs_[slot].resize(dig_counts_[slot]);
    GameInPlayOf<Boards>& game = boards_[slot];
    game.start(id_of(slot, before_.games[slot]));
    for (const Cell cell : digs_[slot]) game.dig(cell);
  });
  // The vectors keep their memory, to which spans and arrays of the caller point.
  [[maybe_unused]] const std::int8_t* const cells = now_.cells.data();
  now_ = before_;
  SAPPER_EXPECT(now_.cells.data() == cells);
}

template <class Boards>
void GameSlotsOf<Boards>::step_slot(std::uint32_t slot, Cell cell, Scratch& scratch) {
  SAPPER_EXPECT(cell < cell_count_);
  now_.stepped_games[slot] = now_.games[slot];
  now_.won[slot] = now_.lost[slot] = now_.dug_shown[slot] = 0;
  now_.opened[slot] = 0;
  if (settings_.computes_risks) now_.dug_risks[slot] = now_.lowest_risks[slot] = kNoRisk;
  GameInPlayOf<Boards>& game = boards_[slot];
  if (game.is_over()) {
    if (settings_.autoreset == Autoreset::disabled) return;
    now_.over[slot] = 0;
    start(slot, now_.games[slot] + 1);
    now_.stepped_games[slot] = now_.games[slot];
    return;
  }
  now_.over[slot] = 0;
  if (!game.view().is_hidden(cell)) {
    now_.dug_shown[slot] = 1;
    ++now_.invalid[slot];
    return;
  }
  const std::size_t begin = row(slot);
  if (settings_.computes_risks) {
    now_.dug_risks[slot] = now_.risks[begin + cell];
    now_.lowest_risks[slot] = lowest_risk(slot);
  }
  if (settings_.can_take_back) digs_[slot].push_back(cell);
  game.dig(cell);
  for_each_shown(game.game().shown(), [&](Cell shown) {
    now_.cells[begin + shown] = static_cast<std::int8_t>(game.view().number(shown));
    now_.hidden[begin + shown] = 0;
    ++now_.opened[slot];
  });
  if (game.is_over())
    end(slot, cell, scratch);
  else if (settings_.computes_risks)
    find_risks(slot, scratch);
}

// The lowest risk of a hidden cell; NaN if the risks are not known.
template <class Boards>
double GameSlotsOf<Boards>::lowest_risk(std::uint32_t slot) const {
  double lowest = kNoRisk;
  for (std::size_t cell = row(slot); cell < row(slot) + cell_count_; ++cell)
    if (now_.hidden[cell] != 0 && !(lowest <= now_.risks[cell])) lowest = now_.risks[cell];
  return lowest;
}

template <class Boards>
void GameSlotsOf<Boards>::end(std::uint32_t slot, Cell cell, Scratch& scratch) {
  const std::size_t begin = row(slot);
  now_.over[slot] = 1;
  if (boards_[slot].game().is_won()) {
    now_.won[slot] = 1;
  } else {
    now_.lost[slot] = 1;
    now_.cells[begin + cell] = dug_mine_;
    now_.hidden[begin + cell] = 0;
  }
  if (settings_.autoreset != Autoreset::same_step) {
    if (settings_.computes_risks) find_risks(slot, scratch);
    return;
  }
  std::copy_n(now_.cells.begin() + static_cast<std::ptrdiff_t>(begin), cell_count_,
              now_.final_cells.begin() + static_cast<std::ptrdiff_t>(begin));
  start(slot, now_.games[slot] + 1);
}

template <class Boards>
void GameSlotsOf<Boards>::find_risks(std::uint32_t slot, Scratch& scratch) {
  const typename Boards::Game& game = boards_[slot].game();
  const std::size_t begin = row(slot);
  const bool is_over = game.is_over();
  const bool is_counted = is_over || compute<Boards>(game.view(), scratch);
  for (Cell cell = 0; cell < cell_count_; ++cell) {
    double risk = 0;
    if (is_over)
      risk = game.layout().is_mine(cell) ? 1 : 0;
    else if (game.view().is_hidden(cell))
      risk = is_counted ? scratch->p_mine(cell) : kNoRisk;
    now_.risks[begin + cell] = risk;
    now_.safe[begin + cell] = static_cast<std::uint8_t>(!is_over && risk == 0 && game.view().is_hidden(cell));
  }
}

template <class Boards>
void GameSlotsOf<Boards>::sample(std::span<std::int32_t> cells) {
  SAPPER_EXPECT(is_started_ && cells.size() == settings_.slots);
  for_each_slot([&](std::uint32_t slot, Scratch&) {
    const typename Boards::Game& game = boards_[slot].game();
    sim::Stream& random = now_.sampling[slot];
    if (game.is_over()) {
      cells[slot] = 0;
      return;
    }
    Cell cell = 0;
    if (game.hidden_count() >= cell_count_ / 16) {
      do cell = random.below(cell_count_);
      while (!game.view().is_hidden(cell));
    } else {
      std::uint32_t left = random.below(game.hidden_count());
      while (!game.view().is_hidden(cell) || left-- != 0) ++cell;
    }
    cells[slot] = static_cast<std::int32_t>(cell);
  });
}

template class GameSlotsOf<solvers::OnGrids>;
template class GameSlotsOf<solvers::OnGraphs>;

}  // namespace sapper::experiments::minesweeper
