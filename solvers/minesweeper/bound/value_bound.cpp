#include "solvers/minesweeper/bound/value_bound.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <unordered_map>

#include "sim/minesweeper/layout.hpp"
#include "sim/support/contracts.hpp"
#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/bound/look_alikes.hpp"
#include "solvers/minesweeper/choice/resumed_game.hpp"
#include "solvers/minesweeper/exact/endgame/endgame.hpp"
#include "solvers/minesweeper/posterior/layouts.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/posterior/what_if.hpp"

namespace sapper::solvers {

using sim::Cell;

namespace {

template <class Visit>
void visit_cells_of(const CellBits& cells, Visit visit) {
  for (std::size_t word = 0; word < cells.size(); ++word)
    for (std::uint64_t left = cells[word]; left != 0; left &= left - 1)
      visit(static_cast<Cell>(64 * word) + static_cast<Cell>(std::countr_zero(left)));
}

}  // namespace

// One position at a time: its layouts, and the positions that follow a guess in it.
class ValueBound::Level {
 public:
  // A layout of the position, with all its mines.
  struct Sampled {
    CellBits mines{};
    double share = 1;      // that can be won at most of its class
    CellBits exchanged{};  // the cells of the patterns in its class
  };

  // next: that of the positions that follow; null if none are looked at.
  Level(const sim::Grid& grid, const BoundSettings& settings, Level* next)
      : settings_(settings),
        next_(next),
        after_guess_(grid),
        endgame_(grid),
        what_if_(grid),
        look_alikes_(grid) {}

  // The number of a position that is combined, with nothing pending; its risks are invalid afterwards. key: identifies it
  // in its game. layouts: uniform ones of the position, as for the one before it; fewer than BoundSettings::fewest_layouts
  // are not used.
  double value_of(Posterior& position, int depth, const sim::GameId& id, std::uint64_t key,
                  std::span<const Sampled> layouts);

 private:
  struct Candidate {
    Cell cell = sim::kNoCell;
    double p_free = 0;
    double limit = 0;                                                // no result exceeds it
    std::array<double, WhatIf::kNumbers> probabilities{}, limits{};  // [number]
  };
  // Of a cell.
  struct ShareSums {
    double share = 0;  // of the layouts in which the cell is free and in no pattern
    std::uint32_t free = 0, in_patterns = 0;
  };
  // A position after a guess has cells to dig, or the number where it is stuck.
  struct Entry {
    std::vector<sim::CellBlock> safe;
    double value = 0;
  };

  void list_cells(const Posterior& position);
  void sample_layouts(const Posterior& position, const sim::GameId& id, std::uint64_t key);
  bool is_uncertain(const CellBits& cells) const;  // all of them
  double share_of(const CellBits& mines, Cell dug = sim::kNoCell);
  void find_share(Sampled& sampled);
  double mean_share() const;
  double value_of_last_guess(const Posterior& position);
  double value_of_guess(const Posterior& position, int depth, const sim::GameId& id, std::uint64_t key);
  bool list_candidates(const Posterior& position);
  double value_of_dig(const Candidate& candidate, double floor);
  void find_showing(Cell cell, int number);
  double value_after(const sim::Layout& layout, Cell cell);
  const Entry& look_up();
  Entry decide(std::uint64_t key);

  BoundSettings settings_;
  Level* next_;
  ResumedGame after_guess_;
  Endgame endgame_;
  LayoutList list_;
  LayoutSampler sampler_;
  WhatIf what_if_;
  LookAlikes look_alikes_;

  CellBits uncertain_{}, known_mines_{};
  bool are_patterns_found_ = false;  // look_alikes_ has the position
  std::vector<Cell> cells_;          // the uncertain ones
  std::vector<Cell> drawn_;
  std::vector<Sampled> sampled_;
  std::vector<sim::Layout> layouts_;  // the same, where positions follow
  std::vector<Candidate> candidates_;
  std::vector<ShareSums> sums_;  // [cell]
  // The sampled layouts in which a dig shows a number.
  std::vector<std::size_t> showing_;
  std::vector<Sampled> showing_mines_;
  // The dig showed a single cell, and nothing was certainly safe then: so it is in all layouts of showing_.
  bool is_stuck_at_once_ = false;

  const Posterior* position_ = nullptr;
  int depth_ = 0;
  sim::GameId id_;
  std::uint64_t position_key_ = 0;
  std::unordered_map<std::uint64_t, Entry> entries_;  // by after_guess_.key()
};

double ValueBound::Level::value_of(Posterior& position, int depth, const sim::GameId& id, std::uint64_t key,
                                   std::span<const Sampled> layouts) {
  sim::end_if_interrupted();
  if (settings_.exact_layouts > 0 && endgame_.solve(position, settings_.exact_layouts))
    return endgame_.win_probability();
  list_cells(position);
  if (layouts.size() >= settings_.fewest_layouts) {
    sampled_.assign(layouts.begin(), layouts.end());
    for (Sampled& sampled : sampled_)
      if (!is_uncertain(sampled.exchanged)) find_share(sampled);
  } else {
    sample_layouts(position, id, key);
    for (Sampled& sampled : sampled_) find_share(sampled);
  }
  if (depth > 1) return value_of_guess(position, depth, id, key);
  return depth == 1 ? value_of_last_guess(position) : mean_share();
}

void ValueBound::Level::list_cells(const Posterior& position) {
  const LocalRules& knowledge = position.knowledge();
  uncertain_ = known_mines_ = {};
  are_patterns_found_ = false;
  cells_.clear();
  for (Cell cell = 0; cell < knowledge.grid().cell_count(); ++cell) {
    if (knowledge.is_mine(cell)) insert(known_mines_, cell);
    if (!knowledge.is_unknown(cell)) continue;
    insert(uncertain_, cell);
    cells_.push_back(cell);
  }
}

void ValueBound::Level::sample_layouts(const Posterior& position, const sim::GameId& id, std::uint64_t key) {
  sampled_.clear();
  // The first position's layouts serve the next ones, too.
  const std::uint32_t count = key == 0 ? settings_.layouts : settings_.fewest_layouts;
  if (list_.fill(position, count)) {
    sampled_.resize(list_.layout_count(), {known_mines_});
    for (std::size_t place = 0; place < list_.cells().size(); ++place)
      for (std::size_t layout = 0; layout < sampled_.size(); ++layout)
        if ((list_.mines(place)[layout / 64] >> layout % 64 & 1) != 0)
          insert(sampled_[layout].mines, list_.cells()[place]);
    return;
  }
  sim::Stream random({id.seed, sim::mix(id.board_key ^ key), id.game}, sim::StreamPurpose::playout);
  sampler_.start(position);
  for (std::uint32_t layout = 0; layout < count; ++layout) {
    Sampled& sampled = sampled_.emplace_back();
    sampled.mines = known_mines_;
    sampler_.draw(random, drawn_);
    for (const Cell cell : drawn_) insert(sampled.mines, cell);
  }
}

bool ValueBound::Level::is_uncertain(const CellBits& cells) const {
  for (std::size_t word = 0; word < cells.size(); ++word)
    if ((cells[word] & ~uncertain_[word]) != 0) return false;
  return true;
}

double ValueBound::Level::share_of(const CellBits& mines, Cell dug) {
  if (!are_patterns_found_) look_alikes_.start(uncertain_, known_mines_);
  are_patterns_found_ = true;
  return look_alikes_.winnable_share(mines, dug);
}

void ValueBound::Level::find_share(Sampled& sampled) {
  sampled.share = share_of(sampled.mines);
  sampled.exchanged = look_alikes_.exchanged_cells();
}

double ValueBound::Level::mean_share() const {
  double sum = 0;
  for (const Sampled& sampled : sampled_) sum += sampled.share;
  return sum / static_cast<double>(sampled_.size());
}

// The maximum over cells of P(free) times the mean share, after the dig, of the layouts in which the cell is free. Shares
// change only where the cell is one of a pattern: there they are at most 1, and are found only where it matters.
double ValueBound::Level::value_of_last_guess(const Posterior& position) {
  sums_.assign(position.knowledge().grid().cell_count(), {});
  std::vector<ShareSums>& sums = sums_;
  double total = 0;
  for (const Sampled& sampled : sampled_) total += sampled.share;
  for (const Cell cell : cells_) sums[cell] = {total, static_cast<std::uint32_t>(sampled_.size()), 0};
  for (const Sampled& sampled : sampled_) {
    CellBits left_out{};
    for (std::size_t word = 0; word < left_out.size(); ++word)
      left_out[word] = uncertain_[word] & (sampled.mines[word] | sampled.exchanged[word]);
    visit_cells_of(left_out, [&](Cell cell) {
      sums[cell].share -= sampled.share;
      if (contains(sampled.mines, cell))
        --sums[cell].free;
      else
        ++sums[cell].in_patterns;
    });
  }
  candidates_.clear();
  for (const Cell cell : cells_) {
    const double p_free = 1 - position.p_mine(cell);
    const double mean = sums[cell].free > 0
                            ? std::min((sums[cell].share + sums[cell].in_patterns) / sums[cell].free, 1.0)
                            : 1;
    candidates_.push_back({.cell = cell, .p_free = p_free, .limit = p_free * mean});
  }
  // Those in no pattern have their limit as the result.
  double best = 0;
  for (const Candidate& candidate : candidates_)
    if (sums[candidate.cell].in_patterns == 0) best = std::max(best, candidate.limit);
  for (const Candidate& candidate : candidates_) {
    if (candidate.limit <= best) continue;
    double share = sums[candidate.cell].share;
    for (const Sampled& sampled : sampled_)
      if (contains(sampled.exchanged, candidate.cell) && !contains(sampled.mines, candidate.cell))
        share += share_of(sampled.mines, candidate.cell);
    best = std::max(best, candidate.p_free * std::min(share / sums[candidate.cell].free, 1.0));
  }
  return best;
}

// False if the position is too large to be asked about.
bool ValueBound::Level::list_candidates(const Posterior& position) {
  candidates_.clear();
  if (!what_if_.start(position)) return false;
  for (const Cell cell : cells_) {
    Candidate& candidate = candidates_.emplace_back();
    candidate.cell = cell;
    candidate.p_free = 1 - position.p_mine(cell);
    what_if_.dig(cell);
    for (int number = 0; number < WhatIf::kNumbers; ++number) {
      const double probability = what_if_.probability(number);
      if (probability <= 0) continue;
      what_if_.show(number);
      // Where nothing is certainly safe, the next guess survives with at most this probability.
      const double limit = what_if_.safe_cell_count() > 0 ? 1 : 1 - what_if_.lowest_risk();
      candidate.probabilities[static_cast<std::size_t>(number)] = probability;
      candidate.limits[static_cast<std::size_t>(number)] = limit;
      candidate.limit += probability * limit;
    }
  }
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
    return a.limit != b.limit ? a.limit > b.limit : a.cell < b.cell;
  });
  return true;
}

double ValueBound::Level::value_of_guess(const Posterior& position, int depth, const sim::GameId& id,
                                         std::uint64_t key) {
  if (!list_candidates(position)) return 1;
  const sim::Grid& grid = position.knowledge().grid();
  while (layouts_.size() < sampled_.size()) layouts_.emplace_back(grid);
  for (std::size_t i = 0; i < sampled_.size(); ++i) {
    drawn_.clear();
    visit_cells_of(sampled_[i].mines, [&](Cell cell) { drawn_.push_back(cell); });
    layouts_[i].set_mines(drawn_);
  }
  position_ = &position;
  depth_ = depth;
  id_ = id;
  position_key_ = key;
  entries_.clear();
  double best = 0;
  for (const Candidate& candidate : candidates_) {
    if (candidate.limit <= best) break;
    best = std::max(best, value_of_dig(candidate, best));
  }
  return best;
}

// The result of a dig: the sum over its numbers of their probability times the mean over the layouts that show it. It may be
// unfinished, and is then at most the floor. Openings come last: they lead to many positions.
double ValueBound::Level::value_of_dig(const Candidate& candidate, double floor) {
  double value = candidate.limit;
  for (std::size_t i = 1; i <= candidate.probabilities.size(); ++i) {
    const std::size_t number = i % candidate.probabilities.size();
    const double probability = candidate.probabilities[number];
    if (probability <= 0) continue;
    find_showing(candidate.cell, static_cast<int>(number));
    // Without a layout, the limit stays.
    for (std::size_t next = 0; next < showing_.size(); ++next) {
      // No result exceeds the limit but by rounding: a minimum with noise would lower the mean.
      const double limit = candidate.limits[number];
      const double result = std::min(value_after(layouts_[showing_[next]], candidate.cell), limit);
      const double share = is_stuck_at_once_ ? 1 : 1 / static_cast<double>(showing_.size());
      value -= probability * share * (limit - result);
      if (value <= floor) return value;
      if (is_stuck_at_once_) break;  // as the other layouts are
    }
  }
  return value;
}

void ValueBound::Level::find_showing(Cell cell, int number) {
  showing_.clear();
  showing_mines_.clear();
  for (std::size_t layout = 0; layout < sampled_.size(); ++layout) {
    if (contains(sampled_[layout].mines, cell) || layouts_[layout].number(cell) != number) continue;
    showing_.push_back(layout);
    showing_mines_.push_back(sampled_[layout]);
  }
}

double ValueBound::Level::value_after(const sim::Layout& layout, Cell cell) {
  using Status = sim::Game::Status;
  sim::Game& game = after_guess_.game();
  after_guess_.resume(*position_, layout);
  game.dig(cell);
  is_stuck_at_once_ = sim::cell_count(game.shown()) == 1;
  while (game.status() == Status::playing) {
    const Entry& entry = look_up();
    if (entry.safe.empty()) return entry.value;
    is_stuck_at_once_ = false;
    game.dig(entry.safe);
  }
  is_stuck_at_once_ = false;
  return game.status() == Status::won ? 1 : 0;
}

const ValueBound::Level::Entry& ValueBound::Level::look_up() {
  const std::uint64_t key = after_guess_.key();
  const auto found = entries_.find(key);
  return found != entries_.end() ? found->second : entries_.emplace(key, decide(key)).first->second;
}

ValueBound::Level::Entry ValueBound::Level::decide(std::uint64_t key) {
  if (const std::vector<sim::CellBlock>& safe = after_guess_.find_safe(); !safe.empty()) return {safe, 0};
  const auto layouts =
      is_stuck_at_once_ ? std::span<const Sampled>(showing_mines_) : std::span<const Sampled>();
  return {{},
          next_->value_of(after_guess_.posterior(), depth_ - 1, id_, sim::mix(position_key_ + key), layouts)};
}

ValueBound::ValueBound(const sim::Grid& grid, const BoundSettings& settings)
    : settings_(settings),
      reasoner_(grid, telemetry_),
      levels_(static_cast<std::size_t>(std::max(settings.depth, 1))) {
  SAPPER_EXPECT(settings.depth >= 0 && settings.depth <= kMostDepth);
  SAPPER_EXPECT(settings.fewest_layouts >= 1 && settings.fewest_layouts <= settings.layouts &&
                settings.layouts <= kMostLayouts);
  Level* next = nullptr;
  for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
    *level = std::make_unique<Level>(grid, settings, next);
    next = level->get();
  }
}

ValueBound::~ValueBound() = default;

double ValueBound::of_game(sim::Game& game, Cell first, const sim::GameId& id) {
  using Status = sim::Game::Status;
  reasoner_.begin(game.view());
  game.dig(first);
  while (game.status() == Status::playing) {
    digs_.clear();
    const bool has_digs = reasoner_.plan_by_rules(game.shown(), digs_) || reasoner_.plan_by_posterior(digs_);
    if (!has_digs) return of_stuck(reasoner_, id);
    game.forget_shown();
    game.dig(digs_.safe);
  }
  return game.status() == Status::won ? 1 : 0;
}

double ValueBound::of_position(const sim::View& view, const sim::GameId& id) {
  reasoner_.begin(view);
  digs_.clear();
  if (reasoner_.plan_by_rules({}, digs_) || reasoner_.plan_by_posterior(digs_))
    throw std::invalid_argument("the position has certainly safe cells, whose numbers are not known");
  return of_stuck(reasoner_, id);
}

double ValueBound::of_stuck(Reasoner& reasoner, const sim::GameId& id) {
  reasoner.settle();
  return levels_.front()->value_of(reasoner.posterior(), settings_.depth, id, 0, {});
}

}  // namespace sapper::solvers
