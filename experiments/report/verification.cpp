#include "experiments/report/verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <utility>

#include "experiments/report/game_records.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/chunk.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_parts.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/support/json/difference.hpp"
#include "experiments/support/json/parts.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

// Drawn without bias from 0 to count - 1, the same everywhere: std::uniform_int_distribution is not.
std::uint64_t draw(std::mt19937_64& random, std::uint64_t count) {
  const std::uint64_t rest = (0 - count) % count;  // 2^64 modulo count
  std::uint64_t number = random();
  while (number < rest) number = random();
  return number % count;
}

// That `sample` of `all` things, drawn at random, are none of `bad` ones.
double chance_of_none(std::uint64_t all, std::uint64_t bad, std::uint64_t sample) {
  if (bad > all - std::min(sample, all)) return 0;
  double chance = 1;
  for (std::uint64_t i = 0; i < sample; ++i)
    chance *= 1 - static_cast<double>(bad) / static_cast<double>(all - i);
  return chance;
}

std::uint64_t hundredth(std::uint64_t games) { return (games + 99) / 100; }

void note(Verification& verification, std::string difference) {
  if (verification.difference_count++ < Verification::kMostDifferences)
    verification.differences.push_back(std::move(difference));
}

boost::json::value value_of(const std::string& record) {
  boost::json::value value;
  json::PartReader parts;
  parts.on("", [&](boost::json::value&& read) { value = std::move(read); });
  parts.read(record, "the record");
  return value;
}

// Fractions are written with twelve digits.
bool is_same_in_records(const boost::json::value& recorded, const boost::json::value& played) {
  if (!recorded.is_number() || !played.is_double()) return json::is_same_scalar(recorded, played);
  const double number = played.get_double();
  return std::abs(recorded.to_number<double>() - number) <= 1e-11 * std::abs(number);
}

// The first member in which two records differ: `won is true, but false when played again`; empty if none does.
// may_lack_members: whether an earlier build wrote the record, which did not count all that this one does.
std::string difference_of_records(const std::string& recorded, const std::string& played,
                                  bool may_lack_members) {
  const boost::json::value theirs = value_of(recorded);
  boost::json::value ours = value_of(played);
  if (const boost::json::object* const known = theirs.if_object(); known != nullptr && may_lack_members) {
    const boost::json::object all = ours.as_object();
    for (const auto& member : all)
      if (!known->contains(member.key())) ours.as_object().erase(member.key());
  }
  const auto found = json::first_difference(theirs, ours, {}, {is_same_in_records, {}});
  if (!found) return {};
  if (found->first == nullptr) return found->path + " is missing";
  if (found->second == nullptr) return printable(found->path) + " does not belong there";
  const boost::json::value& first = *found->first;
  const boost::json::value& second = *found->second;
  if (first.is_array() && second.is_array())
    return fmt::format("{} has {} entries, but {} when played again", found->path, first.get_array().size(),
                       second.get_array().size());
  if (first.kind() != second.kind() && !(first.is_number() && second.is_number()))
    return found->path + " is of another type, but not when played again";
  const auto shown = [](const boost::json::value& value) {
    return printable(value.is_string() ? std::string_view(value.get_string()) : json::to_text(value), 60);
  };
  return fmt::format("{} is {}, but {} when played again", found->path, shown(first), shown(second));
}

// A game and its records, of each player at most one.
struct CheckedGame {
  GamePlace place;
  std::vector<std::size_t> players;  // whose records these are
  std::vector<std::string> lines;
  std::vector<bool> won;
  bool operator<(const CheckedGame& other) const { return place < other.place; }
};

class RecordCheck {
 public:
  RecordCheck(const Report& report, const std::filesystem::path& file, RecordFilter which,
              std::uint64_t sample, std::uint64_t seed, const VerifyProgress& report_progress)
      : report_(report),
        labels_(report.experiment->labels()),
        file_(file),
        which_(which),
        sample_size_(sample),
        random_(seed),
        report_progress_(report_progress),
        expected_(report.game_count()),
        pairs_(labels_.size() * labels_.size()) {}

  Verification run() {
    each_record(file_, [&](const GameRecord& record) { take(record); });
    end_game();
    end_case();
    compare_games();
    std::sort(sample_.begin(), sample_.end());
    const auto worker = sample_.empty() ? nullptr : report_.experiment->make_worker(which_);
    for (std::size_t i = 0; i < sample_.size(); ++i) {
      report_progress_(VerifyStep::playing_again, i, sample_.size());
      play_again(*worker, sample_[i]);
    }
    result_.parts = result_.games;
    result_.played_parts = result_.played_games = sample_.size();
    result_.chance_to_pass = chance_of_none(result_.games, hundredth(result_.games), sample_.size());
    return std::move(result_);
  }

 private:
  void take(const GameRecord& record) {
    const GamePlace place = record.place;
    ++result_.records;
    const std::string where = fmt::format("line {}: ", record.line);
    const std::span<const TalliedGames> played = report_.of_case(place.case_number);
    if (played.empty())
      return note(result_, fmt::format("{}the report has no case {}", where, place.case_number));
    if (place.game < played.front().games.first || place.game >= played.back().games.last) {
      ++result_.surplus_records;
      return;
    }
    if (!game_.lines.empty() && place != game_.place) {
      if (place < game_.place)
        note(result_, fmt::format("{}game {} of case {} comes after game {} of case {}", where, place.game,
                                  place.case_number, game_.place.game, game_.place.case_number));
      end_game();
    }
    const auto player = static_cast<std::size_t>(std::ranges::find(labels_, record.label) - labels_.begin());
    if (player == labels_.size() || (!game_.players.empty() && player <= game_.players.back()))
      return note(result_, fmt::format("{}a record of {} of game {} of case {} does not belong there", where,
                                       printable(record.label), place.game, place.case_number));
    game_.place = place;
    game_.players.push_back(player);
    game_.lines.push_back(record.text);
    game_.won.push_back(record.is_won);
  }

  // Each game is as likely as any other to be in the sample (Vitter's algorithm R).
  void end_game() {
    if (game_.lines.empty()) return;
    CheckedGame game = std::exchange(game_, {});
    if (which_ == RecordFilter::all && game.lines.size() < labels_.size())
      return note(result_,
                  fmt::format("game {} of case {} has records of {} of its {} strategies", game.place.game,
                              game.place.case_number, game.lines.size(), labels_.size()));
    if (case_ && *case_ != game.place.case_number) end_case();
    case_ = game.place.case_number;
    ++case_games_;
    std::vector<std::uint64_t>& recorded = recorded_[game.place.case_number];
    recorded.resize(labels_.size());
    for (std::size_t i = 0; i < game.players.size(); ++i) {
      ++recorded[game.players[i]];
      for (std::size_t k = 0; k < game.players.size(); ++k)
        if (game.won[i] && game.won[k]) ++pairs_[game.players[i] * labels_.size() + game.players[k]];
    }
    ++result_.games;
    report_progress_(VerifyStep::reading_records, result_.games, which_ == RecordFilter::all ? expected_ : 0);
    if (sample_.size() < sample_size_) {
      sample_.push_back(std::move(game));
    } else if (const std::uint64_t place = draw(random_, result_.games); place < sample_size_) {
      sample_[place] = std::move(game);
    }
  }

  // Compares the wins of a case of which all games have records.
  void end_case() {
    if (!case_) return;
    const std::size_t number = *std::exchange(case_, std::nullopt);
    if (which_ == RecordFilter::all && case_games_ == report_.games_of(number)) compare_wins(number);
    case_games_ = 0;
    std::fill(pairs_.begin(), pairs_.end(), 0);
  }

  void compare_wins(std::size_t number) {
    const auto tally = report_.tally_of(number);
    const auto won_both = [&](std::size_t a, std::size_t b) { return pairs_[a * labels_.size() + b]; };
    for (std::size_t a = 0; a < labels_.size(); ++a)
      for (std::size_t b = a; b < labels_.size(); ++b) {
        const auto claimed = report_.experiment->parts().results.paired(*tally, a, b);
        if (!claimed || claimed->both == won_both(a, b)) continue;
        note(result_,
             a == b ? fmt::format("case {}: {} wins {} games in the report, {} in the records", number,
                                  printable(labels_[a]), claimed->both, won_both(a, a))
                    : fmt::format("case {}: {} and {} both win {} games in the report, {} in the records",
                                  number, printable(labels_[a]), printable(labels_[b]), claimed->both,
                                  won_both(a, b)));
      }
  }
  // The number of records of won or of lost games is known.
  void compare_counts() {
    report_.each_case([&](std::size_t number, const Tally& tally) {
      const auto found = recorded_.find(number);
      for (std::size_t player = 0; player < labels_.size(); ++player) {
        const auto claimed = report_.experiment->parts().results.paired(tally, player, player);
        if (!claimed) continue;
        const bool are_won = which_ == RecordFilter::won;
        const std::uint64_t expected = are_won ? claimed->both : tally.games() - claimed->both;
        const std::uint64_t records = found == recorded_.end() ? 0 : found->second[player];
        if (records != expected)
          note(result_,
               fmt::format("case {}: {} {} {} games in the report, {} in the records", number,
                           printable(labels_[player]), are_won ? "wins" : "loses", expected, records));
      }
    });
  }

  void compare_games() {
    if (which_ == RecordFilter::won || which_ == RecordFilter::lost) compare_counts();
    result_.has_all_games = which_ == RecordFilter::all && result_.games == expected_;
    if (which_ != RecordFilter::all || result_.has_all_games) return;
    note(result_, fmt::format("the file holds records of {}, the report counts {}",
                              count_text(result_.games, "game"), with_commas(expected_)));
  }

  void play_again(Worker& worker, const CheckedGame& game) {
    const Experiment& experiment = *report_.experiment;
    const std::atomic<bool> never = false;
    const std::unique_ptr<Tally> tally = experiment.make_tally();
    std::string text;
    if (!worker.play(game.place.case_number, {game.place.game, game.place.game + 1}, never, *tally, text))
      return;
    const std::vector<std::string_view> played = split_lines(text);
    if (played.size() != game.lines.size())
      return note(result_,
                  fmt::format("case {}, game {}: has {}, but {} when played again", game.place.case_number,
                              game.place.game, count_text(game.lines.size(), "record"), played.size()));
    for (std::size_t i = 0; i < played.size(); ++i) {
      const std::string difference =
          difference_of_records(game.lines[i], std::string(played[i]), !report_.absent.empty());
      if (!difference.empty())
        note(result_, fmt::format("case {}, game {}, {}: {}", game.place.case_number, game.place.game,
                                  printable(labels_[game.players[i]]), difference));
    }
  }

  const Report& report_;
  std::vector<std::string> labels_;
  const std::filesystem::path& file_;
  RecordFilter which_;
  std::uint64_t sample_size_;
  std::mt19937_64 random_;
  const VerifyProgress& report_progress_;
  std::uint64_t expected_;  // games
  Verification result_;
  CheckedGame game_;  // whose records are being read
  std::optional<std::size_t> case_;
  std::uint64_t case_games_ = 0;
  std::map<std::size_t, std::vector<std::uint64_t>> recorded_;  // [case][player]
  std::vector<std::uint64_t> pairs_;                            // [a][b] games of the case that both won
  std::vector<CheckedGame> sample_;
};

// The fewest stretches that hold a hundredth of all games.
std::uint64_t fewest_stretches(const Report& report, std::uint64_t games) {
  std::vector<std::uint64_t> sizes;
  for (const TalliedGames& part : report.tallied) sizes.push_back(part.games.size());
  std::sort(sizes.rbegin(), sizes.rend());
  std::uint64_t count = 0;
  for (std::uint64_t held = 0; held < hundredth(games) && count < sizes.size(); ++count) held += sizes[count];
  return std::max<std::uint64_t>(count, 1);
}

}  // namespace

Verification verify_records(const Report& report, const std::filesystem::path& records, RecordFilter which,
                            std::uint64_t sample, std::uint64_t seed, const VerifyProgress& report_progress) {
  return RecordCheck(report, records, which, sample, seed, report_progress).run();
}

Verification verify_stretches(const Report& report, std::uint64_t sample, std::uint64_t seed,
                              std::size_t threads, const VerifyProgress& report_progress) {
  const Experiment& experiment = *report.experiment;
  Verification result;
  result.parts = report.tallied.size();
  for (const TalliedGames& part : report.tallied) result.games += part.games.size();
  std::vector<std::size_t> order(report.tallied.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::mt19937_64 random(seed);
  sample = std::min<std::uint64_t>(sample, order.size());
  for (std::size_t i = 0; i < sample; ++i) std::swap(order[i], order[i + draw(random, order.size() - i)]);
  order.resize(sample);
  std::sort(order.begin(), order.end());
  std::uint64_t to_play = 0;
  for (const std::size_t i : order) to_play += report.tallied[i].games.size();

  const ReportParts parts(report);
  const std::vector<std::string> names = parts.names(CounterGroup::reproducible);
  const std::atomic<bool> never = false;
  for (const std::size_t i : order) {
    const TalliedGames& part = report.tallied[i];
    DriverOptions options;
    options.threads = threads;
    options.games = GameSet(part.case_number, part.games);
    Report played(experiment);
    options.report_progress = [&](std::size_t number) {
      report_progress(VerifyStep::playing_again, result.played_games + played.games_of(number), to_play);
    };
    [[maybe_unused]] const Outcome outcome = drive(played, never, options);
    const auto tally = played.tally_of(part.case_number);
    const Tally& again = *tally;
    result.played_games += again.games();
    const auto claimed = parts.values(*part.tally, CounterGroup::reproducible);
    const auto counted_again = parts.values(again, CounterGroup::reproducible);
    const std::string where =
        fmt::format("case {} ({}), games {} to {}: ", part.case_number,
                    experiment.case_name(part.case_number), part.games.first, part.games.last - 1);
    for (std::size_t k = 0; k < names.size(); ++k)
      if (claimed[k] != counted_again[k])
        note(result, fmt::format("{}the counter {} is {}, but {} when played again", where, names[k],
                                 claimed[k], counted_again[k]));
    const std::vector<std::string> won = part.won.texts(), won_again = played.tallied.front().won.texts();
    for (std::size_t player = 0; player < won.size(); ++player)
      if (won[player] != won_again[player])
        note(result, fmt::format("{}the games that {} won are others when played again", where,
                                 printable(experiment.labels()[player])));
  }
  result.played_parts = sample;
  result.chance_to_pass = chance_of_none(result.parts, fewest_stretches(report, result.games), sample);
  return result;
}

}  // namespace sapper::experiments
