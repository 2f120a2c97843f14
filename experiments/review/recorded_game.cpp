#include "experiments/review/recorded_game.hpp"

#include <algorithm>
#include <array>

#include "experiments/review/mouse_game.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

constexpr std::string_view kCollection = ".evfs";

struct ReplayFormat {
  std::string_view extension;
  MouseGame (*read)(ByteReader reader);
  bool (*is_known_by)(std::string_view content);  // null: only by its name
};
constexpr std::array kReplayFormats{
    ReplayFormat{".rmv", read_vienna, [](std::string_view content) { return content.starts_with("*rmv"); }},
    ReplayFormat{".mvf", read_clone,
                 [](std::string_view content) { return content.starts_with(kCloneSignature); }},
    ReplayFormat{".avf", read_arbiter,
                 [](std::string_view content) {
                   return content.rfind("\rMinesweeper Arbiter") != std::string_view::npos;
                 }},
    ReplayFormat{".evf", read_metasweeper, nullptr},
};

RecordedGame read_replay(const ReplayFormat& format, const std::string& file, std::string_view content) {
  RecordedGame game = play_mouse_game(file, format.read(ByteReader(file, content)));
  if (game.digs.empty()) throw InputError::in_file(file, "no cell is dug in this game");
  return game;
}

// A collection: the version 0, the length of checksums, and for each game its name, its size, its file, a checksum. Games
// that were left before a dig are not counted as games.
std::vector<RecordedGame> read_collection(const sim::Input& input, const SkipGame& skip) {
  ByteReader reader(input.name, input.content);
  if (const int version = reader.u8(); version != 0)
    reader.fail_at(0, "version " + std::to_string(version) + " of .evfs; version 0 is read");
  const auto checksum_bytes = static_cast<std::size_t>(reader.u16());
  std::vector<RecordedGame> games;
  std::uint64_t number = 0;
  while (reader.left() > 0) {
    ++number;
    const std::string file = input.name + "#" + std::to_string(number);
    std::optional<std::size_t> end;  // of this game; unknown where the collection itself is damaged
    try {
      reader.until('\0');
      const std::string_view content = reader.bytes(reader.number(4));
      reader.bytes(checksum_bytes);
      end = reader.position();
      if (input.number != 0 && input.number != number) continue;
      RecordedGame game = play_mouse_game(file, read_metasweeper(ByteReader(file, content)));
      if (!game.digs.empty()) games.push_back(std::move(game));
    } catch (const InputError& error) {
      if (!skip) throw;
      skip(error);
      if (!end) return games;
    }
  }
  if (input.number > number) throw no_such_number(input, number, "game");
  return games;
}

}  // namespace

std::vector<RecordedGame> parse_recordings(const sim::Input& input, std::string_view extension,
                                           const SkipGame& skip) {
  auto format = std::ranges::find_if(kReplayFormats, [&](const ReplayFormat& row) {
    return row.is_known_by != nullptr && row.is_known_by(input.content);
  });
  const std::string ending = lower_case(extension);
  if (format == kReplayFormats.end()) {
    if (ending == kCollection) return read_collection(input, skip);
    format = std::ranges::find(kReplayFormats, ending, &ReplayFormat::extension);
  }
  if (format == kReplayFormats.end())
    throw InputError::in_file(input.name, "is not a replay; .avf, .evf, .evfs, .mvf and .rmv files are read");
  if (input.number > 1) throw no_such_number(input, 1, "game");
  std::vector<RecordedGame> games;
  games.push_back(read_replay(*format, input.name, input.content));
  return games;
}

std::vector<RecordedGame> read_recordings(const std::filesystem::path& path, const SkipGame& skip) {
  return parse_recordings(sim::read_numbered_input(path),
                          sim::parse_numbered_path(path).file.extension().native(), skip);
}

}  // namespace sapper::experiments
