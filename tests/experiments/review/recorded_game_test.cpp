// Replays of people's programs: files that the test writes byte by byte, read, refused and damaged.
#include "experiments/review/recorded_game.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "experiments/review/mouse_game.hpp"
#include "sim/minesweeper/board_statistics.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/minesweeper/layout.hpp"
#include "sim/support/interruptible.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/replay_files.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using namespace sapper::tests;
using sim::Cell;

// What is wrong with a game goes to `skipped`; without that it is thrown.
std::vector<RecordedGame> parse(const std::string& content, std::string_view extension,
                                std::vector<std::string>* skipped = nullptr, std::uint64_t number = 0) {
  RecordingReader reader(sim::Input{"game" + std::string(extension), content, number}, extension);
  std::vector<RecordedGame> games;
  for (;;) {
    try {
      std::optional<RecordedGame> game = reader.next();
      if (!game) return games;
      games.push_back(*std::move(game));
    } catch (const sim::InputError& error) {
      if (skipped == nullptr) throw;
      skipped->emplace_back(error.what());
    }
  }
}
RecordedGame parse_one(const std::string& content, std::string_view extension) {
  std::vector<RecordedGame> games = parse(content, extension);
  EXPECT_EQ(games.size(), 1U);
  return games.front();
}
std::string refusal(const std::string& content, std::string_view extension) {
  return message_of<sim::InputError>([&] { parse(content, extension); });
}

std::optional<sim::FirstClickRule> first_click_of(const RecordedGame& game) {
  return game.is_first_click_known ? std::optional(game.rules.first_click) : std::nullopt;
}

// [dig] its cells, such as `2,0 2,2`.
std::vector<std::string> cells_of(const RecordedGame& game) {
  std::vector<std::string> digs;
  for (const RecordedDig& dig : game.digs) {
    std::string text;
    for (const Cell cell : dig.cells) text += (text.empty() ? "" : " ") + sim::cell_text(game.grid(), cell);
    digs.push_back(text);
  }
  return digs;
}

TEST(RecordedGame, EveryFormatTellsTheSameGame) {
  const SampleReplay sample = sample_replay();
  for (const auto& [extension, content] : files_of_every_format(sample)) {
    SCOPED_TRACE(extension + " of " + std::to_string(content.size()) + " bytes");
    const RecordedGame game = parse_one(content, extension);
    EXPECT_EQ(game.grid(), sim::Grid(4, 5));
    EXPECT_THAT(game.mines, ElementsAre(4U, 11U, 18U));
    EXPECT_THAT(cells_of(game), ElementsAre("0,0", "2,0 2,2", "2,3", "1,4 2,4", "3,0", "3,1", "3,2", "3,4"));
    std::set<Cell> flagged;
    std::vector<std::size_t> flags;
    std::vector<double> times_s;
    for (const RecordedDig& dig : game.digs) {
      for (const Cell cell : dig.flag_changes)
        if (!flagged.insert(cell).second) flagged.erase(cell);
      flags.push_back(flagged.size());
      times_s.push_back(*dig.time_s);
    }
    EXPECT_THAT(flags, ElementsAre(0U, 1U, 1U, 2U, 2U, 2U, 2U, 2U));
    EXPECT_THAT(times_s, testing::Pointwise(testing::DoubleEq(), {0.0, 0.4, 0.8, 1.0, 1.2, 1.3, 1.7, 1.8}));
    EXPECT_THAT(flagged, ElementsAre(4U, 11U));
    EXPECT_THAT(game.digs[3].flag_changes, ElementsAre(4U)) << "what the digs before had is not said again";
    EXPECT_THAT(game.digs[7].flag_changes, IsEmpty()) << "a flag at 3,2 set and removed";
    const auto tally = [](const ClickTally& clicks) { return std::pair(clicks.made, clicks.wasted()); };
    EXPECT_EQ(tally(game.clicks->digs), std::pair(8U, 3U)) << "on a flag, on a shown cell, beside the board";
    EXPECT_EQ(tally(game.clicks->flags), std::pair(4U, 2U)) << "a flag at 3,2 set and removed";
    EXPECT_EQ(tally(game.clicks->chords), std::pair(5U, 2U)) << "too few flags, nothing hidden";
    EXPECT_EQ(game.won, true);
    EXPECT_NEAR(*game.time_s, 1.8, 1e-9);
    EXPECT_EQ(game.player, "Ann");
    EXPECT_EQ(first_click_of(game), sim::FirstClickRule::safe);
    const bool states_no_bv3 = extension == ".mvf" && content.find("0.97") == std::string::npos;
    EXPECT_EQ(game.bv3, states_no_bv3 ? std::nullopt : std::optional(10));
  }
}

TEST(RecordedGame, NamesTheProgramAndItsVersion) {
  std::vector<std::string> programs;
  for (const auto& [extension, content] : files_of_every_format(sample_replay()))
    programs.push_back(parse_one(content, extension).program);
  EXPECT_THAT(programs, ElementsAre("Minesweeper Arbiter 0.52.3", "Vienna Minesweeper - Release 9.0",
                                    "Vienna Minesweeper - Release 9.0", "Minesweeper Clone 0.96 or earlier",
                                    "Minesweeper Clone 0.97 beta", "Minesweeper Clone 2007 release 1",
                                    "Minesweeper Arbiter 0.52.3", "元3.2.1", "元3.2.1", "元3.2.1", "元3.2.1",
                                    "元3.2.1", "元3.2.1"));
}

TEST(RecordedGame, KnowsFormatsWithASignatureByContent) {
  const SampleReplay sample = sample_replay();
  EXPECT_EQ(parse_one(arbiter_file(sample), ".txt").digs.size(), 8U);
  EXPECT_EQ(parse_one(vienna_file(sample, 1), "").digs.size(), 8U);
  EXPECT_EQ(parse_one(metasweeper_file(sample, 3), ".EVF").digs.size(), 8U);
  EXPECT_EQ(refusal(metasweeper_file(sample, 3), ".txt"),
            "game.txt: is not a replay; .avf, .evf, .evfs, .mvf, .rawvf and .rmv files are read");
}

TEST(RecordedGame, IsReadFromFiles) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "some.evf").string();
  std::ofstream(file, std::ios::binary) << metasweeper_file(sample_replay(), 4);
  RecordingReader reader(file);
  EXPECT_EQ(reader.next()->file, file);
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_THAT(message_of<sim::InputError>([&] { const RecordingReader other(file + "#2"); }),
              HasSubstr("holds 1 game; there is no #2"));
}

// The game up to the chord that opens 2,0 and 2,2, then a dig of the mine at 3,3.
SampleReplay lost_replay() {
  SampleReplay game = sample_replay();
  const auto chord_end =
      std::ranges::find_if(game.steps, [](const MouseStep& step) { return step.row == 2 && step.col == 2; });
  game.steps.erase(chord_end, game.steps.end());
  game.steps.push_back({"lc", 3, 3, 2500});
  game.steps.push_back({"lr", 3, 3, 2560});
  game.steps.push_back({"lc", 3, 4, 2600});  // after the end
  game.steps.push_back({"lr", 3, 4, 2600});
  game.is_won = false;
  game.time_ms = 2560;
  return game;
}

TEST(RecordedGame, EndsWithTheMine) {
  for (const auto& [extension, content] : files_of_every_format(lost_replay())) {
    const RecordedGame game = parse_one(content, extension);
    EXPECT_THAT(cells_of(game), ElementsAre("0,0", "2,0 2,2", "3,3")) << extension;
    EXPECT_EQ(game.won, false) << extension;
  }
}

TEST(RecordedGame, MayBeUnfinished) {
  SampleReplay sample = lost_replay();
  sample.steps.resize(sample.steps.size() - 4);
  const RecordedGame game = parse_one(arbiter_file(sample), ".avf");
  EXPECT_EQ(game.digs.size(), 2U);
  EXPECT_EQ(game.won, std::nullopt);
}

// Clone's first versions do not say how many events there are; others follow only in order and before the end.
TEST(RecordedGame, OldEventsEndWhereTimeDoes) {
  using namespace std::string_literals;
  SampleReplay sample = lost_replay();
  sample.steps.resize(sample.steps.size() - 4);
  const std::string content = clone_file(sample, "0.96 beta");
  for (const std::string& press_on_a_mine : {"\0\0\1\0\x48\0\x08??"s, "\xFF\0\1\0\x48\0\x08??"s}) {
    std::string other = content;
    other.replace(content.find(kAfterOldEvents), kAfterOldEvents.size(), press_on_a_mine);
    EXPECT_THAT(cells_of(parse_one(other, ".mvf")), ElementsAre("0,0", "2,0 2,2"));
  }
}

// The last release may be missing there.
TEST(RecordedGame, OldEventsEndWithAllButtonsReleased) {
  SampleReplay sample = sample_replay();
  sample.steps.pop_back();
  EXPECT_EQ(parse_one(clone_file(sample, "0.96 beta"), ".mvf").won, true);
}

TEST(RecordedGame, MayBeTranscoded) {
  SampleReplay sample = sample_replay();
  sample.is_transcoded = true;
  for (int version = 0; version <= 4; ++version)
    EXPECT_EQ(parse_one(metasweeper_file(sample, version), ".evf").player, "Ann");
}

TEST(RecordedGame, QuestionMarksAreReadFromTheFile) {
  SampleReplay sample = lost_replay();
  sample.steps.resize(2);
  for (int i = 0; i < 3; ++i)
    for (const char* what : {"rc", "rr"}) sample.steps.push_back({what, 3, 4, 100});
  for (const char* what : {"lc", "lr"}) sample.steps.push_back({what, 3, 4, 200});
  for (const char* what : {"lc", "lr"}) sample.steps.push_back({what, 3, 3, 2560});  // the mine
  for (const bool has_question_marks : {false, true}) {
    sample.has_question_marks = has_question_marks;
    for (const auto& [extension, content] : files_of_every_format(sample)) {
      const bool may_have_them = extension != ".evf" && extension != ".evfs";
      EXPECT_EQ(cells_of(parse_one(content, extension)).size(), has_question_marks && may_have_them ? 3U : 2U)
          << extension;
    }
  }
}

// What a file says must be what its mouse does.
TEST(RecordedGame, AContradictionIsAnError) {
  SampleReplay sample = lost_replay();
  sample.is_won = true;
  EXPECT_EQ(refusal(metasweeper_file(sample, 3), ".evf"),
            "game.evf: says that the game was won, but its mouse events dig a mine after 2.56 s");
  sample.mode = 1;
  EXPECT_EQ(refusal(clone_file(sample, "0.97 beta"), ".mvf"),
            "game.mvf: says that the game was won, but its mouse events dig a mine after 2.56 s");
  sample = sample_replay();
  sample.is_won = false;
  EXPECT_EQ(refusal(vienna_file(sample, 2), ".rmv"),
            "game.rmv: says that the game was lost, but its mouse events win it");
  sample.is_won = true;
  sample.steps.pop_back();
  EXPECT_EQ(refusal(vienna_file(sample, 1), ".rmv"),
            "game.rmv: says that the game was won, but its mouse events leave 1 safe cell hidden");
  sample = sample_replay();
  sample.bv3 = 12;
  EXPECT_EQ(refusal(arbiter_file(sample), ".avf"),
            "game.avf: says that the board has a 3BV of 12, but it is 10; the file is damaged");
}

TEST(RecordedGame, NeedsADig) {
  SampleReplay sample = sample_replay();
  sample.steps.erase(sample.steps.begin() + 1, sample.steps.end());
  EXPECT_EQ(refusal(arbiter_file(sample), ".avf"), "game.avf: no cell is dug in this game");
}

TEST(RecordedGame, MetasweeperCountsTimeFromTheFirstDig) {
  SampleReplay sample = sample_replay();
  for (MouseStep& step : sample.steps) step.time_ms += 60;
  sample.steps[0].time_ms = 0;
  for (const int version : {3, 4}) {
    const RecordedGame game = parse_one(metasweeper_file(sample, version), ".evf");
    EXPECT_DOUBLE_EQ(*game.digs.front().time_s, 0);
    EXPECT_NEAR(*game.digs.back().time_s, 1.8, 1e-9);
  }
}

TEST(RecordedGame, ArbitersSummaryMayBeWrongAboutTheTime) {
  SampleReplay sample = sample_replay();
  sample.time_ms = 300;
  EXPECT_NEAR(*parse_one(arbiter_file(sample), ".avf").time_s, 1.8, 1e-9);
}

// Arbiter adds a second: 8.37 - 1 is not 7.37 in doubles.
TEST(RecordedGame, TimesAreWholeMilliseconds) {
  SampleReplay sample = sample_replay();
  for (const int time_ms : {1800, 7370, 999'990, 1320}) {
    sample.time_ms = time_ms;
    for (MouseStep& step : sample.steps) step.time_ms = std::min(step.time_ms, time_ms);
    for (const auto& [extension, content] : files_of_every_format(sample))
      EXPECT_EQ(parse_one(content, extension).time_s, time_ms / 1000.0) << extension;
  }
}

TEST(RecordedGame, NamesBecomeUtf8) {
  const auto player_named = [](const std::string& bytes) {
    SampleReplay sample = sample_replay();
    sample.player = bytes;
    return parse_one(arbiter_file(sample), ".avf").player;
  };
  EXPECT_EQ(player_named("张三"), "张三");
  EXPECT_EQ(player_named("\xD5\xC5\xC8\xFD"), "张三");  // GBK
  EXPECT_EQ(player_named("Jos\xE9 P."), "José P.");     // Windows-1252
  EXPECT_EQ(player_named("\xFF"), "ÿ");
  EXPECT_EQ(player_named("a\x81z"), "a\uFFFDz");  // no character of Windows-1252
  EXPECT_EQ(player_named("  Ann "), "Ann");
}

TEST(RecordedGame, ModesThatCannotBeJudgedAreRefused) {
  SampleReplay sample = sample_replay();
  sample.mode = 4;
  EXPECT_EQ(first_click_of(parse_one(metasweeper_file(sample, 4), ".evf")), sim::FirstClickRule::opening);
  sample.mode = 5;
  EXPECT_EQ(refusal(metasweeper_file(sample, 4), ".evf"),
            "game.evf: byte 8: a game in mode competitive solvable, where the board is not laid at random; "
            "its digs cannot be "
            "judged");
  sample.mode = 99;
  EXPECT_THAT(refusal(metasweeper_file(sample, 3), ".evf"),
              HasSubstr("a game in mode 99, where the rules are unknown"));
  sample.mode = 1;
  EXPECT_THAT(refusal(vienna_file(sample, 1), ".rmv"),
              HasSubstr("mode UPK, where the player knows the board"));
  sample.mode = 3;
  EXPECT_EQ(parse_one(vienna_file(sample, 1), ".rmv").digs.size(), 8U);  // density
  EXPECT_THAT(refusal(clone_file(sample, "0.97 beta"), ".mvf"), HasSubstr("mode UPK"));
}

// Writes files of every format, and read.json with what is read of them, into the folder that SAPPER_REPLAY_FILES names,
// for tests/python/test_replay_readers.py, which compares that with other readers.
TEST(RecordedGame, IsWrittenForOtherReaders) {
  const char* const folder = std::getenv("SAPPER_REPLAY_FILES");
  if (folder == nullptr) return;
  std::string all;
  for (SampleReplay sample : {sample_replay(), lost_replay()}) {
    sample.has_other_events = false;
    int number = 0;
    for (const auto& [extension, content] : files_of_every_format(sample)) {
      const std::string name = fmt::format("{}-{}{}", sample.is_won ? "won" : "lost", number++, extension);
      std::ofstream(std::filesystem::path(folder) / name, std::ios::binary) << content;
      const RecordedGame game = parse_one(content, extension);
      sim::Layout layout(game.grid());
      layout.set_mines(game.mines);
      std::string mines;
      for (const Cell mine : game.mines)
        mines += fmt::format("{}[{},{}]", mines.empty() ? "" : ",", game.grid().row_of(mine),
                             game.grid().col_of(mine));
      all += fmt::format(
          R"({}"{}":{{"rows":{},"cols":{},"mines":[{}],"won":{},"bv3":{},"digs":{},"time_s":{},"player":"{}",)"
          R"("clicks":[{},{},{}],"useful":[{},{},{}]}})",
          all.empty() ? "" : ",\n", name, game.grid().rows(), game.grid().cols(), mines, game.won == true,
          sim::BoardCounter().count(layout).three_bv, game.digs.size(), game.time_s.value_or(-1), game.player,
          game.clicks->digs.made, game.clicks->flags.made, game.clicks->chords.made, game.clicks->digs.useful,
          game.clicks->flags.useful, game.clicks->chords.useful);
    }
  }
  std::ofstream(std::filesystem::path(folder) / "read.json") << '{' << all << "}\n";
}

// --- Collections ---

TEST(RecordedCollection, NumbersItsGames) {
  SampleReplay restarted = sample_replay();
  restarted.is_won = false;
  restarted.steps.clear();
  SampleReplay solvable = sample_replay();
  solvable.mode = 6;
  const std::string content =
      collection_file({metasweeper_file(sample_replay(), 4), metasweeper_file(restarted, 3),
                       metasweeper_file(solvable, 4), metasweeper_file(lost_replay(), 4)});
  std::vector<std::string> skipped;
  const std::vector<RecordedGame> games = parse(content, ".evfs", &skipped);
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0].file, "game.evfs#1");
  EXPECT_EQ(games[1].file, "game.evfs#4");
  EXPECT_EQ(games[1].won, false);
  EXPECT_THAT(skipped, ElementsAre(HasSubstr("game.evfs#3: byte 8: a game in mode strong solvable")));
  EXPECT_THAT(refusal(content, ".evfs"), HasSubstr("game.evfs#3: byte 8"));

  const auto games_at = [&](std::uint64_t number) { return parse(content, ".evfs", nullptr, number); };
  EXPECT_EQ(games_at(4).front().file, "game.evfs#4");
  EXPECT_THAT(message_of<sim::InputError>([&] { games_at(5); }), HasSubstr("holds 4 games; there is no #5"));
  EXPECT_EQ(message_of<sim::InputError>([&] { games_at(2); }), "game.evfs#2: no cell is dug in this game");
}

TEST(RecordedCollection, NeedsADugGame) {
  SampleReplay restarted = sample_replay();
  restarted.is_won = false;
  restarted.has_other_events = false;
  restarted.steps.clear();
  EXPECT_EQ(refusal(collection_file({}), ".evfs"), "game.evfs: holds no game");
  EXPECT_EQ(
      refusal(collection_file({metasweeper_file(restarted, 4), metasweeper_file(restarted, 3)}), ".evfs"),
      "game.evfs: holds no game in which a cell is dug");
  // What is wrong with a game is enough.
  std::vector<std::string> skipped;
  EXPECT_THAT(parse(collection_file({"x", metasweeper_file(restarted, 4)}), ".evfs", &skipped), IsEmpty());
  EXPECT_THAT(skipped, ElementsAre(HasSubstr("game.evfs#1: ")));
}

TEST(RecordedCollection, KeepsWhatIsBeforeDamage) {
  const std::string game = metasweeper_file(sample_replay(), 4);
  const std::string content = collection_file({game, game});
  std::vector<std::string> skipped;
  const auto games = parse(content.substr(0, content.size() - 20), ".evfs", &skipped);
  EXPECT_EQ(games.size(), 1U);
  EXPECT_THAT(skipped, ElementsAre(HasSubstr("the file ends here")));
}

// --- The mouse ---

// The digs of events on a board of 1 x 5 with a mine at 0,1: 1 * 1 0 0.
std::vector<std::string> digs_of(std::vector<MouseEvent> events, bool has_question_marks = false) {
  MouseGame game;
  game.size = {1, 5};
  game.mines = {1};
  game.has_question_marks = has_question_marks;
  game.events = std::move(events);
  ReadingMeter meter;
  return cells_of(play_mouse_game("mouse", game, meter));
}
MouseEvent event(MouseAction action, Cell cell) { return {action, cell, 0}; }

TEST(MouseGame, OpeningsStopAtFlags) {
  using enum MouseAction;
  EXPECT_THAT(
      digs_of({event(set_flag, 2), event(press_left, 4), event(release_left, 4), event(press_right, 2),
               event(release_right, 2), event(press_left, 2), event(release_left, 2)}),
      ElementsAre("0,4", "0,2"));
}

TEST(MouseGame, QuestionMarksProtectNothing) {
  using enum MouseAction;
  const std::vector<MouseEvent> twice_right_then_left{
      event(press_right, 0), event(release_right, 0), event(press_right, 0), event(release_right, 0),
      event(press_right, 0), event(release_right, 0), event(press_left, 0),  event(release_left, 0)};
  EXPECT_THAT(digs_of(twice_right_then_left, true), ElementsAre("0,0"));   // flag, question mark, nothing
  EXPECT_THAT(digs_of(twice_right_then_left, false), testing::IsEmpty());  // flag, nothing, flag
  // A chord on 0,2 opens the cells with a question mark around it; that on 0,3 is none.
  EXPECT_THAT(
      digs_of({event(press_left, 2), event(release_left, 2), event(press_right, 1), event(release_right, 1),
               event(press_right, 3), event(release_right, 3), event(press_right, 3), event(release_right, 3),
               event(press_middle, 2), event(release_middle, 2)},
              true),
      ElementsAre("0,2", "0,3"));
}

TEST(MouseGame, ShiftAndTogglesAndTheSecondButton) {
  using enum MouseAction;
  const std::vector<MouseEvent> begin{event(toggle_left, 2), event(toggle_left, 2), event(toggle_right, 1),
                                      event(toggle_right, 1)};
  for (const std::vector<MouseEvent>& chord :
       {std::vector{event(press_left_with_shift, 2), event(release_left, 2)},
        std::vector{event(press_right, 2), event(press_second, 2), event(release_left, 2)},
        std::vector{event(press_left, 2), event(press_second, 2), event(release_right, 2)},
        std::vector{event(press_second, 2), event(release_right, 2)},
        std::vector{event(toggle_middle, 2), event(toggle_middle, 2)}}) {
    std::vector<MouseEvent> events = begin;
    events.insert(events.end(), chord.begin(), chord.end());
    EXPECT_THAT(digs_of(events), ElementsAre("0,2", "0,3"));
  }
}

TEST(MouseGame, ReleasesWithoutAPressDoNothing) {
  using enum MouseAction;
  EXPECT_THAT(digs_of({event(release_left, 0), event(release_right, 0), event(release_middle, 0)}),
              testing::IsEmpty());
}

// --- Damage ---

TEST(DamagedReplay, IsRefusedInOneLine) {
  const SampleReplay sample = sample_replay();
  const auto with = [](std::string content, std::size_t at, char byte) {
    content[at] = byte;
    return content;
  };
  const std::string avf = arbiter_file(sample);
  EXPECT_EQ(refusal("", ".avf"),
            "game.avf: byte 0: the file ends here, 5 bytes too early; it is truncated or damaged");
  EXPECT_EQ(refusal(with(avf, 5, 9), ".avf"),
            "game.avf: byte 5: level 9; Arbiter has 3 (beginner) to 6 (custom)");
  EXPECT_EQ(refusal(with(avf, 9, 20), ".avf"),
            "game.avf: byte 10: 20 mines on 20 cells; at least one cell is free");
  EXPECT_EQ(refusal(with(avf, 10, 7), ".avf"),
            "game.avf: byte 10: a mine at 6,4 lies outside the board; its cells are 0,0 to 3,4");
  EXPECT_EQ(refusal(with(avf, 10, 0), ".avf"),
            "game.avf: byte 10: a mine at -1,4 lies outside the board; its cells are 0,0 to 3,4");
  EXPECT_EQ(refusal(with(with(avf, 12, 1), 13, 5), ".avf"),
            "game.avf: byte 12: the mine at 0,4 is listed already");
  EXPECT_THAT(refusal(avf.substr(0, avf.find("??[?") + 4), ".avf"),
              HasSubstr("game.avf: byte 16: no text such as [0|"));
  EXPECT_THAT(refusal(avf.substr(0, avf.find(']') + 8), ".avf"),
              HasSubstr("no mouse events follow the summary"));
  EXPECT_THAT(refusal(avf.substr(0, avf.find("cs=")), ".avf"), HasSubstr("the file is truncated"));
  EXPECT_THAT(refusal(with(avf, avf.find(']') + 6 + 8, 2), ".avf"),
              HasSubstr("mouse event 2 is unknown; the file is damaged"));

  const std::string rmv = vienna_file(sample, 1);
  EXPECT_EQ(refusal(with(rmv, 5, 7), ".rmv"), "game.rmv: byte 4: format 7 of .rmv; 1 and 2 are read");
  EXPECT_THAT(refusal(with(rmv, 22, '\xFF'), ".rmv"),
              HasSubstr("bytes too early; it is truncated or damaged"));

  EXPECT_THAT(
      refusal(clone_file(sample, "0.96 beta").substr(0, 400), ".mvf"),
      HasSubstr("byte 400: neither a header of Minesweeper Clone nor the checksum of its first versions"));

  const std::string evf = metasweeper_file(sample, 4);
  EXPECT_EQ(refusal(with(evf, 0, 5), ".evf"), "game.evf: byte 0: version 5 of .evf; versions to 4 are read");
  EXPECT_EQ(refusal(with(evf, 3, 0), ".evf"),
            "game.evf: byte 3: a board of 0 x 5 (rows x columns); it has at least one of each");
  EXPECT_EQ(refusal(with(evf, 7, 0), ".evf"), "game.evf: byte 7: cells of 0 pixels");
  EXPECT_THAT(refusal(with(evf, 6, 4), ".evf"),
              HasSubstr("a board with 3 mines of 20 cells, but the file says that it has 4"));
  EXPECT_THAT(refusal(std::string("\3\0\0\4\5\0\3\x10\0\0\0\0\0\0\0", 15) + std::string(5000, 'x'), ".evf"),
              HasSubstr("this text has no end within 1,000 bytes"));
  EXPECT_EQ(refusal(std::string("\1\0\5", 3), ".evfs"),
            "game.evfs: byte 0: version 1 of .evfs; version 0 is read");
  EXPECT_THAT(refusal(std::string("\0\0\5name\0\xFF\xFF\xFF\xFF", 12), ".evfs"),
              HasSubstr("bytes too early"));
}

TEST(RecordedGame, RawTextNamesCellsAndPixels) {
  const std::string head = "RawVF_Version: Rev6.2\r\nProgram: X\r\nwidth: 5\r\nHeight: 1\r\n";
  const std::string board = "Board:\r\n00*00\r\nEvents:\r\n";
  const auto digs_of_text = [&](const std::string& more, const std::string& events) {
    return cells_of(parse_one(head + more + board + events, ".txt"));
  };
  const std::string won = "0.000 lc 1 1 (3 3)\n0.010 lr 1 1 (3 3)\n0.500 lc 5 1 (67 3)\n0.510 lr 5 1 (67 3)";
  const RecordedGame game = parse_one(head + "Time: 0.510\r\nStatus: won\r\n" + board + won, ".rawvf");
  EXPECT_THAT(game.mines, ElementsAre(2U));
  EXPECT_THAT(cells_of(game), ElementsAre("0,0", "0,4"));
  EXPECT_EQ(game.won, true);
  EXPECT_EQ(game.time_s, 0.51);
  EXPECT_EQ(game.program, "X");
  EXPECT_EQ(first_click_of(game), std::nullopt) << "no program whose rules are known";
  // Events that are not of the mouse are passed over; left of the board is outside, whatever the column says.
  EXPECT_THAT(
      digs_of_text("", "0.00 mv 1 1 (3 3)\nflag 1 1\n-0.10 lc 5 1 (67 3)\n0.1 lr 5 1 (67 3)\n0.2 won\n"),
      ElementsAre("0,4"));
  EXPECT_THAT(digs_of_text("", "0.0 lc 3 1 (35 3)\n0.0 lr 3 1 (-3 3)\n" + won), ElementsAre("0,0", "0,4"));
  // Recordings of Vienna Minesweeper lack the first press.
  EXPECT_THAT(digs_of_text("", "0.000 start\n0.000 lr 1 1 (3 3)\n"), ElementsAre("0,0"));
  EXPECT_EQ(refusal(head + "Mode: UPK\n" + board, ".rawvf").substr(0, 30), "game.rawvf: byte 56: a game in");
  EXPECT_THAT(refusal(head + "Mines: 2\n" + board, ".rawvf"),
              HasSubstr("a board with 1 mine, but the file says that it has 2"));
  EXPECT_THAT(refusal(head + "BBBV: 7\n" + board + won, ".rawvf"), HasSubstr("a 3BV of 7, but it is 2"));
  EXPECT_THAT(refusal(head + "Width: 4\n" + board, ".rawvf"), HasSubstr("not a row of 4 cells"));
  EXPECT_THAT(refusal(head + "Width: 257\n" + board, ".rawvf"), HasSubstr("no lines such as `Width: 30`"));
  EXPECT_THAT(refusal(head, ".rawvf"), HasSubstr("no line `Board:` here; the file is truncated"));
  EXPECT_THAT(refusal(head + "Board:\n00*00\n", ".rawvf"), HasSubstr("no line `Events:`"));
  EXPECT_THAT(refusal(head + board + "0.x lc 1 1 (3 3)\n", ".rawvf"), HasSubstr("no time in seconds"));
  EXPECT_THAT(refusal(head + board + "0.1 lc x 1 (3 3)\n", ".rawvf"), HasSubstr("no column and row"));
}

// A checksum ends the file, if it has one.
TEST(DamagedReplay, MetasweepersFilesAreWholeOrRefused) {
  SampleReplay transcoded = sample_replay();
  transcoded.is_transcoded = true;
  for (const SampleReplay& sample : {sample_replay(), transcoded})
    for (int version = 0; version <= 4; ++version) {
      const std::string content = metasweeper_file(sample, version);
      for (std::size_t length = 0; length < content.size(); ++length)
        EXPECT_THAT(refusal(content.substr(0, length), ".evf"), StartsWith("game.evf: "))
            << version << ' ' << length;
    }
}

TEST(DamagedReplay, BoardEventsAreNamed) {
  const std::string evf = metasweeper_file(sample_replay(), 4);
  const std::string end("\x52\0\0\0\3sum", 8);
  ASSERT_TRUE(evf.ends_with(end));
  const auto with_event = [&](int code) {
    return evf.substr(0, evf.size() - end.size()) + big_endian(code, 1) + std::string("\0\2\0", 3) + end;
  };
  for (const int code : {100, 101, 121})
    EXPECT_EQ(
        refusal(with_event(code), ".evf"),
        "game.evf: byte " + std::to_string(evf.size() - end.size()) + ": event " + std::to_string(code) +
            ", a board event, which says how the board changed other than by the mouse; games with such "
            "events are not read");
  EXPECT_THAT(refusal(with_event(122), ".evf"), HasSubstr("event 122 is unknown; the file is damaged"));
}

// Whatever a file repeats, it is read in linear time: by the steps that are counted, not by the clock.
TEST(HostileReplay, IsReadInLinearTime) {
  constexpr std::size_t kBytes = 20'000;
  const auto steps_of = [](const std::string& content, std::string_view extension) {
    RecordingReader reader(sim::Input{"game", content}, extension);
    for (bool is_left = true; is_left;) {
      try {
        is_left = reader.next().has_value();
      } catch (const sim::InputError&) {
      }
    }
    EXPECT_TRUE(reader.meter().is_linear_in(content.size()));
    return reader.meter().steps();
  };
  for (const auto& [extension, content] : files_of_every_format(sample_replay()))
    for (const std::string_view piece :
         {std::string_view("["), std::string_view("[|"), std::string_view("[0|"), std::string_view("\r"),
          std::string_view("cs="), std::string_view("\0", 1), std::string_view("\1"),
          std::string_view("\xFF")})
      for (std::size_t eighth = 1; eighth <= 8; ++eighth) {
        const std::size_t at = content.size() * eighth / 8;
        std::string hostile = content.substr(0, at);
        while (hostile.size() < at + kBytes) hostile += piece;
        hostile += content.substr(at);
        const std::uint64_t steps = steps_of(hostile, extension);
        EXPECT_TRUE(steps <= 40 * hostile.size() + 1'000'000)
            << extension << ' ' << piece << ' ' << at << ": " << steps << " steps";
      }
  // Collections of the smallest games, and of the largest boards.
  EXPECT_GT(steps_of(collection_file(std::vector<std::string>(2000)), ".evfs"), 2000U);
  SampleReplay largest = sample_replay();
  largest.rows = largest.cols = 255;
  largest.bv3 = 65'016 - 1;  // wrong, which is found last
  steps_of(collection_file(std::vector<std::string>(6, metasweeper_file(largest, 4))), ".evfs");
}

// Names are decoded in linear time too: 60,000 bytes that no encoding has.
TEST(HostileReplay, MayHaveALongName) {
  SampleReplay sample = sample_replay();
  sample.player = std::string(60'000, '\xFF');
  EXPECT_EQ(parse_one(arbiter_file(sample), ".avf").player.size(), 3 * sample.player.size());
}

// Digs hold what changed since the dig before, not all flags.
TEST(HostileReplay, FlagsTakeLinearMemory) {
  SampleReplay sample;
  sample.rows = sample.cols = 40;
  for (int row = 0; row < 40; ++row)
    for (int col = 0; col < 40; ++col)
      if ((row + col) % 2 == 0) sample.mines.emplace_back(row, col);
  for (const auto& [row, col] : sample.mines)
    for (const char* what : {"rc", "rr"}) sample.steps.push_back({what, row, col, 0});
  for (int row = 0; row < 40; ++row)
    for (int col = 0; col < 40; ++col)
      if ((row + col) % 2 != 0)
        for (const char* what : {"lc", "lr"}) sample.steps.push_back({what, row, col, 0});
  sample.bv3 = 800;
  const RecordedGame game = parse_one(metasweeper_file(sample, 4), ".evf");
  ASSERT_EQ(game.digs.size(), 800U);
  std::size_t changes = 0;
  for (const RecordedDig& dig : game.digs) changes += dig.flag_changes.size();
  EXPECT_EQ(changes, 800U);
}

TEST(HostileReplay, IsLeftWhenInterrupted) {
  const std::string good = metasweeper_file(sample_replay(), 4);
  std::atomic<bool> interrupt = false;
  const sim::Interruptible until(interrupt);
  RecordingReader reader(sim::Input{"game", collection_file({good, good})}, ".evfs");
  EXPECT_TRUE(reader.next());
  interrupt = true;
  EXPECT_THROW(reader.next(), sim::Interrupted);
  RecordingReader damaged(sim::Input{"game", std::string("\1\0\5", 3)}, ".evfs");
  EXPECT_THROW(damaged.next(), sim::Interrupted) << "and not an error";
}

// Whatever is cut off or changed, a file is read or refused in one line.
TEST(DamagedReplay, IsNeverMoreThanAnError) {
  const auto try_to_read = [](const std::string& content, std::string_view extension) {
    try {
      for (const RecordedGame& game : parse(content, extension)) {
        EXPECT_FALSE(game.digs.empty());
        EXPECT_FALSE(sim::find_invalid_utf8(game.player + game.program));
        for (const RecordedDig& dig : game.digs)
          for (const Cell cell : dig.cells) EXPECT_LT(cell, game.grid().cell_count());
      }
    } catch (const sim::InputError& error) {
      EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos) << error.what();
      return false;
    }
    return true;
  };
  const std::size_t stride = runs_long_tests() ? 1 : 5;
  for (const auto& [extension, content] : files_of_every_format(sample_replay())) {
    for (std::size_t length = 0; length < content.size(); length += stride)
      try_to_read(content.substr(0, length), extension);
    EXPECT_FALSE(try_to_read(content.substr(0, content.size() / 2), extension)) << extension;
    for (std::size_t at = 0; at < content.size(); at += stride)
      for (const int change : {1, 0x80, 0xFF}) {
        std::string damaged = content;
        damaged[at] = static_cast<char>(damaged[at] ^ change);
        try_to_read(damaged, extension);
      }
  }
}

}  // namespace
}  // namespace sapper::experiments
