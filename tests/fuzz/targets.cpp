#include "tests/fuzz/targets.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "experiments/analysis/any_position.hpp"
#include "experiments/analysis/position_reader.hpp"
#include "experiments/analysis/position_score.hpp"
#include "experiments/gtp/gtp_engine.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/comparison/published.hpp"
#include "experiments/kinds/minesweeper/external/player_protocol.hpp"
#include "experiments/play/go_play.hpp"
#include "experiments/play/minesweeper_play.hpp"
#include "experiments/play/tablet_play.hpp"
#include "experiments/report/report_comparison.hpp"
#include "experiments/review/recorded_game.hpp"
#include "experiments/review/replay_games.hpp"
#include "experiments/review/review.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/support/compression.hpp"
#include "experiments/support/errors.hpp"
#include "sim/minesweeper/board_file.hpp"
#include "sim/minesweeper/position.hpp"
#include "tests/support/replay_files.hpp"
#include "tests/support/report_text.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/text.hpp"

namespace sapper::tests {
namespace {

namespace fs = std::filesystem;
using namespace sapper::experiments;

constexpr const char* kTiny = R"({"schema": "sapper-config/1", "name": "tiny", "games": 20,
  "boards": [{"rows": 4, "mines": 3}, {"rows": 4, "layout": [[0, 0]]}], "strategies": ["rules", "csp"]})";

std::vector<std::string> contents_of(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(folder, missing))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> contents;
  contents.reserve(files.size());
  for (const fs::path& file : files) contents.push_back(content_of(file));
  return contents;
}

// A file in memory, for readers that take a path.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes) : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    if (descriptor_ < 0 ||
        ::write(descriptor_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
      throw std::runtime_error("no file in memory");
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  fs::path path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

 private:
  int descriptor_;
};

const Experiment& tiny() {
  static const std::unique_ptr<Experiment> experiment = parse_experiment(kTiny, "tiny.json", {}, {});
  return *experiment;
}

struct PlayedTiny {
  Report played{tiny()};
  std::string records;
};
PlayedTiny play_tiny() {
  PlayedTiny tiny_run;
  const std::atomic<bool> never = false;
  DriverOptions options;
  options.take_records = [&](std::string_view lines) { tiny_run.records += lines; };
  if (drive(tiny_run.played, never, options) != Outcome::finished) throw std::logic_error("unfinished");
  return tiny_run;
}

std::string first_lines(const std::string& text, std::size_t count) {
  std::size_t end = 0;
  while (count-- > 0 && end < text.size()) end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return text.substr(0, end);
}

// Without the lines that contain one of the words: options that write files or may take long by design.
std::string without(const std::string& bytes, std::initializer_list<std::string_view> words) {
  std::string kept;
  std::istringstream in(bytes);
  for (std::string line; std::getline(in, line);) {
    std::string lower = line;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (std::none_of(words.begin(), words.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; }))
      kept += line + '\n';
  }
  return first_lines(kept, 200);
}

void read_config(const std::string& bytes) {
  parse_experiment(bytes, "fuzz.json", "/nonexistent", {})->parts().texts.outline();
}
std::vector<std::string> config_seeds() {
  std::vector<std::string> seeds = contents_of(SAPPER_DATA_DIR "/experiments");
  seeds.emplace_back(kTiny);
  seeds.emplace_back(
      R"({"schema":"sapper-config/1","boards":[{"rows":4,"density":{"from":0.1,"to":0.3,"step":0.1}}],
"first_click":[{"rule":"safe","cell":"all"}],"reveal":["ring"],"motion":["moving"],"topology":"hex",
"strategies":["rules",{"name":"csp","label":"x"}],
"stop":{"sprt":{"strategies":["rules","x"],"d0":0,"d1":0.1,"alpha":0.1,"beta":0.1},"min_games":10}})");
  return seeds;
}

void read_report(const std::string& bytes) {
  const MemoryFile file(with_right_hash(bytes));
  const Report report = load_report(file.path());
  const ComparisonInput input{report, report, {}, {}, {}};
  comparison_text(input, compare_reports(input), 80);
}
std::vector<std::string> report_seeds() {
  const TemporaryFolder folder;
  save(folder.path() / "r.json", play_tiny().played);
  return {content_of(folder.path() / "r.json")};
}

void read_records(const std::string& bytes) {
  const MemoryFile file(bytes);
  const GameRecords records(file.path());
  static_cast<void>(records.find(0, "rules", 3));
}
std::vector<std::string> record_seeds() {
  const std::string lines = first_lines(play_tiny().records, 5);
  return {lines, compressed(lines, Compression::gzip), compressed(lines, Compression::zstd)};
}

void read_checkpoint(const std::string& bytes) {
  const MemoryFile file(with_right_hash(bytes));
  const std::shared_ptr<const Experiment> experiment(std::shared_ptr<void>(), &tiny());
  static_cast<void>(experiments::read_checkpoint(file.path(), experiment, {}, OtherBuildPolicy::accepted));
}
std::vector<std::string> checkpoint_seeds() {
  const TemporaryFolder folder;
  write_checkpoint(folder.path() / "c", play_tiny().played);
  return {content_of(folder.path() / "c")};
}

void read_position(const std::string& bytes) {
  const sim::Input input{"fuzz", bytes};
  std::ostringstream out;
  if (minesweeper::PositionReader reader(input); reader.begins_with_object()) {
    while (auto request = reader.next_object()) {
      const minesweeper::AnyPosition position = minesweeper::parse_any_position(*std::move(request));
      if (const auto* const text = std::get_if<sim::PositionText>(&position))
        write_position(out, make_position_of_any_prior(*text, sim::FlagMeaning::evidence).view);
    }
    return;
  }
  try {
    write_position(
        out, make_position(parse_position_text(sim::Input{"fuzz", bytes, 2}), sim::FlagMeaning::mark).view);
  } catch (const InputError&) {  // there may be only one
  }
  const minesweeper::AnyPosition position = minesweeper::any_position_of(parse_position_text(input));
  if (const auto* const text = std::get_if<sim::PositionText>(&position))
    write_position(out, make_position_of_any_prior(*text, sim::FlagMeaning::mark).view);
}
std::vector<std::string> position_seeds() {
  std::vector<std::string> seeds = contents_of(SAPPER_DATA_DIR "/positions");
  seeds.push_back(first_lines(content_of(SAPPER_DATA_DIR "/reference/positions.jsonl"), 2));
  seeds.emplace_back("mines 2\ntopology hex\nfirst_click safe_corners\nF1.\n. 2 1\n...\n");
  seeds.emplace_back("\xEF\xBB\xBFmines 2\r.1.1.\r.1.1.\r");
  seeds.emplace_back("density 0.2\n.1.1.\n.1.1.\n");
  seeds.emplace_back("mines *\ntopology cube26\nlayers 1\n.2.\n. F 2\n...\n");
  seeds.emplace_back("mines *\ntopology triangle\n......\n..a...\n......\n......\n");
  seeds.emplace_back(
      R"({"rows": 2, "cols": 2, "layers": 1, "mines": 1, "topology": {"name": "cube6", "joined": ["cols"]}, "cells": ["1.", [null, 1]]})");
  seeds.emplace_back(
      R"({"sees": [[1, 2], [0], [0]], "opens": [[1], [0], []], "places": [[0, 0], [1, 0], [0, 1.5]], "mines": "*", "shown": [1, null, null]})");
  seeds.emplace_back(
      "\xEF\xBB\xBF{\"rows\": 2, \"cols\": 5, \"mines\": 2, \"cells\": [\".1.1.\", \".1.1.\"]}");
  return seeds;
}

// A list of mines needs the board's size; other formats contain it.
void read_board(const std::string& bytes) {
  const sim::Input input{"fuzz", bytes};
  bool is_read = false;
  for (const std::uint64_t number : {2U, 0U}) {
    try {
      static_cast<void>(sim::parse_board({"fuzz", bytes, number}));
      is_read = true;
    } catch (const InputError&) {
    }
  }
  try {
    static_cast<void>(sim::parse_board(input, sim::BoardSize{9, 9}));
  } catch (const InputError&) {
    if (!is_read) throw;
  }
}
std::vector<std::string> board_seeds() {
  return {content_of(SAPPER_DATA_DIR "/boards/bombes.txt"), ".*.\n...\n..* # end\n\n# no more\n",
          "\xEF\xBB\xBF.*.\r...\r\n..*\r", std::string("\x03\x04\x00\x02\x00\x01\x02\x03", 8)};
}

void read_player(const std::string& bytes) {
  const sim::Grid grid(3, 4);
  sim::View view(grid, 2);
  view.show(0, 1);
  std::vector<solvers::Move> digs;
  std::vector<solvers::Claim> claims;
  try {
    minesweeper::read_digs(bytes, {.rows = 3, .cols = 4}, view, {7, 4}, digs, claims);
  } catch (const minesweeper::WrongAnswer& wrong) {
    throw InputError(wrong.what());
  }
}
std::vector<std::string> player_seeds() {
  return {R"({"game": 7, "turn": 4, "p_mine": [0, 0.25], "dig": [[2,3],[0,1]], "certain": true})",
          R"({"dig":[[0.0,1e0]],"turn":4.0})"};
}

void read_answers(const std::string& bytes) {
  minesweeper::PositionScorer scorer;
  scorer.add_position(json::Document::parse(
      R"({"schema": "sapper-positions/1", "id": "a", "rows": 1, "cols": 3, "p_mine": [[0, null, 1]],
          "safe": [[0, 0, "one_number"]], "mine": [[0, 2, "one_number"]], "values": null})",
      "positions"));
  json::Limits limits;
  limits.numbers = json::NumberPolicy::any;
  std::istringstream in(bytes);
  for (std::string line; std::getline(in, line);)
    scorer.add_answer(json::Document::parse(line, "answers", limits));
  static_cast<void>(score_text(scorer));
}
std::vector<std::string> answer_seeds() {
  return {R"({"id": "a", "safe": [[0, 0], [2000000000, 3]], "mine": [[0, 2.0], [-1, 1e400]], "dig": [0, 0]})"
          "\n"};
}

void read_published_figures(const std::string& bytes) {
  const MemoryFile file(bytes);
  if (minesweeper::is_published(file.path())) static_cast<void>(minesweeper::read_published(file.path()));
}
std::vector<std::string> published_seeds() {
  return {
      R"({"win_rates_percent": [{"source": "x, y", "cell_base": 1, "rows": [{"board": "8x8x10", "rule": "safe",
"cell": [1, 1], "pseq": 81.6, "pm": 0.003, "pseq_d256": 81.8, "pm_d256": 0.008}]}]})",
      R"({"source": "x", "maps": [{"rows": 1, "cols": 2, "mines": 1, "rule": "safe", "strategy": "PSEQ",
"win": [[50, 50]], "pm": [[1, 1]]}]})"};
}

void read_gtp(const std::string& bytes) {
  std::istringstream in(without(bytes, {"playouts"}));
  std::ostringstream out;
  go::run_gtp({.size = 5, .player = solvers::go::player_named("uct", 5)}, in, out);
}
std::vector<std::string> gtp_seeds() {
  return {"1 boardsize 5\nclear_board\nkomi 6.5\nplay black C3\ngenmove w\nundo\nshowboard\nfinal_score\n",
          "list_commands\nknown_command play\nfinal_status_list dead\nkgs-genmove_cleanup b\nsapper-rules "
          "majority\n"
          "sapper-seed 5\nsapper-player random\ngenmove b # comment\nboardsize 25\nquit\n"};
}

void read_lines(const std::string& bytes) {
  const std::string typed = without(bytes, {"save"});  // which writes files
  std::ostringstream out;
  for (const int course : {-1, 1}) {
    minesweeper::MinesweeperRequest request;
    if (course >= 0)
      request.course = course;
    else
      request.level = "Beginner";
    std::istringstream in(typed);
    play_minesweeper({in, out}, set_up(request), {});
  }
  GoPlayOptions two_people;
  two_people.rules.size = 5;
  std::istringstream go_in(typed);
  play_go({go_in, out}, two_people);
  std::istringstream tablet_in(typed);
  play_tablet({tablet_in, out}, {{5, 4, 2, 1}, TabletPlayOptions::FirstPlayer::person});
}
std::vector<std::string> line_seeds() {
  return {"A1\nf B2\nhint\nu B2\n5,5\nhelp\nrules\nboard\nA1 B2 C3\nrestart\nquit\n", "1\n1\n0\n0\n5\n5\n",
          "B2\npass\nA5\nresign\n", "v 1\nvalues\nh\n2\nq\n"};
}

// Whether there is another game. Whatever the bytes are, they are read in linear time.
enum class Found : std::uint8_t { game, error, end };
Found find_next(RecordingReader& reader, std::size_t size) {
  Found found = Found::error;
  try {
    found = reader.next() ? Found::game : Found::end;
  } catch (const InputError&) {
  }
  if (!reader.meter().is_linear_in(size))
    throw std::logic_error(fmt::format("{} steps to read {} bytes", reader.meter().steps(), size));
  return found;
}

// The formats without a signature are tried in turn.
void read_people_replay(const std::string& bytes) {
  bool is_read = false;
  for (const std::string_view extension : replay_endings()) {
    RecordingReader reader(sim::Input{"fuzz", bytes}, extension);
    for (Found found = Found::game; found != Found::end; is_read = is_read || found == Found::game)
      found = find_next(reader, bytes.size());
  }
  if (!is_read) throw InputError("no format has a game here");
}
std::vector<std::string> people_replay_seeds() {
  std::vector<std::string> seeds;
  for (auto& [extension, content] : files_of_every_format(sample_replay()))
    seeds.push_back(std::move(content));
  return seeds;
}

// What is read is followed on its board.
void read_sapper_replay(const std::string& bytes) {
  ReplayGames games(json::Document::parse(bytes, "fuzz"));
  while (const std::optional<RecordedGame> game = games.next()) {
    if (sim::row_of(game->rules.motion).move != nullptr) continue;
    follow(*game, [](auto followed) {
      while (followed.next()) followed.make();
    });
  }
}
std::vector<std::string> sapper_replay_seeds() {
  return {
      R"({"schema": "sapper-replay/1", "board": {"rows": 2, "cols": 3, "mines": 1, "topology": "square"},
    "first_click": "safe", "players": [{"strategy": "csp", "won": false, "mines": [[0, 1]], "digs": [
    {"cell": [0, 0], "shown": [[0, 0, 1]]}, {"cell": [1, 2], "shown": [[1, 2, 1]]}, {"cell": [0, 1], "shown": []}]}]})",
      R"({"schema": "sapper-replay/1", "board": {"rows": 1, "cols": 7, "mines": 1, "topology": "square", "layout": "random"},
    "reveal": "flood", "motion": "fixed", "players": [{"strategy": "a", "mines": [[0, 3]], "digs": [
    {"cell": [0, 0], "stopped_at": [[0, 1]], "shown": [[0, 0, 0]]},
    {"cell": [0, 4], "cells": [[0, 4], [0, 6]], "shown": [[0, 4, 1], [0, 5, 0], [0, 6, 0]]}]}]})"};
}

// Under AddressSanitizer, with room: a megabyte of a collection whose games are refused, of five bytes each, takes a tenth.
constexpr double kMostSecondsPerMegabyte = 60;

constexpr std::array kTargets{
    FuzzTarget{"config", read_config, config_seeds},
    FuzzTarget{"report", read_report, report_seeds},
    FuzzTarget{"checkpoint", read_checkpoint, checkpoint_seeds},
    FuzzTarget{"record", read_records, record_seeds},
    FuzzTarget{"position", read_position, position_seeds},
    FuzzTarget{"board", read_board, board_seeds},
    FuzzTarget{"player", read_player, player_seeds},
    FuzzTarget{"answers", read_answers, answer_seeds},
    FuzzTarget{"published", read_published_figures, published_seeds},
    FuzzTarget{"gtp", read_gtp, gtp_seeds},
    FuzzTarget{"lines", read_lines, line_seeds},
    FuzzTarget{"replay", read_people_replay, people_replay_seeds, kMostSecondsPerMegabyte},
    FuzzTarget{"sapper_replay", read_sapper_replay, sapper_replay_seeds, kMostSecondsPerMegabyte},
};

}  // namespace

std::span<const FuzzTarget> fuzz_targets() { return kTargets; }

const FuzzTarget* find_fuzz_target(std::string_view name) {
  const auto found = std::find_if(kTargets.begin(), kTargets.end(),
                                  [&](const FuzzTarget& target) { return target.name == name; });
  return found == kTargets.end() ? nullptr : &*found;
}

void run_fuzz_target(const FuzzTarget& target, const std::string& bytes) {
  try {
    target.read(bytes);
  } catch (const InputError&) {
  } catch (const RunError&) {
  }
}

std::vector<std::string> fuzz_corpus(const FuzzTarget& target) {
  std::vector<std::string> corpus = target.seeds();
  for (std::string& found : contents_of(fs::path(SAPPER_DATA_DIR "/fuzz") / target.name))
    corpus.push_back(std::move(found));
  return corpus;
}

}  // namespace sapper::tests
