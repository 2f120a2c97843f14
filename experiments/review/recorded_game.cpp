#include "experiments/review/recorded_game.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/review/mouse_game.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {

// Each in NAME_replay.cpp. InputError, also for games that say nothing about a player's choices: in modes where the player
// knows the board, or where it is not laid at random.
MouseGame read_arbiter(ByteReader reader);
MouseGame read_vienna(ByteReader reader);
MouseGame read_clone(ByteReader reader);
MouseGame read_metasweeper(ByteReader reader);
MouseGame read_raw_vf(ByteReader reader);

struct ReplayFormat {
  std::string_view extension;
  MouseGame (*read)(ByteReader reader);
  bool (*is_known_by)(std::string_view content);  // null: only by its name
};

namespace {

// That of the games of a collection.
constexpr ReplayFormat kCollectedFormat{".evf", read_metasweeper, nullptr};
constexpr std::array kReplayFormats{
    ReplayFormat{".rmv", read_vienna, [](std::string_view content) { return content.starts_with("*rmv"); }},
    ReplayFormat{".mvf", read_clone,
                 [](std::string_view content) { return content.starts_with(kCloneSignature); }},
    ReplayFormat{".avf", read_arbiter,
                 [](std::string_view content) {
                   return content.rfind("\rMinesweeper Arbiter") != std::string_view::npos;
                 }},
    ReplayFormat{".rawvf", read_raw_vf,
                 [](std::string_view content) { return content.starts_with("RawVF_Version:"); }},
    kCollectedFormat,
};
constexpr std::string_view kCollection = ".evfs";

// Null if there is none.
const ReplayFormat* find_format(std::string_view content, std::string_view extension) {
  const auto found = std::ranges::find_if(kReplayFormats, [&](const ReplayFormat& row) {
    return row.is_known_by != nullptr && row.is_known_by(content);
  });
  if (found != kReplayFormats.end()) return &*found;
  const auto named = std::ranges::find(kReplayFormats, extension, &ReplayFormat::extension);
  return named == kReplayFormats.end() ? nullptr : &*named;
}

}  // namespace

std::vector<std::string_view> replay_endings() {
  std::vector<std::string_view> endings{kCollection};
  for (const ReplayFormat& format : kReplayFormats) endings.push_back(format.extension);
  std::ranges::sort(endings);
  return endings;
}

RecordingReader::RecordingReader(const std::filesystem::path& path)
    : RecordingReader(sim::read_numbered_input(path),
                      sim::parse_numbered_path(path).file.extension().native()) {}

RecordingReader::RecordingReader(sim::Input input, std::string_view extension)
    : input_(std::move(input)), games_(input_.name, input_.content, meter_) {
  const std::string ending = lower_case(extension);
  format_ = find_format(input_.content, ending);
  if (format_ == nullptr && ending != kCollection) {
    const std::vector<std::string_view> endings = replay_endings();
    throw InputError::in_file(
        input_.name, fmt::format("is not a replay; {} and {} files are read",
                                 fmt::join(endings.begin(), endings.end() - 1, ", "), endings.back()));
  }
  if (format_ != nullptr && input_.number > 1) throw no_such_number(input_, 1, "game");
}

std::optional<RecordedGame> RecordingReader::next() {
  if (is_at_end_) return std::nullopt;
  if (format_ == nullptr) return next_of_collection();
  is_at_end_ = true;
  RecordedGame game = read_game(*format_, input_.name, input_.content);
  if (game.digs.empty()) throw InputError::in_file(input_.name, "no cell is dug in this game");
  return game;
}

RecordedGame RecordingReader::read_game(const ReplayFormat& format, const std::string& file,
                                        std::string_view content) {
  return play_mouse_game(file, format.read(ByteReader(file, content, meter_)), meter_);
}

// A collection: the version 0, the length of checksums, and for each game its name, its size, its file, a checksum. Games
// that were left before a dig are not counted as games.
std::optional<RecordedGame> RecordingReader::next_of_collection() {
  if (games_.position() == 0) {
    is_at_end_ = true;
    if (const int version = games_.u8(); version != 0)
      games_.fail_at(0, "version " + std::to_string(version) + " of .evfs; version 0 is read");
    checksum_bytes_ = static_cast<std::size_t>(games_.u16());
  }
  while (games_.left() > 0) {
    ++number_;
    is_at_end_ = true;  // if the collection itself is damaged here
    games_.until('\0');
    const std::string_view content = games_.bytes(games_.number(4));
    games_.bytes(checksum_bytes_);
    is_at_end_ = false;
    if (input_.number != 0 && input_.number != number_) continue;
    const std::string file = input_.name + "#" + std::to_string(number_);
    const bool had_returned_any = std::exchange(has_returned_any_, true);
    RecordedGame game = read_game(kCollectedFormat, file, content);
    if (!game.digs.empty()) return game;
    if (input_.number != 0) throw InputError::in_file(file, "no cell is dug in this game");
    has_returned_any_ = had_returned_any;
  }
  is_at_end_ = true;
  if (input_.number > number_) throw no_such_number(input_, number_, "game");
  if (!has_returned_any_)
    throw InputError::in_file(input_.name,
                              number_ == 0 ? "holds no game" : "holds no game in which a cell is dug");
  return std::nullopt;
}

minesweeper::Board RecordedGame::board() const {
  if (on_graph) return *on_graph;
  return {grid().rows(), grid().cols(), rules.mine_count, grid().topology()};
}

sim::GraphGameRules RecordedGame::graph_rules() const {
  return {on_graph->graph_board->graph, rules.mine_count, rules.first_click, rules.reveal};
}

}  // namespace sapper::experiments
