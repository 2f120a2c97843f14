// Includes point one way, between directories and between their subdirectories, and headers do not include each other
// in a cycle.
#include <regex>

#include "sim/support/text.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::tests {
namespace {

// The subdirectories of a directory, from the bottom up. One may include itself and those in earlier rows; those in one
// row do not include each other, except that `a < b` lets b include a. "." means the sources in the directory itself. A
// directory without an entry here has no subdirectories.
struct Folder {
  std::string_view path;
  std::vector<std::string_view> rows;
};

const std::vector<Folder> kFolders{
    {"", {"sim", "solvers", "experiments", "tests"}},
    {"sim", {"support", "random", "minesweeper, go, nim < tablet"}},
    {"solvers", {"support", "minesweeper, go, nim < tablet"}},
    {"solvers/minesweeper",
     {"deduction", "counting, clicks", "posterior", "exact", "choice", "strategies, bound", "analysis"}},
    {"experiments",
     {"support", "drawing, stats", "config", "run", "report, cli", "kinds",
      "analysis < play, gtp, figures < pages", "review", "commands", "bench, browser, python, ."}},
    {"solvers/minesweeper/deduction", {"tiles", "."}},
    {"experiments/browser", {"stand_ins", "."}},
    {"experiments/support", {".", "json"}},
    {"solvers/minesweeper/exact", {"endgame, optimal"}},
    {"experiments/run", {".", "mpi"}},
    {"experiments/kinds", {"paired", "minesweeper, go, tablet", "."}},
    {"experiments/kinds/minesweeper", {"boards", "config", "game", "external", "experiment", "comparison"}},
};

// Tests mirror the directories that they test; these have no counterpart there.
const std::set<std::string> kTestsWithoutRoom{"tests/consumer", "tests/fuzz", "tests/support", "tests/whole"};

using sim::split;

// The position of a subdirectory in its directory.
struct PlaceInOrder {
  std::size_t row = 0;
  std::size_t chain = 0;     // the index in the row, between commas
  std::size_t position = 0;  // in the chain, from the bottom
};

std::optional<PlaceInOrder> place_of(const Folder& folder, std::string_view room) {
  for (std::size_t row = 0; row < folder.rows.size(); ++row) {
    const auto chains = split(folder.rows[row], ", ");
    for (std::size_t chain = 0; chain < chains.size(); ++chain) {
      const auto rooms = split(chains[chain], " < ");
      const auto found = std::find(rooms.begin(), rooms.end(), room);
      if (found != rooms.end())
        return PlaceInOrder{row, chain, static_cast<std::size_t>(found - rooms.begin())};
    }
  }
  return std::nullopt;
}

bool may_include(PlaceInOrder from, PlaceInOrder to) {
  if (from.row != to.row) return from.row > to.row;
  return from.chain == to.chain && from.position >= to.position;
}

const Folder* folder_at(std::string_view path) {
  const auto found =
      std::find_if(kFolders.begin(), kFolders.end(), [&](const Folder& f) { return f.path == path; });
  return found == kFolders.end() ? nullptr : &*found;
}

// The error about a file's directory; empty if kFolders names it.
std::string wrong_directory(const std::string& file) {
  std::string path;
  std::vector<std::string_view> parts = split(file, "/");
  parts.back() = ".";
  for (const std::string_view part : parts) {
    const Folder* const folder = folder_at(path);
    if (folder == nullptr) {
      if (part == ".") return "";
      return path + " has no subdirectories, but " + file +
             " lies in one: give it a row in kFolders (tests/whole/layering_test.cpp) that says their order";
    }
    if (!place_of(*folder, part))
      return file + " is in a directory that is missing from the order of '" + path +
             "': add the directory to that row of kFolders (tests/whole/layering_test.cpp), above everything "
             "that it includes and below everything that includes it, or move the file to one of the "
             "directories named there";
    if (part != ".") path += (path.empty() ? "" : "/") + std::string(part);
  }
  return "";
}

// The error about an include of `path` by `source`, both relative to the root of the repository; empty if the included
// directory is the same or lower.
std::string wrong_include(const std::string& source, const std::string& path) {
  std::vector<std::string_view> from = split(source, "/");
  std::vector<std::string_view> to = split(path, "/");
  if (from.front() == "tests" && to.front() == "tests") return "";
  from.back() = to.back() = ".";
  std::string common;
  for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
    const Folder* const folder = folder_at(common);
    if (folder == nullptr) return wrong_directory(path);
    const auto from_place = place_of(*folder, from[i]);
    const auto to_place = place_of(*folder, to[i]);
    if (!from_place || !to_place) return wrong_directory(from_place ? path : source);
    if (from[i] == to[i]) {
      common += (common.empty() ? "" : "/") + std::string(from[i]);
      continue;
    }
    if (may_include(*from_place, *to_place)) return "";
    const std::string prefix = common.empty() ? "" : common + "/";
    return prefix + std::string(from[i]) + " includes " + prefix + std::string(to[i]) + ", which is " +
           (from_place->row == to_place->row ? "beside it" : "above it");
  }
  return "";
}

struct Include {
  int line = 0;
  std::string path;
  bool is_quoted = false;
};

std::vector<Include> includes_of(const std::string& source) {
  static const std::regex include(R"re(^\s*#\s*include\s*(["<])([^">]+)[">])re");
  std::vector<Include> includes;
  int number = 0;
  for (const std::string& line : lines_of(source)) {
    ++number;
    std::smatch match;
    // Most lines are not directives: the expression is slow.
    if (line.find('#') != std::string::npos && std::regex_search(line, match, include))
      includes.push_back({number, match[2], match[1] == "\""});
  }
  return includes;
}

// The invalid includes of a source, each as "line N: PATH: why".
std::vector<std::string> wrong_includes(const std::string& source, const std::string& content) {
  std::vector<std::string> wrong;
  for (const Include& include : includes_of(content)) {
    const bool is_ours = place_of(*folder_at(""), include.path.substr(0, include.path.find('/'))).has_value();
    std::string why;
    if (is_ours)
      why = wrong_include(source, include.path);
    else if (include.is_quoted)
      why = "not a path from the root of the repository";
    if (!why.empty())
      wrong.push_back("line " + std::to_string(include.line) + ": " + include.path + ": " + why);
  }
  return wrong;
}

// Every source of the repository, from its root.
std::vector<std::string> all_sources() {
  const std::filesystem::path root = SAPPER_SOURCE_DIR;
  std::vector<std::string> sources;
  for (const char* folder : {"sim", "solvers", "experiments", "tests"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::filesystem::path extension = entry.path().extension();
      if (extension == ".hpp" || extension == ".cpp")
        sources.push_back(entry.path().lexically_relative(root).generic_string());
    }
  std::sort(sources.begin(), sources.end());
  return sources;
}

std::filesystem::path file_of(const std::string& source) {
  return std::filesystem::path(SAPPER_SOURCE_DIR) / source;
}

// A graph of includes: who includes whom.
using Graph = std::map<std::string, std::vector<std::string>>;

// A cycle that can be reached from `node`, as "a -> b -> a"; empty if there is none.
// done: nodes known to reach none.
std::string find_cycle(const Graph& graph, const std::string& node, std::vector<std::string>& path,
                       std::set<std::string>& done) {
  if (done.contains(node)) return "";
  const auto before = std::find(path.begin(), path.end(), node);
  if (before != path.end()) {
    std::string cycle;
    for (auto it = before; it != path.end(); ++it) cycle += *it + " -> ";
    return cycle + node;
  }
  path.push_back(node);
  if (const auto edges = graph.find(node); edges != graph.end())
    for (const std::string& next : edges->second)
      if (std::string cycle = find_cycle(graph, next, path, done); !cycle.empty()) return cycle;
  path.pop_back();
  done.insert(node);
  return "";
}

std::string find_cycle(const Graph& graph) {
  std::set<std::string> done;
  for (const auto& [node, edges] : graph) {
    std::vector<std::string> path;
    if (std::string cycle = find_cycle(graph, node, path, done); !cycle.empty()) return cycle;
  }
  return "";
}

TEST(Layering, NoIncludePointsUpwardOrSideways) {
  const std::vector<std::string> sources = all_sources();
  EXPECT_GT(sources.size(), 20U);
  for (const std::string& source : sources) {
    EXPECT_THAT(wrong_includes(source, content_of(file_of(source))), IsEmpty()) << source;
  }
}

// The properties of cases and the settings belong to each kind of game: generic code reads Experiment's descriptions
// (experiments/run/experiment.hpp).
const std::set<std::string_view> kWordsOfKinds{
    "rows",   "cols",        "size",        "komi",      "mines",      "density",       "topology",
    "layout", "first_click", "first_cell",  "reveal",    "motion",     "level",         "scoring",
    "end",    "study",       "poison",      "first",     "error_rate", "asked_density", "black",
    "white",  "max_states",  "error_rates", "algorithms"};
const std::vector<std::string> kGenericRooms{"experiments/stats/",
                                             "experiments/config/",
                                             "experiments/run/",
                                             "experiments/report/",
                                             "experiments/support/",
                                             "experiments/kinds/paired/",
                                             "experiments/kinds/load_experiment",
                                             "experiments/figures/",
                                             "experiments/pages/"};
// A word and the source that may contain it for another reason.
const std::set<std::pair<std::string, std::string_view>> kOtherMeanings{
    {"experiments/figures/figure_kinds.cpp", "density"},  // names of --kind
    {"experiments/figures/figure_kinds.cpp", "first_click"},
    {"experiments/pages/replay_page.cpp", "end"},    // of a game
    {"experiments/run/report_reader.cpp", "first"},  // the first of several games
    {"experiments/run/report_writer.cpp", "first"},
};

// The words of kinds that a line of a source holds as strings.
std::vector<std::string> words_of_kinds(const std::string& source, const std::string& line) {
  std::vector<std::string> found;
  for (const std::string_view word : kWordsOfKinds) {
    const std::string quoted = '"' + std::string(word) + '"';
    const bool is_there = line.find(quoted) != std::string::npos ||
                          line.find('\\' + quoted.substr(0, quoted.size() - 1) + "\\\"") != std::string::npos;
    if (is_there && !kOtherMeanings.contains({source, word})) found.emplace_back(word);
  }
  return found;
}

TEST(Layering, GenericRoomsNameNoPropertyOfAGame) {
  EXPECT_THAT(words_of_kinds("experiments/run/a.cpp", R"(result.find("komi");)"), ElementsAre("komi"));
  EXPECT_THAT(words_of_kinds("experiments/run/a.cpp", R"(write("{\"reveal\": 1}");)"), ElementsAre("reveal"));
  EXPECT_THAT(words_of_kinds("experiments/run/a.cpp", R"(fail("rows of a table");)"), IsEmpty());
  for (const std::string& source : all_sources()) {
    if (std::none_of(kGenericRooms.begin(), kGenericRooms.end(),
                     [&](const std::string& room) { return source.starts_with(room); }))
      continue;
    for (const std::string& line : lines_of(content_of(file_of(source))))
      EXPECT_THAT(words_of_kinds(source, line), IsEmpty()) << source << ": " << line;
  }
}

// What is told to people must never end a run (sim/support/standard_error.hpp): no other source writes to standard
// error, whose other ways throw, raise a signal or leave an error behind.
bool writes_to_standard_error(const std::string& line) {
  static const std::regex ways(
      R"re(\b(stderr|cerr|clog|wcerr|wclog|perror|psignal|dprintf|syslog)\b|\bwrite(_without_signal)?\(\s*(STDERR_FILENO|2)\b|<err\.h>)re");
  return std::regex_search(line, ways);
}

TEST(Layering, OneSourceWritesToStandardError) {
  for (const char* const line :
       {"fmt::print(stderr, \"a\");", "std::cerr << 1;", "std::clog << 1;", "std::perror(\"x\");",
        "::write(STDERR_FILENO, text.data(), text.size());", "write(2, text, 1);", "::dprintf(2, \"x\");",
        "write_without_signal(STDERR_FILENO, text)"})
    EXPECT_TRUE(writes_to_standard_error(line)) << line;
  for (const char* const line : {"sim::write_to_standard_error(text);", "takes_escapes(STDERR_FILENO)",
                                 "write(file, text)", "print(text);", "void write(int descriptor);"})
    EXPECT_FALSE(writes_to_standard_error(line)) << line;
  for (const std::string& source : all_sources()) {
    if (source.starts_with("tests/") || source == "sim/support/standard_error.cpp") continue;
    for (const std::string& line : lines_of(content_of(file_of(source))))
      EXPECT_FALSE(writes_to_standard_error(line)) << source << ": " << line;
  }
}

// The libraries of others, by the beginning of their headers' names, and the rooms that may use them. Boost apart from its
// JSON is everywhere; tests use all.
struct OuterLibrary {
  std::string_view header;
  std::vector<std::string_view> rooms;
};
const std::vector<OuterLibrary> kOuterLibraries{
    {"boost/json", {"experiments/"}},
    {"fmt/", {"experiments/"}},
    {"tbb/", {"solvers/support/", "experiments/run/", "experiments/support/", "experiments/bench/"}},
    {"Eigen/", {"solvers/support/"}},
    {"flint/", {"solvers/minesweeper/analysis/"}},
    {"cadical", {"solvers/minesweeper/deduction/"}},
    {"Random123/", {"sim/random/"}},
    {"zlib.h", {"experiments/support/"}},
    {"zstd.h", {"experiments/support/"}},
    {"archive", {"experiments/support/"}},
    {"mpi.h", {"experiments/run/mpi/"}},
    {"benchmark/", {"experiments/bench/"}},
    {"pybind11/", {"experiments/python/"}},
};

bool may_use(std::string_view source, std::string_view header) {
  const auto library = std::ranges::find_if(
      kOuterLibraries, [&](const OuterLibrary& row) { return header.starts_with(row.header); });
  return library == kOuterLibraries.end() ||
         std::ranges::any_of(library->rooms, [&](std::string_view room) { return source.starts_with(room); });
}

TEST(Layering, EachRoomUsesItsLibraries) {
  EXPECT_FALSE(may_use("sim/minesweeper/grid.cpp", "fmt/format.h"));
  EXPECT_FALSE(may_use("solvers/go/player.hpp", "boost/json/value.hpp"));
  EXPECT_FALSE(may_use("experiments/review/review.cpp", "zlib.h"));
  EXPECT_TRUE(may_use("solvers/support/wide_number.hpp", "boost/multiprecision/cpp_int.hpp"));
  static const std::regex include(R"(^\s*#\s*include\s*<([^>]+)>)");
  for (const std::string& source : all_sources()) {
    if (source.starts_with("tests/") || source.starts_with("experiments/browser/")) continue;
    for (const std::string& line : lines_of(content_of(file_of(source)))) {
      std::smatch found;
      if (std::regex_search(line, found, include)) {
        EXPECT_TRUE(may_use(source, found[1].str())) << source << ": " << line;
      }
    }
  }
}

TEST(Layering, EverySourceLiesInANamedRoom) {
  for (const std::string& source : all_sources()) {
    if (!source.starts_with("tests/")) {
      EXPECT_EQ(wrong_directory(source), "");
      continue;
    }
    const std::string folder = source.substr(0, source.rfind('/'));
    if (kTestsWithoutRoom.contains(folder)) continue;
    const std::string mirrored = folder.substr(std::string_view("tests/").size());
    EXPECT_EQ(wrong_directory(mirrored + "/source.cpp"), "") << source << " mirrors no directory";
  }
}

TEST(Layering, NoHeaderIncludesItselfThroughOthers) {
  Graph headers;
  for (const std::string& source : all_sources()) {
    if (!source.ends_with(".hpp")) continue;
    for (const Include& include : includes_of(content_of(file_of(source))))
      headers[source].push_back(include.path);
  }
  EXPECT_EQ(find_cycle(headers), "");
}

TEST(Layering, RoomsBelowMayBeIncluded) {
  EXPECT_THAT(wrong_includes("sim/minesweeper/game.cpp",
                             "#include <vector>\n#include \"sim/minesweeper/grid.hpp\"\n"
                             "#include \"sim/random/stream.hpp\"\n"),
              IsEmpty());
  EXPECT_THAT(wrong_includes("solvers/go/player.hpp", "#include \"sim/go/game.hpp\"\n"), IsEmpty());
  EXPECT_THAT(wrong_includes("solvers/tablet/a.hpp", "#include \"solvers/nim/solver.hpp\"\n"), IsEmpty());
  EXPECT_THAT(wrong_includes("solvers/minesweeper/strategies/a.cpp",
                             "#include \"solvers/minesweeper/deduction/cell_set.hpp\"\n"
                             "#include \"solvers/minesweeper/exact/optimal/a.hpp\"\n"
                             "#include \"solvers/support/phase_timer.hpp\"\n"),
              IsEmpty());
  EXPECT_THAT(
      wrong_includes("experiments/support/json/node.cpp", "#include \"experiments/support/text.hpp\"\n"),
      IsEmpty());
  EXPECT_THAT(wrong_includes("experiments/main.cpp", "#include \"experiments/commands/run.hpp\"\n"),
              IsEmpty());
  EXPECT_THAT(wrong_includes("tests/sim/a_test.cpp", "#include \"experiments/config/config.hpp\"\n"),
              IsEmpty());
}

std::string why_wrong(const std::string& source, const std::string& include) {
  const auto wrong = wrong_includes(source, "\n  #  include \"" + include + "\"\n");
  return wrong.size() == 1 ? wrong.front() : std::to_string(wrong.size()) + " wrong includes";
}

TEST(Layering, RoomsAboveAndBesideMayNot) {
  EXPECT_EQ(why_wrong("sim/go/game.cpp", "solvers/go/player.hpp"),
            "line 2: solvers/go/player.hpp: sim includes solvers, which is above it");
  EXPECT_EQ(why_wrong("solvers/go/player.cpp", "experiments/kinds/go/a.hpp"),
            "line 2: experiments/kinds/go/a.hpp: solvers includes experiments, which is above it");
  EXPECT_EQ(why_wrong("experiments/kinds/go/a.cpp", "tests/support/json_schema.hpp"),
            "line 2: tests/support/json_schema.hpp: experiments includes tests, which is above it");
  EXPECT_EQ(why_wrong("sim/random/stream.cpp", "sim/go/game.hpp"),
            "line 2: sim/go/game.hpp: sim/random includes sim/go, which is above it");
  EXPECT_EQ(why_wrong("sim/go/game.cpp", "sim/minesweeper/grid.hpp"),
            "line 2: sim/minesweeper/grid.hpp: sim/go includes sim/minesweeper, which is beside it");
  EXPECT_EQ(why_wrong("solvers/nim/a.cpp", "solvers/tablet/a.hpp"),
            "line 2: solvers/tablet/a.hpp: solvers/nim includes solvers/tablet, which is beside it");
  EXPECT_EQ(why_wrong("solvers/minesweeper/counting/a.cpp", "solvers/minesweeper/posterior/a.hpp"),
            "line 2: solvers/minesweeper/posterior/a.hpp: solvers/minesweeper/counting includes "
            "solvers/minesweeper/posterior, which is above it");
  EXPECT_EQ(why_wrong("experiments/support/text.cpp", "experiments/support/json/node.hpp"),
            "line 2: experiments/support/json/node.hpp: experiments/support/. includes "
            "experiments/support/json, which is above it");
  EXPECT_EQ(
      why_wrong("experiments/commands/run.cpp", "experiments/bench/positions.hpp"),
      "line 2: experiments/bench/positions.hpp: experiments/commands includes experiments/bench, which is "
      "above it");
  EXPECT_EQ(why_wrong("sim/go/game.cpp", "../solvers/go/player.hpp"),
            "line 2: ../solvers/go/player.hpp: not a path from the root of the repository");
  EXPECT_THAT(wrong_includes("sim/go/game.cpp", "#include <solvers/go/player.hpp>\n"),
              ElementsAre("line 1: solvers/go/player.hpp: sim includes solvers, which is above it"));
}

TEST(Layering, ARoomWithoutAPlaceIsNamedWithTheRemedy) {
  EXPECT_THAT(wrong_directory("solvers/minesweeper/luck/a.cpp"),
              AllOf(HasSubstr("solvers/minesweeper/luck/a.cpp"), HasSubstr("'solvers/minesweeper'"),
                    HasSubstr("kFolders (tests/whole/layering_test.cpp)")));
  EXPECT_THAT(wrong_directory("solvers/minesweeper/a.cpp"),
              HasSubstr("move the file to one of the directories"));
  EXPECT_THAT(wrong_directory("sim/go/inner/a.cpp"), HasSubstr("sim/go has no subdirectories"));
  EXPECT_THAT(why_wrong("sim/go/game.cpp", "sim/luck/a.hpp"), HasSubstr("sim/luck/a.hpp is in a directory"));
  EXPECT_EQ(wrong_directory("experiments/main.cpp"), "");
}

TEST(Layering, CyclesAreFound) {
  EXPECT_EQ(find_cycle(Graph{{"a", {"b", "c"}}, {"b", {"c"}}, {"c", {"d"}}}), "");
  EXPECT_EQ(find_cycle(Graph{{"a", {"b"}}, {"b", {"c", "d"}}, {"d", {"b"}}}), "b -> d -> b");
  EXPECT_EQ(find_cycle(Graph{{"a", {"a"}}}), "a -> a");
}

}  // namespace
}  // namespace sapper::tests
