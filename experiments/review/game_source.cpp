#include "experiments/review/game_source.hpp"

#include <fmt/format.h>

#include <exception>

#include "experiments/config/config.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/review/played_game.hpp"
#include "experiments/review/review.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/interruptible.hpp"

namespace sapper::experiments {
namespace {

enum class SourceKind : std::uint8_t { recording, replay, experiment, records };

// Goes by its first lines: JSON objects are sapper's, all else are people's replays.
SourceKind recognise(const std::filesystem::path& file) {
  constexpr int kFirstLines = 20;
  std::string first;
  std::string text;
  try {
    LineReader lines(file);
    for (int i = 0; i < kFirstLines; ++i) {
      const auto line = lines.next();
      if (!line) break;
      text += *line;
      if (first.find_first_not_of(" \t\r") == std::string::npos) first = *line;
      if (!first.empty() && !first.starts_with('{')) break;
    }
  } catch (const InputError&) {
    return SourceKind::recording;  // whose reader says what is wrong
  }
  if (!first.starts_with('{')) return SourceKind::recording;
  const auto has = [](std::string_view where, std::string_view what) {
    return where.find(what) != std::string_view::npos;
  };
  // A report in one line has the keys of records too.
  if (!has(first, "\"sapper-report/") && has(first, "\"guesses\"") && has(first, "\"game\"") &&
      has(first, "\"strategy\""))
    return SourceKind::records;
  return has(text, "\"sapper-replay/1\"") ? SourceKind::replay : SourceKind::experiment;
}

}  // namespace

std::optional<GameSource::Item> GameSource::next() {
  while (waiting_.empty()) {
    sim::end_if_interrupted();
    if (recording_) {
      read_recording();
    } else if (replay_) {
      read_replay();
    } else if (records_) {
      read_record();
    } else if (next_file_ < files_.size()) {
      const std::string& file = files_[next_file_++];
      try {
        open(file);
      } catch (const std::exception& error) {
        refuse(file, error);
      }
    } else {
      return std::nullopt;
    }
  }
  Item item = std::move(waiting_.front());
  waiting_.pop_front();
  return item;
}

void GameSource::refuse(const std::string& file, const std::exception& error) {
  const std::string message = error.what();
  const auto names = [&](const std::string& name) {
    return !name.empty() && message.find(printable(name, sim::kLongestPath)) != std::string::npos;
  };
  const bool is_named = names(file.substr(0, file.rfind('#'))) || names(experiment_file_);
  waiting_.emplace_back(Refusal{is_named ? message : InputError::in_file(file, message).what()});
}

void GameSource::open(const std::string& file) {
  switch (recognise(file)) {
    case SourceKind::recording:
      if (strategy_)
        throw InputError::in_file(
            file,
            "was not played by sapper; --strategy chooses among the players of reports, "
            "records and sapper's replays");
      recording_.emplace(file);
      break;
    case SourceKind::replay:
      has_player_ = false;
      refusals_.clear();
      replay_.emplace(json::Document::read(file));
      break;
    case SourceKind::experiment:
      open_experiment(file);
      break;
    case SourceKind::records:
      if (experiment_ == nullptr)
        throw InputError::in_file(
            file,
            "holds records of games; name their report before it, from which they are played "
            "again: sapper review REPORT RECORDS");
      if (strategy_) find_label(*experiment_, *strategy_);
      next_games_.clear();
      records_.emplace(file);
  }
}

void GameSource::open_experiment(const std::string& file) {
  ConfigOverrides overrides;
  overrides.allow_commands = allow_commands_;
  experiment_ = load_experiment(file, overrides);
  experiment_file_ = file;
  refused_cases_.clear();
  config_ = experiment_->parts().minesweeper;
  if (config_ == nullptr) {
    experiment_ = nullptr;
    throw InputError::in_file(file, "is not of Minesweeper; only its games can be judged");
  }
  if (!game_) {
    if (next_file_ == files_.size())
      throw InputError::in_file(
          file, "which game? --game CASE:GAME names one; records in a file after it name others");
    return;
  }
  std::string_view rest = *game_;
  const auto read = [&](std::string_view part, const char* what, std::uint64_t most) {
    if (const auto number = parse_whole_number(part, most)) return *number;
    throw InputError::in_value("--game", *game_,
                               fmt::format("expected CASE:GAME, with {} from 0 to {}", what, most));
  };
  const std::size_t case_number = read(take_until(rest, ':'), "CASE", experiment_->case_count() - 1);
  play(case_number, read(rest, "GAME", experiment_->common().games - 1), strategy_ ? &*strategy_ : nullptr);
}

// A wrong game is refused alone.
void GameSource::read_recording() {
  try {
    if (std::optional<RecordedGame> game = recording_->next()) {
      waiting_.emplace_back(*std::move(game));
      return;
    }
  } catch (const std::exception& error) {
    return refuse(files_[next_file_ - 1], error);
  }
  recording_.reset();
}

// A wrong record is refused alone; what cannot be read ends the file.
void GameSource::read_record() {
  bool has_ended = true;
  std::string line;
  try {
    if (const auto next = records_->next()) {
      line = *next;
      has_ended = false;
    }
  } catch (const std::exception& error) {
    refuse(records_->name(), error);
  }
  if (has_ended) {
    records_.reset();
    return;
  }
  if (line.find_first_not_of(" \t\r") == std::string::npos) return;
  try {
    const json::Document document =
        json::Document::parse(line, records_->name(), {}, {records_->line_number(), 1});
    const json::Node record(document);
    const std::size_t case_number = record.need("case").as_whole(0, experiment_->case_count() - 1);
    const std::uint64_t game = record.need("game").as_whole(0, experiment_->common().games - 1);
    const std::string strategy(record.need("strategy").as_string());
    std::uint64_t& next_game = next_games_.try_emplace({case_number, strategy}, game).first->second;
    leaves_out_games_ = leaves_out_games_ || game != next_game;
    next_game = game + 1;
    if (strategy_ && strategy != *strategy_) return;
    play(case_number, game, &strategy);
  } catch (const std::exception& error) {
    refuse(records_->name(), error);
  }
}

void GameSource::play(std::size_t case_number, std::uint64_t number, const std::string* strategy) {
  const std::string reason = minesweeper::refusal_to_judge(*config_, config_->cases[case_number]);
  if (!reason.empty()) {
    if (refused_cases_.insert(case_number).second)
      throw InputError::in_file(experiment_file_,
                                fmt::format("{}: {}", experiment_->case_name(case_number), reason));
    return;
  }
  const std::string name = fmt::format("{} {}:{}", experiment_file_, case_number, number);
  for (RecordedGame& game : play_recorded(*config_, case_number, number, strategy, name))
    waiting_.emplace_back(std::move(game));
}

// A wrong game is refused alone; of games that cannot be judged for the same reason only the first.
void GameSource::read_replay() {
  const std::string& file = files_[next_file_ - 1];
  try {
    while (std::optional<RecordedGame> game = replay_->next()) {
      if (strategy_ && game->player != *strategy_) continue;
      has_player_ = true;
      const std::string reason = minesweeper::refusal_to_judge(game->rules, game->guessing);
      if (reason.empty()) {
        waiting_.emplace_back(*std::move(game));
        return;
      }
      if (refusals_.insert(reason).second) throw InputError::in_file(file, reason);
    }
  } catch (const std::exception& error) {
    return refuse(file, error);
  }
  replay_.reset();
  if (!has_player_ && strategy_)
    refuse(file, InputError::in_file(
                     file, fmt::format("has no player \"{}\", which --strategy names", *strategy_)));
}

}  // namespace sapper::experiments
