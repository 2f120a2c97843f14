#include "experiments/kinds/minesweeper/comparison/judgement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <cmath>
#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>

#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/graph_player.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/run/exact_numbers.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/locale.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/choice/graph_strategy.hpp"
#include "solvers/minesweeper/counting/counting.hpp"

namespace sapper::experiments::minesweeper {

namespace {

constexpr std::size_t kAllPhases = kPhaseEnds.size();
// More games than threads are in flight, as games take different times.
constexpr std::size_t kGamesPerThread = 8;

// Judges the guesses in the games of the first strategy beside those that the others would make. Boards: OnGrids or OnGraphs.
template <class Boards>
class GuessJudge {
 public:
  using View = typename Boards::View;
  using Strategy = typename Boards::Strategy;

  // has_first_cell: the config gives the first cell, which is then that of every strategy.
  GuessJudge(const typename Boards::Board& board, const JudgeOptions& options, bool has_first_cell)
      : layouts_(options.layouts), has_first_cell_(has_first_cell), judge_(board, options.rule) {}

  // The next of the strategies after the first; it must outlive the object.
  void add_other(Strategy& strategy) { others_.push_back(&strategy); }

  void begin(const sim::GameId& id) {
    result_ = {};
    result_.gains.resize(others_.size());
    is_first_dig_ = true;
    layout_stream_ = sim::Stream(id, sim::StreamPurpose::playout);
    // All other strategies choose with the same random numbers.
    choice_streams_.assign(others_.size(), sim::Stream(id, sim::StreamPurpose::opponent));
  }
  // Call before each dig.
  void will_dig(const View& view, const solvers::Move& move) {
    sim::end_if_interrupted();
    const bool is_given = std::exchange(is_first_dig_, false) && has_first_cell_;
    if (move.kind != solvers::MoveKind::guess) return;
    ++result_.guesses;
    if (!is_given) judge_guess(view, move.cell);
  }
  Judgement finish() { return std::move(result_); }

 private:
  void judge_guess(const View& view, sim::Cell guess) {
    std::vector<sim::Cell> cells{guess};
    std::vector<std::size_t> choices(others_.size(), 0);  // [other strategy] in `cells`
    try {
      for (std::size_t i = 0; i < others_.size(); ++i) choices[i] = choice_of(i, view, cells);
      if (cells.size() == 1) return;
      judge_.judge(view, cells, layouts_, layout_stream_);
    } catch (const solvers::ComponentTooWide&) {
      ++result_.unjudged;
      return;
    }
    const auto phase =
        static_cast<std::size_t>(std::find_if(kPhaseEnds.begin(), kPhaseEnds.end(),
                                              [&](double end) { return judge_.log_layouts() <= end; }) -
                                 kPhaseEnds.begin());
    for (std::size_t i = 0; i < others_.size(); ++i) {
      if (choices[i] == 0) continue;
      for (const std::size_t row : {phase, kAllPhases}) {
        ChoiceGain& gain = result_.gains[i][row];
        ++gain.guesses;
        gain.sum += judge_.values()[choices[i]] - judge_.values().front();
      }
    }
  }

  // The index in `cells` of the cell that a strategy would dig; adds it if necessary.
  std::size_t choice_of(std::size_t other, const View& view, std::vector<sim::Cell>& cells) {
    digs_.clear();
    others_[other]->begin(view, choice_streams_[other]);
    others_[other]->plan({}, digs_);
    const sim::Cell chosen = digs_.front().cell;
    const auto found = std::find(cells.begin(), cells.end(), chosen);
    const auto place = static_cast<std::size_t>(found - cells.begin());
    if (found == cells.end()) cells.push_back(chosen);
    return place;
  }

  std::uint32_t layouts_;
  bool has_first_cell_;
  ChoiceJudgeOf<Boards> judge_;
  std::vector<Strategy*> others_;
  bool is_first_dig_ = true;
  sim::Stream layout_stream_;
  std::vector<sim::Stream> choice_streams_;  // [other strategy]
  typename Boards::Digs digs_;
  Judgement result_;
};

// Plays and judges games of a case on one thread.
class CaseJudge {
 public:
  CaseJudge() = default;
  CaseJudge(const CaseJudge&) = delete;
  CaseJudge& operator=(const CaseJudge&) = delete;
  virtual ~CaseJudge() = default;

  // The judgement of one game.
  virtual Judgement judge(std::uint64_t game) = 0;
};

class GridCaseJudge final : public CaseJudge {
 public:
  GridCaseJudge(const Config& config, std::size_t case_number, const JudgeOptions& options)
      : seed_(config.seed),
        board_key_(key_of(config.board_of(case_number))),
        player_(config, config.cases[case_number]),
        judge_(*player_.game().rules().grid, options, config.cases[case_number].first_cell != sim::kNoCell) {
    for (const solvers::StrategyChoice& choice : config.strategies) factories_.emplace_back(config, choice);
    for (PlayerFactory& factory : factories_) {
      strategies_.push_back(factory.make(case_number, player_.game().rules()));
      if (strategies_.size() > 1) judge_.add_other(*strategies_.back().operator->());
    }
  }

  Judgement judge(std::uint64_t game) override {
    judge_.begin({seed_, board_key_, game});
    player_.play(game, *strategies_.front(), Watcher{{}, judge_});
    return judge_.finish();
  }

 private:
  struct Watcher : NoObserver {
    GuessJudge<solvers::OnGrids>& judge;
    void will_dig(const sim::Game& game, const solvers::Move& move, const solvers::Claim&) const {
      judge.will_dig(game.view(), move);
    }
  };

  std::uint64_t seed_, board_key_;
  Player player_;
  std::vector<PlayerFactory> factories_;  // [strategy]
  std::vector<AnyPlayerPointer> strategies_;
  GuessJudge<solvers::OnGrids> judge_;
};

class GraphCaseJudge final : public CaseJudge {
 public:
  GraphCaseJudge(const Config& config, std::size_t case_number, const JudgeOptions& options)
      : seed_(config.seed),
        board_key_(key_of(config.board_of(case_number))),
        player_(config, config.cases[case_number]),
        judge_(*player_.game().rules().graph, options, config.cases[case_number].first_cell != sim::kNoCell) {
    for (const solvers::StrategyChoice& choice : config.strategies) factories_.emplace_back(config, choice);
    for (PlayerFactory& factory : factories_) {
      strategies_.push_back(factory.make(case_number, player_.game().rules()));
      if (strategies_.size() > 1) judge_.add_other(*strategies_.back().operator->());
    }
  }

  Judgement judge(std::uint64_t game) override {
    judge_.begin({seed_, board_key_, game});
    Watcher watcher(judge_);
    player_.play(game, *strategies_.front(), &watcher);
    return judge_.finish();
  }

 private:
  class Watcher final : public GraphPlayer::Observer {
   public:
    explicit Watcher(GuessJudge<solvers::OnGraphs>& judge) : judge_(judge) {}
    void will_dig(const sim::GraphGame& game, const solvers::Move& move, const solvers::Claim&) override {
      judge_.will_dig(game.view(), move);
    }
    void dug(const sim::GraphGame&) override {}

   private:
    GuessJudge<solvers::OnGraphs>& judge_;
  };

  std::uint64_t seed_, board_key_;
  GraphPlayer player_;
  std::vector<PlayerFactory> factories_;  // [strategy]
  std::vector<AnyGraphPlayerPointer> strategies_;
  GuessJudge<solvers::OnGraphs> judge_;
};

std::unique_ptr<CaseJudge> make_case_judge(const Config& config, std::size_t case_number,
                                           const JudgeOptions& options) {
  if (config.board_of(case_number).graph_board)
    return std::make_unique<GraphCaseJudge>(config, case_number, options);
  return std::make_unique<GridCaseJudge>(config, case_number, options);
}

void add_game(const Judgement& game, Judgement& judgement) {
  ++judgement.games;
  judgement.guesses += game.guesses;
  judgement.unjudged += game.unjudged;
  for (std::size_t strategy = 0; strategy < game.gains.size(); ++strategy)
    for (std::size_t row = 0; row <= kAllPhases; ++row) {
      const ChoiceGain& theirs = game.gains[strategy][row];
      ChoiceGain& gain = judgement.gains[strategy][row];
      gain.guesses += theirs.guesses;
      gain.sum += theirs.sum;
      gain.squares += theirs.sum * theirs.sum;
    }
}

template <class Judged, class Visit>
void each_number(Judged& judgement, Visit& visit) {
  visit(judgement.games);
  visit(judgement.guesses);
  visit(judgement.unjudged);
  for (auto& phases : judgement.gains)
    for (auto& gain : phases) {
      visit(gain.guesses);
      visit(gain.sum);
      visit(gain.squares);
    }
}

std::string phase_name(std::size_t row) {
  if (row == kAllPhases) return "all";
  const double begin = row == 0 ? 0 : kPhaseEnds[row - 1];
  return row + 1 == kAllPhases ? fmt::format("beyond e^{:g}", begin)
                               : fmt::format("to e^{:g}", kPhaseEnds[row]);
}

boost::json::object gain_json(const ChoiceGain& gain, std::uint64_t games) {
  boost::json::object object{{"guesses_differ", gain.guesses},
                             {"gain", json::rounded(gain.mean(games))},
                             {"gain_half_width", nullptr}};
  if (games > 1) object["gain_half_width"] = json::rounded(gain.half_width(games));
  return object;
}

}  // namespace

double ChoiceGain::mean(std::uint64_t games) const {
  return games == 0 ? 0 : sum / static_cast<double>(games);
}

double ChoiceGain::half_width(std::uint64_t games) const {
  const Interval interval = mean_interval_95({games, sum, squares}, {-1, 1});
  return std::max(mean(games) - interval.low, interval.high - mean(games));
}

void check_judgeable(const Config& config) {
  if (config.strategies.size() < 2)
    throw InputError(
        "judge: the config has only one strategy; expected several: the first plays, the others are compared "
        "with it");
  for (std::size_t i = 1; i < config.strategies.size(); ++i)
    if (is_outside(*config.strategies[i].entry))
      throw InputError(fmt::format(
          "judge: \"{}\" is an external player, which cannot be queried about positions of "
          "other games; expected it as the first strategy, or built-in strategies after the first",
          config.strategies[i].label));
  if (const std::string refusal = refusal_to_judge(config); !refusal.empty())
    throw InputError("judge: " + refusal);
}

Judgement empty_judgement(const Config& config, std::size_t case_number) {
  Judgement judgement;
  judgement.case_number = case_number;
  judgement.gains.resize(config.strategies.size() - 1);
  return judgement;
}

boost::json::array numbers_of(const Judgement& judgement) {
  NumberWriter numbers;
  each_number(judgement, numbers);
  return numbers.take();
}

Judgement judgement_of(const Config& config, std::size_t case_number, const boost::json::value& numbers) {
  Judgement judgement = empty_judgement(config, case_number);
  NumberReader reader(numbers);
  each_number(judgement, reader);
  reader.end();
  if (judgement.games > config.games) throw WrongField("holds more games than the config");
  return judgement;
}

void judge_games(const Config& config, const JudgeOptions& options, const std::atomic<bool>& interrupt,
                 Judgement& judgement, const std::function<void()>& after_game) {
  std::vector<std::unique_ptr<CaseJudge>> judges;  // [slot]
  for (std::size_t i = 0; i < options.threads; ++i)
    judges.push_back(make_case_judge(config, judgement.case_number, options));
  struct Game {
    std::uint64_t number = 0;
    Judgement judged;
  };
  std::vector<Game> in_flight(options.threads * kGamesPerThread);
  const std::uint64_t end = options.first_game + config.games;
  std::uint64_t next = options.first_game + judgement.games;
  in_order_until(
      interrupt, on_threads(options.threads), in_flight,
      [&](Game& game) {
        if (next == end) return false;
        game.number = next++;
        return true;
      },
      [&](Game& game, std::size_t slot) {
        try {
          game.judged = judges[slot]->judge(game.number);
        } catch (const std::exception& error) {
          throw RunError(fmt::format("game {}: {}", game.number, error.what()));
        }
      },
      [&](const Game& game) {
        add_game(game.judged, judgement);
        after_game();
      });
}

std::string text_of(const Config& config, const Judgement& judgement) {
  const std::vector<std::string> labels = config.labels();
  std::string text =
      fmt::format("case {}: {}\n{} of {}, {}{}\n", judgement.case_number,
                  name_of(config, judgement.case_number), count_text(judgement.games, "game"), labels.front(),
                  judgement.guesses == 1 ? "1 guess" : with_commas(judgement.guesses) + " guesses",
                  judgement.unjudged == 0
                      ? ""
                      : fmt::format(", {} not judged: frontier too wide", with_commas(judgement.unjudged)));
  for (std::size_t i = 0; i < judgement.gains.size(); ++i) {
    text += fmt::format("  {} in place of {}\n", labels[i + 1], labels.front());
    text += "    layouts left   guesses differ   gain of each   points of win rate\n";
    for (std::size_t row = 0; row <= kAllPhases; ++row) {
      const ChoiceGain& gain = judgement.gains[i][row];
      if (gain.guesses == 0 && row < kAllPhases) continue;
      text += fmt::format(
          "    {:<12}   {:>14}   {:>12}   {:>+8.3f}{}\n", phase_name(row), with_commas(gain.guesses),
          gain.guesses == 0 ? "-" : fmt::format("{:+.4f}", gain.sum / static_cast<double>(gain.guesses)),
          100 * gain.mean(judgement.games),
          judgement.games < 2
              ? ""
              : fmt::format(" {} {:.3f}", plus_minus(), 100 * gain.half_width(judgement.games)));
    }
  }
  return text;
}

boost::json::object to_json(const Config& config, const Judgement& judgement) {
  const std::vector<std::string> labels = config.labels();
  boost::json::array strategies;
  for (std::size_t i = 0; i < judgement.gains.size(); ++i) {
    boost::json::object strategy{{"strategy", labels[i + 1]}};
    for (auto& member : gain_json(judgement.gains[i][kAllPhases], judgement.games))
      strategy[member.key()] = member.value();
    boost::json::array phases;
    for (std::size_t row = 0; row < kAllPhases; ++row) {
      boost::json::object phase{{"log_layouts_to", nullptr}};
      if (row + 1 < kAllPhases) phase["log_layouts_to"] = kPhaseEnds[row];
      for (auto& member : gain_json(judgement.gains[i][row], judgement.games))
        phase[member.key()] = member.value();
      phases.push_back(std::move(phase));
    }
    strategy["phases"] = std::move(phases);
    strategies.push_back(std::move(strategy));
  }
  return {{"case", judgement.case_number},  {"case_name", name_of(config, judgement.case_number)},
          {"games", judgement.games},       {"guesses", judgement.guesses},
          {"unjudged", judgement.unjudged}, {"strategies", std::move(strategies)}};
}

boost::json::object judgements_json(const Config& config, std::span<const Judgement> judgements,
                                    const JudgeOptions& judged) {
  boost::json::array cases;
  for (const Judgement& judgement : judgements) cases.push_back(to_json(config, judgement));
  return {{"schema", "sapper-judge/1"},
          {"name", config.name},
          {"seed", config.seed},
          {"first_game", judged.first_game},
          {"layouts", judged.layouts},
          {"continued_by", playout_name(judged.rule)},
          {"against", config.labels().front()},
          {"cases", std::move(cases)}};
}

std::string_view playout_name(solvers::PlayoutRule rule) {
  return rule == solvers::PlayoutRule::progress ? "progress" : "expert";
}

template <class Boards>
void ChoiceJudgeOf<Boards>::judge(const View& view, std::span<const sim::Cell> cells, std::uint32_t layouts,
                                  sim::Stream& random) {
  if (!posterior_.compute(view)) throw std::logic_error("the view has no consistent layout");
  log_layouts_ = posterior_.log_layouts();
  digs_.start(posterior_);
  for (const sim::Cell& cell : cells) digs_.add(std::span(&cell, 1), 1 - posterior_.p_mine(cell));
  digs_.play(layouts, random);
  digs_.release();
  values_.clear();
  for (std::size_t dig = 0; dig < cells.size(); ++dig) values_.push_back(digs_.mean(dig).value);
}

template class ChoiceJudgeOf<solvers::OnGrids>;
template class ChoiceJudgeOf<solvers::OnGraphs>;

}  // namespace sapper::experiments::minesweeper
