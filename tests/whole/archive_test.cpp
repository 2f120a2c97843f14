// `sapper archive`, from outside: a ZIP file that another program reads, with all that it describes and nothing else, the
// same bytes each time, and no archive at all where something is wrong. RO-Crate 1.1 has no schema of its own; what its
// specification requires of the metadata is checked here, section by section.
#include <cstdlib>
#include <regex>

#include "tests/support/sample_configs.hpp"
#include "tests/support/small_disk.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class Archives : public ProgramTest {
 protected:
  Archives() {
    write_config("c.json", R"("name": "a study", "note": "what it is for", "games": 200,
      "boards": [{"level": "Beginner"}, {"rows": 6, "mines": [4, 9]}], "strategies": ["rules", "csp"])");
  }
  // The files of an archive, unpacked by Python's zipfile, which checks their checksums.
  std::map<std::string, std::string> unpacked(const std::string& archive) const {
    fs::remove_all(path("out"));
    write("unpack.py", R"(import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
assert len(set(z.namelist())) == len(z.namelist())
z.extractall("out"))");
    const ProgramResult result = run_shell("python3 unpack.py " + archive);
    EXPECT_EQ(result.status, 0) << result.err;
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(path("out")))
      if (entry.is_regular_file())
        files[fs::relative(entry.path(), path("out")).string()] = content_of(entry.path());
    return files;
  }
  static std::string decoded(const std::string& id) {
    std::string text;
    for (std::size_t i = 0; i < id.size(); ++i)
      if (id[i] == '%') {
        text += static_cast<char>(std::strtol(id.substr(i + 1, 2).c_str(), nullptr, 16));
        i += 2;
      } else {
        text += id[i];
      }
    return text;
  }
  static std::string string_of(const bj::value& value) { return std::string(value.as_string()); }

  // Runs the commands of the README in the unpacked archive; returns their number.
  std::size_t run_commands_of(const std::string& readme) const {
    std::size_t commands = 0;
    for (const std::string& line : lines_of(readme)) {
      if (!line.starts_with("    sapper ")) continue;
      const ProgramResult result = run_shell("cd out && " + kQuotedProgram + line.substr(10));
      EXPECT_EQ(result.status, 0) << line << ": " << result.err;
      ++commands;
    }
    return commands;
  }

  static void expect_valid_crate(const std::map<std::string, std::string>& files);
};

void Archives::expect_valid_crate(const std::map<std::string, std::string>& files) {
  const bj::value metadata = bj::parse(files.at("ro-crate-metadata.json"));
  EXPECT_EQ(metadata.at("@context"), "https://w3id.org/ro/crate/1.1/context");
  std::map<std::string, bj::value> entities;  // flat: each once, by its identifier
  for (const bj::value& entity : metadata.at("@graph").as_array())
    EXPECT_TRUE(entities.emplace(string_of(entity.at("@id")), entity).second) << entity;

  // 2.1, Root Data Entity: found through the descriptor.
  const bj::value& descriptor = entities.at("ro-crate-metadata.json");
  EXPECT_EQ(descriptor.at("@type"), "CreativeWork");
  EXPECT_EQ(descriptor.at("conformsTo").at("@id"), "https://w3id.org/ro/crate/1.1");
  EXPECT_EQ(descriptor.at("about").at("@id"), "./");
  const bj::value& root = entities.at("./");
  EXPECT_EQ(root.at("@type"), "Dataset");
  EXPECT_FALSE(root.at("name").as_string().empty());
  EXPECT_FALSE(root.at("description").as_string().empty());
  EXPECT_TRUE(
      std::regex_match(string_of(root.at("datePublished")), std::regex("[0-9]{4}-[0-9]{2}-[0-9]{2}")));

  // 4, Data Entities: every file is described once, linked from the root, with an identifier that is a URI path.
  std::set<std::string> described;
  for (const bj::value& part : root.at("hasPart").as_array()) {
    const std::string id = string_of(part.at("@id"));
    const bj::value& entity = entities.at(id);
    EXPECT_EQ(entity.at("@type"), "File");
    EXPECT_TRUE(std::regex_match(id, std::regex("[A-Za-z0-9._~/%-]+"))) << id;
    const std::string name = decoded(id);
    ASSERT_TRUE(files.contains(name)) << name;
    EXPECT_EQ(string_of(entity.at("contentSize")), std::to_string(files.at(name).size())) << name;
    EXPECT_THAT(string_of(entity.at("encodingFormat")), HasSubstr("/"));
    EXPECT_TRUE(described.insert(name).second) << name;
  }
  for (const auto& [name, content] : files)
    EXPECT_EQ(described.contains(name), name != "ro-crate-metadata.json") << name;

  // 5 and 10, Contextual Entities and Provenance: what is referred to is there, and has a type.
  const auto check = [&](const auto& self, const bj::value& value) -> void {
    if (const auto* list = value.if_array())
      for (const bj::value& item : *list) self(self, item);
    const auto* object = value.if_object();
    if (object == nullptr) return;
    if (object->size() == 1 && object->contains("@id")) {
      const std::string id = string_of(object->at("@id"));
      EXPECT_TRUE(entities.contains(id) || id == "https://w3id.org/ro/crate/1.1") << id;
    }
    for (const auto& member : *object) self(self, member.value());
  };
  for (const auto& [id, entity] : entities) {
    EXPECT_TRUE(entity.as_object().contains("@type")) << id;
    check(check, entity);
  }
}

TEST_F(Archives, HoldAllThatBelongsToTheReports) {
  if (!is_installed("python3")) GTEST_SKIP() << "needs python3";
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl.gz", "--csv", "t.csv", "--quiet"});
  fs::create_directory(path("é è"));
  run_well({"run", "c.json", "--seed", "9", "-o", "é è/r.json", "--quiet"});
  run_well({"archive", "r.json", "é è/r.json", "--games", "g.jsonl.gz", "--license",
            "https://creativecommons.org/licenses/by/4.0/", "-o", "a.zip"});
  const auto files = unpacked("a.zip");
  expect_valid_crate(files);
  EXPECT_EQ(files.at("report/r.json"), read("r.json"));
  EXPECT_EQ(files.at("report/2-r.json"), read("é è/r.json"));
  EXPECT_EQ(files.at("records/r.jsonl.gz"), read("g.jsonl.gz"));
  EXPECT_EQ(files.at("tables/r.csv"), read("t.csv"));
  EXPECT_TRUE(files.contains("config/2-r.json") && files.contains("tables/2-r.csv")) << "names that match";
  EXPECT_THAT(files.at("report.html"), HasSubstr("what it is for"));
  EXPECT_THAT(files.at("CITATION.bib"), HasSubstr("@software{sapper,"));
  EXPECT_EQ(bj::parse(files.at("environment.json")).as_array().size(), 2U);
  EXPECT_THAT(files.at("ro-crate-metadata.json"),
              AllOf(HasSubstr("what it is for"), HasSubstr("creativecommons.org/licenses/by/4.0"),
                    HasSubstr("\"name\": \"a study, a study\"")));

  EXPECT_EQ(run_commands_of(files.at("README.md")), 4U);
  EXPECT_EQ(read_json("out/again-1.json").at("hash"), read_json("r.json").at("hash"));
  EXPECT_EQ(read_json("out/again-2.json").at("hash"), read_json("é è/r.json").at("hash"));

  // An archive's page holds no engine, whatever this machine has.
  fs::create_directory(path("data"));
  fs::copy(SAPPER_DATA_DIR "/levels.json", path("data"));
  write("data/sapper.html",
        fmt::format("<!-- engine {} unknown -->\n<p>1</p><!-- end of engine -->",
                    std::string(read_json("r.json").at("environment").at("sapper").as_string())));
  start_.environment = {{"SAPPER_DATA", path("data").string()}};
  run_well({"report", "r.json", "-o", "r.html"});
  EXPECT_THAT(read("r.html"), HasSubstr("id=\"configs\""));
  run_well({"archive", "r.json", "é è/r.json", "--games", "g.jsonl.gz", "--license",
            "https://creativecommons.org/licenses/by/4.0/", "-o", "b.zip"});
  EXPECT_TRUE(read("b.zip") == read("a.zip"));

  // What comes out of it runs and verifies.
  run_well({"run", "out/config/r.json", "-o", "again.json", "--quiet"});
  EXPECT_EQ(read_json("again.json").at("hash"), read_json("r.json").at("hash"));
  run_well({"verify", "out/report/r.json", "--games", "out/records/r.jsonl.gz"});
}

// The config as it was written, the title, and a README whose commands work.
TEST_F(Archives, SayWhatTheyAre) {
  if (!is_installed("python3")) GTEST_SKIP() << "needs python3";
  run_well({"run", "c.json", "--games", "60", "--seed", "7", "-o", "mine.report.json", "--quiet"});
  run_well(
      {"archive", "mine.report.json", "--config", "c.json", "--title", "Two | small boards", "-o", "a.zip"});
  const auto files = unpacked("a.zip");
  expect_valid_crate(files);
  EXPECT_EQ(files.at("config/mine.as-written.json"), read("c.json"));
  const bj::value metadata = bj::parse(files.at("ro-crate-metadata.json"));
  EXPECT_EQ(metadata.at("@graph").at(1).at("name"), "Two | small boards");
  const std::string& readme = files.at("README.md");
  EXPECT_THAT(readme,
              AllOf(StartsWith("# Two | small boards\n\nwhat it is for\n"),
                    HasSubstr("\n| `report/mine.report.json` | the report of the run |\n"),
                    HasSubstr("| `config/mine.as-written.json` | "), HasSubstr("    @software{sapper,\n")));
  EXPECT_THAT(readme,
              AllOf(HasSubstr(" | the config as its author wrote it, played with --games 60 --seed 7 |\n"),
                    HasSubstr("    sapper run config/mine.json -o again.json\n")));
  EXPECT_EQ(run_commands_of(readme), 2U);
  EXPECT_EQ(read_json("out/again.json").at("hash"), read_json("mine.report.json").at("hash"));
  write_config("other.json", R"("boards": [{"rows": 6, "mines": 4}])");
  expect_refused({"archive", "mine.report.json", "--config", "other.json", "-o", "b.zip"},
                 "other.json: is not the config of the report (its ");
  expect_refused({"archive", "mine.report.json", "--config", "c.json", "--config", "c.json", "-o", "b.zip"},
                 "c.json: is not the config of the report (which has it already)");
  expect_refused({"archive", "mine.report.json", "--title", "two\nlines", "-o", "b.zip"}, "--title");
}

// Games can be judged only where the mines do not move: the config of the one report could not be that of the other.
TEST_F(Archives, FindTheReportOfAConfig) {
  write_config(
      "moving.json",
      R"("games": 20, "boards": [{"rows": 6, "mines": 4}], "motion": "moving", "strategies": ["rules"])");
  run_well({"run", "c.json", "--games", "5", "--judge", "1", "-o", "r.json", "--quiet"});
  run_well({"run", "moving.json", "-o", "m.json", "--quiet"});
  run_well({"archive", "r.json", "m.json", "--config", "moving.json", "--config", "c.json", "-o", "a.zip"});
  write("broken.json", "{");
  EXPECT_THAT(refusal({"archive", "r.json", "m.json", "--config", "broken.json", "-o", "b.zip"}),
              StartsWith("sapper: broken.json:"));
  expect_refused({"archive", "r.json", "--config", "moving.json", "-o", "b.zip"}, "the mines move");
}

TEST_F(Archives, AreMadeOfEveryKindOfExperiment) {
  if (!is_installed("python3")) GTEST_SKIP() << "needs python3";
  for (const SampleConfig& sample : kSampleConfigs) {
    write("kind.json", text_of(sample));
    run_well({"run", "kind.json", "-o", "r.json", "--quiet", "--force"});
    run_well({"archive", "r.json", "-o", "a.zip", "--force"});
    expect_valid_crate(unpacked("a.zip"));
  }
}

TEST_F(Archives, HaveTheSameBytesEachTime) {
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
  const Words arguments{"archive", "r.json", "--games", "g.jsonl", "--force", "-o"};
  std::string first;
  for (const char* const zone : {"UTC", "Asia/Tokyo", "America/New_York"}) {
    Words to = arguments;
    to.emplace_back(std::string(zone).substr(0, 3) + ".zip");
    ProgramRun made = command(to);
    made.environment = {{"TZ", zone}, {"LC_ALL", zone[0] == 'U' ? "C" : "C.UTF-8"}};
    ASSERT_EQ(run_program(made).status, 0);
    const std::string bytes = read(to.back());
    if (first.empty()) first = bytes;
    EXPECT_EQ(bytes, first) << zone;
  }
  EXPECT_GT(first.size(), 1000U);
}

// The bytes and the page say nothing of where the files were.
TEST_F(Archives, DependOnNoFolder) {
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
  fs::create_directory(path("secret folder"));
  fs::copy_file(path("r.json"), path("secret folder/r.json"));
  std::string first;
  for (const std::string& report : {std::string("r.json"), std::string("./r.json"), path("r.json").string(),
                                    std::string("secret folder/r.json")}) {
    run_well({"archive", report, "--games", path("g.jsonl").string(), "-o", "a.zip", "--force"});
    const std::string bytes = read("a.zip");
    if (first.empty()) first = bytes;
    EXPECT_EQ(bytes, first) << report;
  }
  if (!is_installed("python3")) GTEST_SKIP() << "needs python3";
  for (const auto& [name, content] : unpacked("a.zip")) {
    EXPECT_EQ(content.find("secret folder"), std::string::npos) << name;
    EXPECT_EQ(content.find(folder_.path().string()), std::string::npos) << name;
  }
  EXPECT_THAT(unpacked("a.zip").at("report.html"), HasSubstr("<dd>report/r.json</dd>"));
}

// Whatever the files are called, other systems can unpack them.
TEST_F(Archives, HoldNamesThatEverySystemHas) {
  if (!is_installed("python3")) GTEST_SKIP() << "needs python3";
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
  const std::string report = read("r.json");
  const std::vector<std::pair<std::string, std::string>> names{
      {"caf\xe9.json", "caf_.json"}, {"a\\b.json", "a_b.json"},
      {"a\nb.json", "2-a_b.json"},   {"\x1b[31m.json", "_[31m.json"},
      {"C:.json", "C_.json"},        {"CON.json", "_CON.json"},
      {"R.json", "R.json"},          {"r.json", "2-r.json"},
      {"-.json", "_-.json"}};
  Words arguments{"archive", "-o", "a.zip", "--games", "g.jsonl", "--"};
  std::set<std::string> expected{"records/caf_.jsonl"};
  for (const auto& [name, stored] : names) {
    write(name, report);
    arguments.push_back(name);
    expected.insert("report/" + stored);
  }
  run_well(arguments);
  std::set<std::string> stored;
  for (const auto& [name, content] : unpacked("a.zip"))
    if (name.starts_with("report/") || name.starts_with("records/")) stored.insert(name);
  EXPECT_EQ(stored, expected);
}

// Records go in as `verify` finds them, each file with the report that it belongs to.
TEST_F(Archives, HoldWholeRecordsOnly) {
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
  run_well({"run", "c.json", "--seed", "9", "-o", "s.json", "--games-out", "s.jsonl.gz", "--quiet"});
  run_well(
      {"run", "c.json", "-o", "lost.json", "--games-out", "lost.jsonl", "--games-where", "lost", "--quiet"});
  run_well({"archive", "r.json", "s.json", "--games", "s.jsonl.gz", "--games", "g.jsonl", "-o", "two.zip"});
  if (is_installed("python3")) {
    const auto files = unpacked("two.zip");
    expect_valid_crate(files);
    const bj::value metadata = bj::parse(files.at("ro-crate-metadata.json"));
    for (const bj::value& entity : metadata.at("@graph").as_array()) {
      if (entity.at("@id") != "#run-1" && entity.at("@id") != "#run-2") continue;
      EXPECT_EQ(entity.at("result").as_array().back().at("@id"),
                entity.at("@id") == "#run-1" ? "records/r.jsonl" : "records/s.jsonl.gz");
    }
  }
  run_well({"archive", "r.json", "--games", "lost.jsonl", "--games-where", "lost", "-o", "lost.zip"});
  const std::string records = read("g.jsonl");
  const std::size_t middle = records.find('\n', records.size() / 2) + 1;
  const std::string changed = std::regex_replace(records, std::regex("\"turns\":[0-9]+"), "\"turns\":999");
  write("empty", "");
  write("cut", records.substr(0, middle));
  write("torn", records.substr(0, middle - 20));
  write("garbage", records.substr(0, middle) + std::string(100, '\x01') + "\n");
  write("changed", changed);
  fs::copy_file(path("s.jsonl.gz"), path("torn.gz"));
  fs::resize_file(path("torn.gz"), fs::file_size(path("torn.gz")) / 2);
  const std::vector<std::pair<std::string, std::string>> wrong{{"empty", "does not hold the records"},
                                                               {"cut", "does not hold the records"},
                                                               {"torn", "torn:"},
                                                               {"garbage", "garbage:"},
                                                               {"torn.gz", "torn.gz"},
                                                               {"changed", "turns is 999, but "},
                                                               {"lost.jsonl", "does not hold the records"},
                                                               {"s.jsonl.gz", "does not hold the records"}};
  for (const auto& [name, message] : wrong) {
    SCOPED_TRACE(name);
    expect_refused({"archive", "r.json", "--games", name, "-o", "a.zip"}, message);
    EXPECT_FALSE(exists("a.zip"));
  }
  expect_refused({"archive", "r.json", "-o", "b.zip", "--games-where", "lost"}, "goes with --games only");
}

TEST_F(Archives, AreNotMadeOfPipes) {
  run_well({"run", "c.json", "-o", "r.json", "--quiet"});
  for (const std::string report : {"<(cat r.json)", "- <r.json", "/dev/stdin <r.json"}) {
    const ProgramResult result = run_shell(kQuotedProgram + " archive " + report + " -o a.zip");
    if (report.starts_with('/')) {
      EXPECT_EQ(result.status, 0) << "a file, after all: " << result.err;
      continue;
    }
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err,
                HasSubstr("expected the name of one, which archive checks and copies: save it first"));
    EXPECT_FALSE(exists("a.zip"));
  }
}

TEST_F(Archives, AreNotMadeOfWhatIsWrong) {
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
  write("bad.json", read("r.json").substr(0, 3000));
  std::string edited = read("r.json");
  edited.replace(edited.find("\"wins\": "), 8, "\"wins\": 1");
  write("edited.json", edited);
  write("mine.zip", "something else");
  fs::create_directory(path("folder.zip"));
  const std::vector<std::pair<Words, std::string>> mistakes{
      {{"r.json"}, "-o FILE.zip is missing"},
      {{"r.json", "-o", "a.tar"}, "expected a name that ends in .zip"},
      {{"r.json", "-o", "folder.zip"}, "this is a folder"},
      {{"r.json", "-o", "none/a.zip"}, "there is no folder"},
      {{"r.json", "-o", "mine.zip"}, "exists already"},
      {{"bad.json", "-o", "a.zip"}, "bad.json"},
      {{"edited.json", "-o", "a.zip"}, "edited.json: results"},
      {{"c.json", "-o", "a.zip"}, "is an experiment config"},
      {{"none.json", "-o", "a.zip"}, "cannot be read"},
      {{"r.json", "--games", "none.jsonl", "-o", "a.zip"}, "none.jsonl: cannot be read"},
      {{"r.json", "--games", "r.json", "-o", "a.zip"}, "expected the records of games"},
      {{"r.json", "--license", "MIT", "-o", "a.zip"}, "expected a URL"},
  };
  const auto before = names();
  for (const auto& [arguments, message] : mistakes) {
    expect_refused(joined({"archive"}, arguments), message);
    EXPECT_EQ(names(), before) << message;
  }
  EXPECT_EQ(read("mine.zip"), "something else");
  fs::rename(path("g.jsonl"), path("g.zip"));
  expect_refused({"archive", "r.json", "--games", "g.zip", "-o", "g.zip", "--force"},
                 "is read by this command");
}

TEST_F(Archives, LeaveNothingOnAFullDisk) {
  const SmallDisk disk(128);
  if (!disk.is_mounted()) GTEST_SKIP() << "mounting a small disk is refused here";
  run_well({"run", "c.json", "--games", "4000", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
  const std::string archive = (disk.path() / "a.zip").string();
  const ProgramResult full = run({"archive", "r.json", "--games", "g.jsonl", "-o", archive});
  EXPECT_EQ(full.status, 1);
  EXPECT_THAT(full.err, HasSubstr("a.zip: cannot be written: No space left on device"));
  EXPECT_TRUE(fs::is_empty(disk.path()));
}

}  // namespace
}  // namespace sapper::tests
