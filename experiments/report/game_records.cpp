#include "experiments/report/game_records.hpp"

#include <limits>

#include "experiments/support/file_kind.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/line_reader.hpp"

namespace sapper::experiments {

using json::Kind;
using json::Node;

void each_record(const std::filesystem::path& file, const std::function<void(const GameRecord&)>& visit) {
  constexpr std::uint64_t kMostWhole = std::numeric_limits<std::uint64_t>::max();
  refuse_other_kinds(file, {FileKind::records}, "the records of games (run --games-out)");
  LineReader lines(file);
  while (const auto line = lines.next()) {
    if (line->empty()) continue;
    const std::string text(*line);
    const json::Document document = json::Document::parse(text, lines.name(), {}, {lines.line_number(), 1});
    const Node record(document);
    if (!record.is(Kind::object)) record.fail_value("expected the record of a game, an object");
    const std::size_t case_number = record.need("case").as_whole(0, kMostWhole);
    const std::uint64_t game = record.need("game").as_whole(0, kMostWhole);
    const std::string label(record.need("strategy").as_string());
    const Node won = record.need("won");
    if (!won.is(Kind::boolean)) won.fail_value("expected true or false");
    visit({lines.line_number(), text, record, {case_number, game}, label, won.text() == "true"});
  }
}

GameRecords::GameRecords(const std::filesystem::path& file) {
  each_record(file, [&](const GameRecord& record) {
    Series& series = series_[{record.place.case_number, record.label}];
    PlayedGame game;
    game.is_won = record.is_won;
    for (const Node& risk : record.node.need("guesses").items()) game.risk += risk.as_number(0, 1);
    const auto lost = record.node.find("lost_risk");
    game.is_lost_by_guess = !game.is_won && lost && !lost->is(Kind::null);
    series.is_complete = series.is_complete && record.place.game == series.games.size();
    if (series.is_complete) series.games.push_back(game);
  });
}

std::optional<std::vector<PlayedGame>> GameRecords::find(std::size_t case_number, const std::string& label,
                                                         std::uint64_t games) const {
  const auto found = series_.find({case_number, label});
  if (found == series_.end() || !found->second.is_complete || found->second.games.size() < games)
    return std::nullopt;
  const std::vector<PlayedGame>& all = found->second.games;
  return std::vector<PlayedGame>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(games));
}

}  // namespace sapper::experiments
