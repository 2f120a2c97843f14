// The outputs of a run, tested from outside: none is written twice, by this run or another; a refused start leaves no
// files; a finished run stays finished; the printed commands work.
// Label: threads
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>

#include "tests/support/processes.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

constexpr const char* kSmallOutputs =
    R"({"schema": "sapper-config/1", "name": "small", "seed": 5, "games": 200,
  "boards": [{"level": "Beginner"}, {"rows": 5, "mines": [4, 6]}], "strategies": ["random", "csp"]})";

class Outputs : public ProgramTest {
 protected:
  Outputs() {
    start_.environment = {{"SAPPER_CALLED_AS", kQuotedProgram}};
    write("c.json", kSmallOutputs);
    write_config("long.json",
                 fmt::format(R"("name": "long", "games": {}, "boards": [{{"level": "Intermediate"}}],
      "strategies": ["rules"])",
                             std::max(case_count(40'000), 600)));
  }
  // Starts a run that does not end by itself, and waits until it is playing.
  std::unique_ptr<Program> start(Words arguments, const std::string& report) const {
    auto program = std::make_unique<Program>(
        command(joined(std::move(arguments), {"--games", "1e9", "--checkpoint-every", "0.02"})));
    wait_until([&] { return exists(report + ".checkpoint"); });
    return program;
  }
};

TEST_F(Outputs, BelongToOneRunAtATime) {
  fs::create_directory(path("other"));
  fs::create_directory_symlink(".", path("same"));
  const auto first =
      start({"run", "long.json", "-o", "a.json", "--games-out", "a.jsonl", "--csv", "a.csv"}, "a.json");
  wait_until([&] { return exists("a.jsonl"); });
  fs::create_symlink("../a.jsonl", path("other/link"));
  fs::create_symlink("a.csv", path("dangling"));
  fs::create_hard_link(path("a.jsonl"), path("other/hard"));
  for (const std::string output :
       {"a.jsonl", "a.csv", "a.json.checkpoint", "same/a.jsonl", "dangling", "other/link", "other/hard"}) {
    const std::string busy = "another run is writing there";
    expect_refused({"run", "c.json", "-o", output, "--force"}, busy);
    expect_refused({"run", "c.json", "-o", "other/b.json", "--games-out", output, "--force"}, busy);
    expect_refused({"run", "c.json", "-o", "other/b.json", "--csv", output, "--force"}, busy);
    expect_refused({"run", "c.json", "-o", "-", "--csv", output, "--force"}, busy);
  }
  expect_refused({"run", "c.json", "-o", "other/b.json", "--csv", "a.json"}, "another run is writing there");
  EXPECT_THAT(names("other"), ElementsAre("hard", "link"));
  first->send(SIGTERM);
  EXPECT_EQ(first->wait().status, 143);
  const std::vector<std::string> records = lines_of(read("a.jsonl"));
  EXPECT_THAT(records, AllOf(Not(IsEmpty()), testing::Each(StartsWith("{\"case\":"))));
}

// If one output is invalid, none of the others is touched, and the corrected command works.
TEST_F(Outputs, OfARefusedStartAreNotThere) {
  fs::create_directory(path("folder"));
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  fs::create_symlink("/dev/full", path("full"));
  write("notes", "mine\n");
  const auto before = files();
  for (const std::string wrong : {"/dev/null", "none/x", "pipe", "folder", "full", "notes", "c.json", "-"})
    for (const std::string option : {"--games-out", "--csv"}) {
      SCOPED_TRACE(option + " " + wrong);
      const std::string other = option == "--csv" ? "--games-out" : "--csv";
      refusal({"run", "c.json", "-o", "r.json", option, wrong, other, "other"});
      EXPECT_EQ(files(), before);
    }
  expect_refused({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--games-where", "none"},
                 "--games-where");
  EXPECT_EQ(files(), before);
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--csv", "t.csv"});
}

TEST_F(Outputs, OfARunThatFailsAtItsFirstGameAreNotThere) {
  write_config("player.json", R"("boards": [{"level": "Beginner"}], "games": 9,
    "strategies": [{"name": "external", "label": "x", "command": ["./player"]}])");
  const auto before = files();
  const ProgramResult result =
      run({"run", "player.json", "-o", "r.json", "--games-out", "g.jsonl", "--allow-commands"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("cannot be started"));
  EXPECT_EQ(files(), before);
}

TEST_F(Outputs, AreNotOneFileUnderTwoNames) {
  fs::create_directory(path("real"));
  fs::create_directory_symlink("real", path("alias"));
  fs::create_symlink("real/x", path("dangling"));
  fs::create_symlink("dangling", path("chain"));
  write("real/empty", "");
  fs::create_hard_link(path("real/empty"), path("hard"));
  fs::create_symlink("real/empty", path("link"));
  const auto before = files();
  const std::vector<std::pair<std::string, std::string>> names{
      {"real/x", "real/x"},   {"real/x", "./real/../real/x"}, {"real/x", "alias/x"},
      {"real/x", "dangling"}, {"dangling", "chain"},          {"alias/x", "chain"},
      {"link", "hard"},       {"hard", "real/empty"},         {"link", "alias/empty"}};
  const std::string used = "is already used by this run as its ";
  for (const auto& [one, two] : names) {
    expect_refused({"run", "c.json", "-o", one, "--games-out", two},
                   used + "report; choose another file for the records");
    expect_refused({"run", "c.json", "-o", one, "--csv", two},
                   used + "report; choose another file for --csv");
    expect_refused({"run", "c.json", "-o", "r.json", "--games-out", one, "--csv", two, "--force"},
                   used + "records; choose another file for --csv");
    fs::create_symlink(one, path("r.json.checkpoint"));
    expect_refused({"run", "c.json", "-o", "r.json", "--games-out", two, "--force"}, used + "checkpoint");
    fs::remove(path("r.json.checkpoint"));
  }
  EXPECT_EQ(files(), before);
  const ProgramResult shared =
      run_shell(kQuotedProgram + " run c.json -o r.json --games-out g.jsonl >g.jsonl");
  EXPECT_EQ(shared.status, 2);
  EXPECT_THAT(shared.err, HasSubstr("is already used by this run as standard output"));
}

TEST_F(Outputs, OfAFinishedRunAreItsSuccess) {
  const Words arguments{"run",         "c.json",  "-o",      "r.json", "--resume",
                        "--games-out", "g.jsonl", "--quiet", "--csv",  "t.csv"};
  run_well(arguments);
  const auto finished = files();
  run_well(arguments);
  EXPECT_EQ(files(), finished);
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
  fs::remove(path("t.csv"));
  run_well(arguments);
  EXPECT_EQ(files(), finished) << "the table is made again from the report";
  run_well({"run", "c.json", "-o", "lost.json", "--games-out", "lost.jsonl", "--games-where", "lost"});
  run_well(
      {"run", "c.json", "-o", "lost.json", "--games-out", "lost.jsonl", "--games-where", "lost", "--resume"});
  run_well({"run", "c.json", "--shard", "2/3", "-o", "s.json", "--games-out", "s.jsonl"});
  run_well({"run", "c.json", "--shard", "2/3", "-o", "s.json", "--games-out", "s.jsonl", "--resume"});

  const std::string records = read("g.jsonl");
  const std::string missing = "does not hold its records; this plays it again and writes them: ";
  expect_refused({"run", "c.json", "-o", "r.json", "--resume", "--games-out", "none.jsonl"}, missing);
  const std::size_t last_line = records.rfind('\n', records.size() - 2) + 1;
  const std::size_t last_game = records.rfind('\n', last_line - 2) + 1;  // two strategies
  for (const std::size_t length : {std::size_t{0}, records.size() - 1, records.size() / 2, last_game}) {
    write("g.jsonl", records.substr(0, length));
    expect_refused({"run", "c.json", "-o", "r.json", "--resume", "--games-out", "g.jsonl"}, missing);
  }
}

// A checkpoint records which games its run has records of.
TEST_F(Outputs, OfAResumedRunAreThoseOfTheFirst) {
  const auto cut = [&](const Words& options) {
    const auto program = start(joined({"run", "long.json", "-o", "r.json"}, options), "r.json");
    program->send(SIGTERM);
    EXPECT_EQ(program->wait().status, 143);
  };
  const Words resume{"run", "long.json", "-o", "r.json", "--games", "1e9", "--resume"};
  cut({});
  expect_refused(joined(resume, {"--games-out", "g.jsonl"}), "belongs to a run without records");
  EXPECT_FALSE(exists("g.jsonl"));
  fs::remove(path("r.json.checkpoint"));
  cut({"--games-out", "g.jsonl", "--games-where", "lost"});
  expect_refused(resume, "belongs to a run with records");
  expect_refused(joined(resume, {"--games-out", "g.jsonl"}), "belongs to a run with --games-where lost");
}

TEST_F(Outputs, AreClearedOfWhatKilledRunsLeft) {
  const std::vector<std::string> temporary{".r.json.abc012.tmp", ".r.json.checkpoint.zzzzzz.tmp",
                                           ".t.csv.a1b2c3.tmp"};
  const std::vector<std::string> others{".r.json.backup", ".r.json.abcdefg.tmp", ".r.json.ABCDEF.tmp",
                                        ".other.json.abcdef.tmp", ".r.json.living.tmp"};
  for (const auto& names : {temporary, others})
    for (const std::string& name : names) write(name, "x");
  // Its writer is alive.
  const int living = ::open(path(".r.json.living.tmp").c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(::flock(living, LOCK_EX), 0);
  run_well({"run", "c.json", "-o", "r.json", "--csv", "t.csv"});
  ::close(living);
  for (const std::string& name : temporary) EXPECT_FALSE(exists(name)) << name;
  for (const std::string& name : others) EXPECT_TRUE(exists(name)) << name;
}

// A run does not wait for a game that goes on after the signal; none of its locks stays.
TEST_F(Outputs, AreUnlockedWhenAGameOutlastsTheSignal) {
  // A board of this size is laid and opened in one piece.
  write_config("slow.json", R"("name": "slow", "games": 100,
    "boards": [{"rows": 4096, "density": 0.2}], "strategies": ["rules"])");
  const auto locks = [&] {
    return std::ranges::count_if(names(), [](const std::string& name) { return name.ends_with(".lock"); });
  };
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program(command(
        {"run", "slow.json", "-o", "r.json", "--games-out", "g.jsonl", "--csv", "t.csv", "--threads", "2"}));
    wait_until([&] { return processor_ticks(program.id()) >= 40; });  // it computes
    EXPECT_EQ(locks(), 4);
    program.send(signal);
    const ProgramResult result = program.wait();
    EXPECT_EQ(result.status, 128 + signal) << result.err;
    EXPECT_EQ(locks(), 0);
    remove_all({"r.json.checkpoint", "g.jsonl"});
  }
}

TEST_F(Outputs, AreShownWithoutTheirControlCharacters) {
  const std::string name = "\x1b[31ma\nb\x7f";
  for (const auto& command : std::vector<Words>{
           {"run", "c.json", "-o", name + ".r"},
           {"run", "c.json", "-o", name + ".r"},  // shows the results of the report
           {"merge", name + ".r", "-o", name + ".m"},
           {"compare", name + ".r", name + ".m"},
           {"report", name + ".r", "-o", name + ".html"},
           {"validate", name + ".r"},
           {"run", "c.json", "--replay", "0:0", "-o", name + ".replay.html"},
           {"scale", "c.json", "--games", "2", "--threads", "1", "--repeats", "1", "-o", name + ".s"}}) {
    SCOPED_TRACE(testing::PrintToString(command));
    const ProgramResult result = run_well(command);
    for (const std::string& text : {result.out, result.err})
      EXPECT_THAT(text, Not(AnyOf(HasSubstr("\x1b[31m"), HasSubstr("a\nb"), HasSubstr("\x7f"))));
  }
}

TEST_F(Outputs, AreNamedInCommandsThatWork) {
  run_well({"run", "long.json", "-o", "straight.json", "--games-out", "straight.jsonl", "--quiet"});
  const std::string config = read("long.json");
  // Words of a shell are tested one by one in text_test.cpp.
  for (const std::string name :
       {"-x", "--", "end\n", "it's $HOME `id` $(id)\t100% \\033 !1 *", "\x1b[31mcaf\xc3\xa9\xff new\nline"}) {
    SCOPED_TRACE(testing::PrintToString(name));
    const std::string report = name + ".r";
    const std::string records = name + ".g";
    ProgramResult cut;
    for (int tries = 0; tries < 20 && cut.status != 130; ++tries) {  // until it outlasts the signal
      fs::remove_all(path("odd"));
      fs::create_directory(path("odd"));
      write("odd/" + name, config);
      ProgramRun started = command({"run", "--threads", "1", "--output=" + report, "--games-out=" + records,
                                    "--csv=" + name + ".t", "--checkpoint-every=0.02", "--", name});
      started.folder = path("odd");
      Program program(started);
      wait_until([&] { return exists("odd/" + report + ".checkpoint"); });
      program.send(SIGINT);
      cut = program.wait();
    }
    ASSERT_EQ(cut.status, 130) << cut.err;
    const std::string line = printed_command(cut.err);
    for (const char letter : line.substr(0, line.size() - 1))
      EXPECT_TRUE(letter == '\n' ? name.back() == '\n' : static_cast<unsigned char>(letter) >= ' ') << line;
    const ProgramResult again = run_shell("cd odd && " + line);
    EXPECT_EQ(again.status, 0) << line << again.err;
    EXPECT_EQ(read("odd/" + records), read("straight.jsonl"));
    EXPECT_EQ(reproducible("odd/" + report), reproducible("straight.json"));
    EXPECT_TRUE(exists("odd/" + name + ".t"));
    fs::remove_all(path("odd"));
  }
}

// The records of a run whose folder is removed continue elsewhere, and the printed command says where.
TEST_F(Outputs, AreKeptWhenTheirFolderIsRemoved) {
  run_well({"run", "long.json", "-o", "straight.json", "--games-out", "straight.jsonl", "--quiet"});
  for (const std::string change :
       {"rm -r gone", "rm gone/g.jsonl", "mv gone gone2", "echo mine >gone/new; mv gone/new gone/g.jsonl"}) {
    SCOPED_TRACE(change);
    ProgramResult cut;
    for (int tries = 0; tries < 20 && cut.status != 143; ++tries) {  // until it outlasts the signal
      remove_all({"gone", "gone2", "r.json", "r.json.checkpoint", "g.jsonl"});
      fs::create_directory(path("gone"));
      Program program(command({"run", "long.json", "-o", "r.json", "--games-out", "gone/g.jsonl", "--threads",
                               "1", "--checkpoint-every", "0.02"}));
      wait_for_games_in(path("r.json.checkpoint"));
      run_shell(change);
      program.send(SIGTERM);
      cut = program.wait();
    }
    ASSERT_EQ(cut.status, 143) << cut.err;
    if (change.front() == 'r') {
      EXPECT_THAT(cut.err, HasSubstr("gone/g.jsonl was removed; its records are now written to "));
    }
    const std::string line = printed_command(cut.err);
    const auto option = line.find("--games-out ");
    ASSERT_NE(option, std::string::npos) << line;
    std::string records = line.substr(option + 12);
    records.pop_back();
    const ProgramResult again = run_shell(line);
    EXPECT_EQ(again.status, 0) << line << again.err;
    const fs::path file = fs::path(records).is_absolute() ? fs::path(records) : path(records);
    EXPECT_EQ(content_of(file), read("straight.jsonl")) << line;
    EXPECT_EQ(reproducible("r.json"), reproducible("straight.json"));
    if (change.front() == 'e') {
      EXPECT_EQ(read("gone/g.jsonl"), "mine\n");
    }
    remove_all({"gone", "gone2", "r.json", "g.jsonl"});
  }
}

// A run with its report on standard output has a checkpoint only at its end, and never another run's.
TEST_F(Outputs, OnStandardOutputLeaveOtherRunsAlone) {
  const auto first = start({"run", "long.json"}, "long.report.json");
  const auto interrupt = [&] {
    Program program(command({"run", "long.json", "-o", "-", "--games", "1e9"}));
    wait_until([&] { return processor_ticks(program.id()) >= 10 && catches(program.id(), SIGTERM); });
    program.send(SIGTERM);
    const ProgramResult cut = program.wait();
    EXPECT_EQ(cut.status, 143) << cut.err;
    return printed_command(cut.err);
  };
  EXPECT_THAT(interrupt(), Not(HasSubstr("-o long.report.json")));
  first->send(SIGKILL);
  first->wait();
  const std::string checkpoint = read("long.report.json.checkpoint");
  EXPECT_THAT(interrupt(), Not(HasSubstr("-o long.report.json")));
  EXPECT_EQ(read("long.report.json.checkpoint"), checkpoint);
  fs::remove(path("long.report.json.checkpoint"));
  write("long.report.json", "mine");
  EXPECT_THAT(interrupt(), Not(HasSubstr("-o long.report.json"))) << "would be refused there";
  fs::remove(path("long.report.json"));
  EXPECT_THAT(interrupt(), HasSubstr("-o long.report.json"));
}

}  // namespace
}  // namespace sapper::tests
