// The shipped experiments satisfy the schema of configs, and the schema refuses what the program refuses.
#include <boost/json.hpp>
#include <boost/json/parse.hpp>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/run/experiment.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::tests {
namespace {

const std::filesystem::path kDataDir = SAPPER_DATA_DIR;

std::vector<std::string> config_errors(const boost::json::value& config) {
  return schema_errors(config, kDataDir / "schema/config.schema.json");
}

constexpr std::string_view kSmallConfig = R"({
  "schema": "sapper-config/1", "name": "small", "seed": 1, "games": 10, "boards": [{"level": "Beginner"}],
  "first_click": {"rule": "safe"}, "strategies": ["rules"]
})";

boost::json::string_view view(std::string_view text) { return {text.data(), text.size()}; }

// The small config with one member inserted or replaced, given as JSON text.
boost::json::object config_with(std::string_view key, std::string_view member) {
  boost::json::object config = boost::json::parse(view(kSmallConfig)).as_object();
  config[view(key)] = boost::json::parse(view(member));
  return config;
}

TEST(ConfigSchema, AcceptsEveryShippedExperiment) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kDataDir / "experiments")) {
    if (!entry.is_regular_file()) continue;
    const boost::json::value config = load_json(entry.path());
    EXPECT_THAT(config_errors(config), IsEmpty()) << entry.path();
    EXPECT_EQ(config.at("name").as_string(), entry.path().stem().string()) << "a config is named as its file";
    names.insert(entry.path().stem().string());
  }
  EXPECT_THAT(names, testing::IsSupersetOf({"quick", "classic", "notebook", "densities", "course",
                                            "course_moving", "topologies"}));
}

TEST(ConfigSchema, AcceptsEveryKindOfMember) {
  const std::vector<std::pair<std::string_view, std::string_view>> members = {
      {"$schema", R"("../schema/config.schema.json")"},
      {"name", R"("Twice as large, seed 2")"},
      {"note", R"("what it is for")"},
      {"game", R"("minesweeper")"},
      {"seed", "0"},
      {"boards", R"([{"rows": 16, "cols": 30, "mines": 99}])"},
      {"boards", R"([{"rows": [8, 16, 32], "cols": 16, "density": [0.12, 0.16, 0.20]}])"},
      {"boards", R"([{"rows": 8, "mines": [10, 11], "topology": "hex"}])"},
      {"boards", R"([{"file": "../boards/bombes.txt", "rows": 9, "cols": 9}])"},
      {"boards", R"([{"level": "Beginner", "rows": 9, "cols": 9, "mines": 10, "topology": "square"}])"},
      {"boards", R"([{"rows": 2, "cols": 3, "mines": 2, "topology": "square", "layout": [[0, 1], [1, 2]]}])"},
      {"topology", R"("torus")"},
      {"topology", R"(["triangle", {"file": "cairo.json"}, {"name": "kagome", "joined": ["rows", "cols"]}])"},
      {"boards",
       R"([{"rows": [3, 4], "layers": 2, "mines": 1, "topology": "cube6"}, {"graph": "g.json", "density": [0.1, 0.2]}])"},
      {"files",
       R"({"g.json": {"schema": "sapper-graph/1", "sees": [[1], [0]]}, "large.json": {"hash": "0123456789abcdef"}})"},
      {"first_click", R"([{"cell": [1, 2, 3]}, {"cell": 12}])"},
      {"first_click", R"({"rule": "opening", "cell": [3, 3]})"},
      {"first_click", R"({"rule": "unprotected", "cell": "strategy"})"},
      {"reveal", R"(["ring", "single"])"},
      {"motion", R"("moving")"},
      {"strategies", R"(["rules", "csp", {"name": "min_risk"}])"},
      {"stop", R"({"half_width": 0.002, "min_games": 1000})"},
  };
  for (const auto& [key, member] : members)
    EXPECT_THAT(config_errors(config_with(key, member)), IsEmpty()) << key << ": " << member;
}

TEST(ConfigSchema, RefusesWhatTheProgramRefuses) {
  const std::vector<std::pair<std::string_view, std::string_view>> members = {
      {"$schema", "1"},
      {"schema", R"("sapper-config/2")"},
      {"name", "7"},
      {"name", R"("../elsewhere")"},
      {"name", R"("else/where")"},
      {"game", R"("checkers")"},
      {"seed", "-1"},
      {"seed", "1.5"},
      {"games", "0"},
      {"games", R"("many")"},
      {"boards", "[]"},
      {"boards", R"({"level": "Beginner"})"},
      {"boards", R"([{"rows": 8}])"},
      {"boards", R"([{"rows": [], "mines": 10}])"},
      {"boards", R"([{"rows": 5000, "mines": 10}])"},
      {"boards", R"([{"rows": 8, "density": [0.1, 1.2]}])"},
      {"boards", R"([{"rows": 8, "mines": 10, "colour": "red"}])"},
      {"boards", R"([{"level": "Beginner"}, {"level": "Beginner"}])"},
      {"topology", R"("Moebius strip")"},
      {"topology", R"({"name": "triangle", "file": "triangle.json"})"},
      {"boards", R"([{"graph": "g.json", "rows": 3, "mines": 1}])"},
      {"first_click", R"({"rule": "polite"})"},
      {"first_click", R"({"rule": "safe", "cell": [3]})"},
      {"first_click", R"({"rule": "safe", "cell": [3, -1]})"},
      {"reveal", R"("square")"},
      {"motion", "10"},
      {"mines", R"("moving")"},
      {"strategies", R"(["luck"])"},
      {"strategies", R"(["rules", "rules"])"},
      {"stop", R"({"half_width": 0})"},
      {"game", "10"},
  };
  for (const auto& [key, member] : members)
    EXPECT_THAT(config_errors(config_with(key, member)), Not(IsEmpty())) << key << ": " << member;
}

TEST(ConfigSchema, RefusesAMissingMember) {
  for (const std::string_view key : {"schema", "boards"}) {
    boost::json::object config = config_with("seed", "1");
    config.erase(view(key));
    EXPECT_THAT(config_errors(config), Not(IsEmpty())) << "without " << key;
  }
}

TEST(ReportSchema, RefusesAnEmptyReport) {
  EXPECT_THAT(schema_errors(boost::json::object(), kDataDir / "schema/report.schema.json"), Not(IsEmpty()));
}

// Calls visit(pointer, names) for each list of names in a schema, at whatever depth.
template <class Visit>
void for_each_enum(const boost::json::value& schema, const std::string& pointer, const Visit& visit) {
  if (const auto* const list = schema.if_array()) {
    for (std::size_t i = 0; i < list->size(); ++i)
      for_each_enum((*list)[i], pointer + '/' + std::to_string(i), visit);
  } else if (const auto* const object = schema.if_object()) {
    for (const auto& [key, value] : *object) {
      const std::string place = pointer + '/' + std::string(key);
      for_each_enum(value, place, visit);
      if (key != "enum") continue;
      std::vector<std::string> names;
      for (const boost::json::value& name : value.as_array())
        if (name.is_string()) names.emplace_back(name.get_string());
      visit(place, names);
    }
  }
}

template <class Rows>
std::vector<std::string> names_of(const Rows& rows) {
  std::vector<std::string> names;
  names.reserve(rows.size());
  for (const auto& row : rows) names.emplace_back(row.name);
  return names;
}

// The schema of configs lists the names of each table once, and a new row fails here until it knows it; other schemas refer
// to that list.
TEST(Schemas, KnowTheNamesThatTheProgramKnows) {
  for (const auto& table : {names_of(sim::kTopologies), names_of(sim::kFirstClickRules),
                            names_of(sim::kReveals), names_of(sim::kMineMotions)}) {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(kDataDir / "schema"))
      for_each_enum(
          load_json(entry.path()), "", [&](const std::string& place, const std::vector<std::string>& names) {
            if (std::ranges::find(names, table.front()) == names.end()) return;
            EXPECT_THAT(names, testing::UnorderedElementsAreArray(table)) << entry.path() << ' ' << place;
            found.push_back(entry.path().filename().string());
          });
    EXPECT_THAT(found, testing::ElementsAre("config.schema.json")) << table.front();
  }
  for_each_enum(
      load_json(kDataDir / "schema/config.schema.json"), "",
      [&](const std::string& place, const std::vector<std::string>& names) {
        if (place == "/definitions/strategy/enum") {
          EXPECT_THAT(names,
                      testing::UnorderedElementsAreArray(names_of(experiments::minesweeper::players())));
        }
        if (place == "/properties/game/enum") {
          EXPECT_THAT(names, testing::UnorderedElementsAreArray(experiments::kinds_of_experiment()));
        }
      });
}

TEST(Documents, KnowTheNamesThatTheProgramKnows) {
  const std::filesystem::path source = SAPPER_SOURCE_DIR;
  const auto expect_named = [&](const char* file, const std::vector<std::string>& names) {
    const std::string text = content_of(source / file);
    for (const std::string& name : names) EXPECT_THAT(text, HasSubstr("`" + name + "`")) << file;
  };
  expect_named("README.md", names_of(experiments::minesweeper::players()));
  for (const auto& names : {names_of(sim::kTopologies), names_of(sim::kReveals), names_of(sim::kMineMotions)})
    expect_named("data/configs.md", names);
}

}  // namespace
}  // namespace sapper::tests

namespace sapper::experiments {
namespace {

// The config that the README shows is valid; the program that data/library.md shows is a tested one.

// The text between a line `    {` and a line `    }`, both included.
std::vector<std::string> objects_of(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::string> objects;
  bool is_inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line == "    {") {
      is_inside = true;
      objects.emplace_back();
    }
    if (is_inside) objects.back() += line + '\n';
    if (line == "    }") is_inside = false;
  }
  return objects;
}

TEST(Readme, ShowsConfigsThatRead) {
  std::vector<std::string> kinds;
  for (const std::string& text : objects_of(SAPPER_SOURCE_DIR "/README.md")) {
    const auto experiment = parse_experiment(text, "readme.json", {});
    kinds.emplace_back(experiment->config().at("game").as_string());
    EXPECT_EQ(tests::schema_errors(boost::json::parse(text), SAPPER_DATA_DIR "/schema/config.schema.json"),
              std::vector<std::string>{})
        << text;
  }
  EXPECT_EQ(kinds, (std::vector<std::string>{"minesweeper"}));
}

TEST(Library, ShowsTheConsumerThatIsTested) {
  std::ifstream program(SAPPER_SOURCE_DIR "/tests/consumer/main.cpp");
  std::string indented;
  for (std::string line; std::getline(program, line);) indented += line.empty() ? "\n" : "    " + line + '\n';
  std::ifstream page(SAPPER_SOURCE_DIR "/data/library.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  EXPECT_GT(indented.size(), 500U);
  EXPECT_NE(text.find(indented), std::string::npos) << indented;
}

}  // namespace
}  // namespace sapper::experiments
