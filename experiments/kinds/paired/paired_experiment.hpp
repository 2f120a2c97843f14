// The common part of experiments in which several players play the same games, counted by a PairedTally. A kind of
// experiment adds its cases, its worker, a player's result and the texts.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/kinds/paired/paired_joining.hpp"
#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/run/case_property.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/run/game_joining.hpp"

namespace sapper::experiments {

// Config: derived from CommonConfig, with case_count(), labels() of the players, a to_json, and properties_of(config,
// case_number). CaseTally: a PairedTally of counts with play_ns(), the processor time of a player's games, and
// optionally: wins; thread_ns(), the time of the thread that plays them, waiting included; all_ns(), the processor time
// including overheads; contradiction(games), an inconsistency in the counts.
template <class Config, class CaseTally>
class PairedExperiment : public Experiment, public CaseResults, public ExperimentTexts {
 public:
  explicit PairedExperiment(Config config) : config_(std::move(config)), labels_(config_.labels()) {
    if constexpr (kHasWins) joining_ = std::make_unique<PairedJoining<Config, CaseTally>>(config_);
  }
  const Config& plan() const { return config_; }

  ExperimentParts parts() const override {
    return {.results = *this, .texts = *this, .joining = joining_.get()};
  }
  const CommonConfig& common() const override { return config_; }
  std::size_t case_count() const override { return config_.case_count(); }
  CaseProperties properties(std::size_t case_number) const override {
    return properties_of(config_, case_number);
  }
  std::vector<std::string> labels() const override { return labels_; }
  boost::json::object config() const override { return to_json(config_); }
  std::unique_ptr<Tally> make_tally() const override { return std::make_unique<CaseTally>(labels_.size()); }

  StopEvidence stop_evidence(const Tally& tally) const override {
    StopEvidence evidence;
    if constexpr (kHasWins) {
      const CaseTally& counts = CaseTally::of(tally);
      evidence.half_width = 0;
      for (std::size_t player = 0; player < labels_.size(); ++player)
        evidence.half_width =
            std::max(evidence.half_width, win_interval(counts.player(player), counts.games()).half_width());
      if (config_.stop && config_.stop->sprt)
        evidence.pair = sprt_sample(*config_.stop->sprt, labels_, counts);
    }
    return evidence;
  }
  std::optional<PairedCounts> paired(const Tally& tally, std::size_t a, std::size_t b) const override {
    if constexpr (kHasWins) {
      const CaseTally& counts = CaseTally::of(tally);
      if (a != b) return paired_counts(counts, a, b);
      return PairedCounts{counts.games(), counts.player(a).wins, 0, 0};
    }
    return std::nullopt;
  }
  std::string contradiction(const Tally& tally) const override {
    return contradiction_of(CaseTally::of(tally), labels_);
  }

  boost::json::object case_facts(std::size_t case_number, const Tally& tally) const override {
    return facts_of_case(*this, case_number, tally);
  }
  boost::json::array results(std::size_t case_number, const Tally& tally) const override {
    boost::json::array results;
    for (std::size_t player = 0; player < labels_.size(); ++player)
      results.push_back(result(case_number, player, CaseTally::of(tally)));
    return results;
  }
  std::vector<Comparison> comparisons_of(std::size_t case_number, const Tally& tally) const override {
    if constexpr (kHasWins)
      return paired_comparisons(config_, case_number, board_index(case_number), labels_,
                                CaseTally::of(tally));
    return {};
  }
  std::vector<Timing> timings_of(std::size_t case_number, const Tally& tally,
                                 double wall_per_core_s) const override {
    std::vector<Timing> timings;
    for (std::size_t player = 0; player < labels_.size(); ++player) {
      const Counts& counts = CaseTally::of(tally).player(player);
      std::uint64_t thread_ns = counts.play_ns();
      if constexpr (requires { counts.thread_ns(); }) thread_ns = counts.thread_ns();
      Timing timing = timing_of(case_number, labels_[player], tally.games(), counts.play_ns(), thread_ns,
                                wall_per_core_s);
      if constexpr (requires { counts.time_error(tally.games()); }) {
        timing.per_game.error = counts.time_error(tally.games());
        add_interval(timing);
      }
      add_timing(timing, counts);
      timings.push_back(std::move(timing));
    }
    return timings;
  }
  std::optional<double> layout_s(const Tally& /*tally*/) const override { return std::nullopt; }
  double core_s(const Tally& tally) const override {
    double ns = 0;
    for (std::size_t player = 0; player < labels_.size(); ++player) {
      const Counts& counts = CaseTally::of(tally).player(player);
      if constexpr (requires { counts.all_ns(); })
        ns += static_cast<double>(counts.all_ns());
      else
        ns += static_cast<double>(counts.play_ns());
    }
    return ns * 1e-9;
  }
  std::string replay(std::size_t case_number, std::uint64_t game, const std::string* label) const override {
    std::string text = replay_head(case_number, game) + '\n';
    if (label) return text + replay_player(case_number, game, *label);
    for (const std::string& each : labels_) text += replay_player(case_number, game, each);
    return text;
  }
  std::string headline(const Tally& tally) const override {
    std::string text;
    for (std::size_t player = 0; player < labels_.size(); ++player)
      text += (player == 0 ? "" : "  ") + labels_[player] + ' ' + headline_rate(CaseTally::of(tally), player);
    return text;
  }

 protected:
  using Counts = typename CaseTally::PlayerCounts;
  static constexpr bool kHasWins = requires(const Counts& counts) { counts.wins; };

  // A player's result, with the paths of Result that the kind of game has, and what its timing has beyond timing_of.
  virtual boost::json::object result(std::size_t case_number, std::size_t player,
                                     const CaseTally& tally) const = 0;
  // The lines above a replay, and one player's game in it.
  virtual std::string replay_head(std::size_t case_number, std::uint64_t game) const {
    return experiments::replay_head(config_, case_number, game, case_name(case_number));
  }
  virtual std::string replay_player(std::size_t case_number, std::uint64_t game,
                                    const std::string& label) const = 0;
  // Adds a group of rows for each case that has games (an interrupted run and a shard lack some), with one row per player:
  // numbers(tally, player) returns its columns.
  template <class Numbers>
  void add_rows(const TallyOf& tally_of, const Numbers& numbers, ResultsTable& table) const {
    for (std::size_t number = 0; number < case_count(); ++number) {
      const CaseTally& tally = CaseTally::of(tally_of(number));
      if (tally.games() == 0) continue;
      table.begin_group(case_name(number));
      for (std::size_t player = 0; player < labels_.size(); ++player)
        table.add_row(labels_[player], numbers(tally, player));
    }
  }
  // The 95 % interval of a player's win rate that the stop rule checks.
  virtual Interval win_interval(const Counts& counts, std::uint64_t games) const {
    if constexpr (kHasWins) return wilson_95(counts.wins, games);
    return {};
  }
  virtual void add_timing(Timing& /*timing*/, const Counts& /*counts*/) const {}
  // The index of a case's board in the config.
  virtual std::size_t board_index(std::size_t case_number) const { return case_number; }
  // What the progress line says of a player.
  virtual std::string headline_rate(const CaseTally& tally, std::size_t player) const {
    if constexpr (kHasWins) return percent_text(tally.player(player).wins, tally.games());
    return {};
  }

  Config config_;
  std::vector<std::string> labels_;

 private:
  std::unique_ptr<const GameJoining> joining_;
};

}  // namespace sapper::experiments
