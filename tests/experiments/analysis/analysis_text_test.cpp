// Analyses as text: numbers that read back, percentages that never suggest certainty, colours if wanted.
#include "experiments/analysis/analysis_text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include "experiments/analysis/analysis_words.hpp"
#include "experiments/analysis/board_svg.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

// 2 x 3: a 1 and a 0 shown, one cell of each kind hidden.
struct Example {
  sim::Grid grid{2, 3};
  sim::View view{grid, 2};
  solvers::Analysis analysis;

  Example() {
    constexpr double kShown = std::numeric_limits<double>::quiet_NaN();
    view.show(0, 1);
    view.show(3, 0);
    view.set_flag(5, true);
    analysis.solutions = {29.0915149771692, "123456789012345678901234567890"};
    analysis.p_mine = {kShown, 1.0, 0.001, kShown, 0.0, 1.0 / 3};
    analysis.safe = {4};
    analysis.mine = {1};
    analysis.components = {{{1, 2}, {0}, {1.25, "17"}}};
    analysis.moves = {{"csp", {4, solvers::MoveKind::csp, 0}, 0},
                      {"random", {2, solvers::MoveKind::guess, 0.5}, 0.001}};
  }
};

TEST(AnalysisText, JsonIsTheContracts) {
  const Example example;
  EXPECT_EQ(analysis_json(example.view, example.analysis),
            R"({"schema":"sapper-analysis/1","rows":2,"cols":3,"mines":2,"topology":"square",)"
            R"("solutions":"123456789012345678901234567890","log10_solutions":29.0915149771692,)"
            R"("p_mine":[[null,1,0.001],[null,0,0.3333333333333333]],"safe":[[1,1]],"mine":[[0,1]],)"
            R"("components":[{"cells":[[0,1],[0,2]],"constraints":[[0,0]],"solutions":"17",)"
            R"("log10_solutions":1.25,"width":0}],)"
            R"("moves":{"csp":{"cell":[1,1],"p_mine":0,"kind":"csp"},)"
            R"("random":{"cell":[0,2],"p_mine":0.001,"kind":"guess"}}})"
            "\n");
}

TEST(AnalysisText, JsonSatisfiesItsSchema) {
  Example example;
  const auto errors = [&] {
    return tests::schema_errors(boost::json::parse(analysis_json(example.view, example.analysis)),
                                SAPPER_DATA_DIR "/schema/analysis.schema.json");
  };
  EXPECT_THAT(errors(), IsEmpty());
  example.analysis.solutions = {12345.5, std::nullopt};
  example.analysis.components.front().solutions = {12345.5, std::nullopt};
  EXPECT_THAT(errors(), IsEmpty());
  example.analysis.solutions.exact = "012";
  EXPECT_THAT(errors(), Not(IsEmpty()));
  example.analysis.solutions.exact = "12";
  example.analysis.solutions.log10 = std::numeric_limits<double>::infinity();
  EXPECT_THAT(errors(), Not(IsEmpty()));
}

TEST(AnalysisText, CountsWithoutDigitsAreDrawnInPowersOfTen) {
  Example example;
  example.analysis.solutions = {12345.5, std::nullopt};
  EXPECT_THAT(analysis_drawing(example.view, example.analysis, ColourMode::off),
              HasSubstr("consistent layouts 3.16227 x 10^12345\n"));
}

TEST(AnalysisText, NumbersReadBackExactly) {
  Example example;
  for (const double value : {1.0 / 3, 0.1, 1e-5, 1e-300, 5e-324, 1 - 1e-16, 0.7}) {
    example.analysis.p_mine[5] = value;
    const auto root = boost::json::parse(analysis_json(example.view, example.analysis));
    EXPECT_NEAR(root.at("p_mine").at(1).at(2).to_number<double>(), value, 1e-15 * value);
  }
}

TEST(AnalysisText, DrawingMarksWhatIsCertainAndNothingElse) {
  Example example;
  const std::string drawing = analysis_drawing(example.view, example.analysis, ColourMode::off);
  EXPECT_THAT(drawing, HasSubstr("    0    1    2\n0   1    *  <1%A\n1        oB 33%F\n"));
  EXPECT_THAT(drawing, Not(HasSubstr("\x1b")));
  example.analysis.p_mine[2] = 0.999;
  EXPECT_THAT(analysis_drawing(example.view, example.analysis, ColourMode::off), HasSubstr("*  >99A\n"));
}

TEST(AnalysisText, FitsTheTerminal) {
  Example example;
  const auto fitted = [&](int columns) {
    return analysis_drawing(example.view, example.analysis, ColourMode::off, columns);
  };
  EXPECT_EQ(fitted(80), fitted(0));
  EXPECT_THAT(fitted(17), StartsWith("    0    1    2\n"));
  EXPECT_THAT(fitted(14), HasSubstr("   0   1   2\n0  1   *  <1A\n1      oB 33F\n"));
  EXPECT_THAT(fitted(14), HasSubstr("two\ndigits:\nP(mine) in\npercent"));
  EXPECT_THAT(fitted(12), HasSubstr("    0    1\n0   1    *\n1        oB\n\n    2\n0 <1%A\n1 33%F\n"))
      << "a mark needs space: the board is split";
  EXPECT_THAT(fitted(1), HasSubstr("    0\n0   1\n1\n\n    1\n"));
  example.view.set_flag(5, false);
  example.analysis.moves.clear();
  EXPECT_THAT(fitted(14), HasSubstr("    0   1   2\n0   1   * <1%\n1       o 33%\n"));
  EXPECT_THAT(fitted(11), HasSubstr("   0  1  2\n0  1  * <1\n1     o 33\n"));
}

TEST(AnalysisText, CandidatesHaveRiskValueAndError) {
  Example example;
  example.analysis.moves = {
      {"expert",
       {2, solvers::MoveKind::guess, 0.25},
       0.25,
       "chance to win, by play-outs",
       0.5,
       {{2, 0.25, 0.5, 0.0125}, {5, 0.3333, 0.48, 0.02}}},
      {"progress", {2, solvers::MoveKind::guess, 0.25}, 0.25, "lowest rank", {}, {{2, 0.25, 0.8}}}};
  const std::string drawing = analysis_drawing(example.view, example.analysis, ColourMode::off);
  EXPECT_THAT(drawing, testing::ContainsRegex("  0,2    0\\.2500  0\\.5000  (±|\\+-) 0\\.0125\n"));
  EXPECT_THAT(drawing, testing::ContainsRegex("  1,2    0\\.3333  0\\.4800  (±|\\+-) 0\\.0200\n"));
  EXPECT_THAT(drawing, HasSubstr("  0,2    0.2500  0.8000\n"));
  const std::string json = analysis_json(example.view, example.analysis);
  EXPECT_THAT(json, HasSubstr(R"({"cell":[1,2],"p_mine":0.3333,"value":0.48,"standard_error":0.02})"));
  EXPECT_THAT(json, HasSubstr(R"({"cell":[0,2],"p_mine":0.25,"value":0.8})"));
  EXPECT_THAT(tests::schema_errors(boost::json::parse(json), SAPPER_DATA_DIR "/schema/analysis.schema.json"),
              IsEmpty());
  const std::string svg = analysis_svg(example.view, example.analysis);
  EXPECT_THAT(svg, HasSubstr("0,2: 0.5000 ± 0.0125, 0.250"));
  EXPECT_THAT(svg, HasSubstr("0,2: 0.8000, 0.250"));
}

// The 9 candidates of a guess: eight are listed in text, all in JSON.
TEST(AnalysisText, LongListsOfCandidatesAreCut) {
  Example example;
  example.analysis.moves = {{"progress",
                             {2, solvers::MoveKind::guess, 0.25},
                             0.25,
                             "lowest rank",
                             {},
                             std::vector<solvers::Explanation::Candidate>(9, {2, 0.25, 0.8})}};
  EXPECT_THAT(analysis_drawing(example.view, example.analysis, ColourMode::off),
              HasSubstr("       and 1 more\n"));
  EXPECT_EQ(boost::json::parse(analysis_json(example.view, example.analysis))
                .at("moves")
                .at("progress")
                .at("candidates")
                .as_array()
                .size(),
            9U);
}

TEST(AnalysisText, ProofsSayHowSmallTheyAre) {
  const Example example;
  using Proof = solvers::Proof;
  const auto text = [&](Proof::Means means, Proof::Size size, std::vector<sim::Cell> numbers) {
    return proof_text(example.view, {4, false, means, size, std::move(numbers)});
  };
  EXPECT_EQ(text(Proof::Means::rules, Proof::Size::smallest, {0}),
            "1,1 is safe: 1 number proves it by a local rule: 0,0 (1)");
  EXPECT_EQ(text(Proof::Means::rules, Proof::Size::minimal, {0, 3}),
            "1,1 is safe: 2 numbers prove it by the local rules in turn, none of which can be left out "
            "(another set may "
            "be smaller): 0,0 (1) 1,0 (0)");
  EXPECT_EQ(text(Proof::Means::mine_count, Proof::Size::reduced, {0, 3}),
            "1,1 is safe: 2 numbers and the mine count prove it (a smaller set may): 0,0 (1) 1,0 (0)");
  EXPECT_EQ(text(Proof::Means::mine_count, Proof::Size::smallest, {}),
            "1,1 is safe: the mine count alone proves it");
  const Proof proof{4, false, Proof::Means::numbers, Proof::Size::smallest, {0}};
  const std::string svg = analysis_svg(example.view, example.analysis, &proof);
  EXPECT_THAT(svg, HasSubstr("0,0 (1) (circled)"));
  EXPECT_THAT(svg, HasSubstr("r=\"12\" fill=\"none\""));
}

// A board with one shown number, whose hidden cells all have the same risk, but for a safe one and a mine.
std::string drawn(int rows, int cols, sim::Topology topology = sim::Topology::square,
                  std::size_t components = 0) {
  const sim::Grid grid(rows, cols, topology);
  sim::View view(grid, grid.cell_count() / 4);
  view.show(2, 1);
  solvers::Analysis analysis;
  analysis.p_mine.assign(grid.cell_count(), 0.25);
  analysis.p_mine[0] = 0;
  analysis.p_mine[1] = 1;
  analysis.safe = {0};
  analysis.mine = {1};
  for (std::size_t i = 0; i < components; ++i)
    analysis.components.push_back({{static_cast<sim::Cell>(2 * i)}, {}, {0, "1"}});
  analysis.moves = {{"csp", {grid.cell_count() - 1, solvers::MoveKind::guess, 0.25}, 0.25}};
  const solvers::Proof proof{
      0, false, solvers::Proof::Means::mine_count, solvers::Proof::Size::smallest, {2}};
  return analysis_svg(view, analysis, &proof);
}

TEST(AnalysisText, LargeBoardsAreDrawnAsHeatMaps) {
  const auto is_heat_map = [](const std::string& svg) {
    return svg.find("data:image/png;base64,") != svg.npos;
  };
  EXPECT_FALSE(is_heat_map(drawn(2, kMaxNumberedSide)));
  EXPECT_FALSE(is_heat_map(drawn(kMaxNumberedSide, 2)));
  struct Size {
    int rows, cols;
    sim::Topology topology;
    std::string_view image, text;
  };
  for (const auto& [rows, cols, topology, image, text] :
       {Size{2, 257, sim::Topology::square, "width=\"3341\" height=\"28\" href",
             "A cell is drawn 14 pixels high and 13 pixels wide."},
        Size{257, 1, sim::Topology::square, "width=\"28\" height=\"3341\" href",
             "A cell is drawn 13 pixels high and 28 pixels wide."},
        Size{257, 300, sim::Topology::torus, "width=\"3900\" height=\"3341\" href", ""},
        Size{300, 257, sim::Topology::hex, "width=\"3605\" height=\"3900\" href",
             "A cell is drawn 13 pixels high and 14 pixels wide."},
        Size{1, 4096, sim::Topology::square, "width=\"4096\" height=\"28\" href",
             "A cell is drawn 28 pixels high and 1 pixel wide."},
        Size{1000, 1000, sim::Topology::square, "width=\"4000\" height=\"4000\" href", ""}}) {
    const std::string svg = drawn(rows, cols, topology);
    EXPECT_TRUE(is_heat_map(svg));
    EXPECT_THAT(svg, HasSubstr(image));
    EXPECT_THAT(svg, HasSubstr("More than 256 rows or columns: colours instead of numbers."));
    EXPECT_THAT(svg, HasSubstr(text));
    if (text.empty()) {
      EXPECT_THAT(svg, Not(HasSubstr("A cell is drawn")));
    }
    EXPECT_THAT(svg, HasSubstr("fill=\"#FFFFFF\">A</text>")) << "the move";
    EXPECT_THAT(svg, HasSubstr("fill=\"#FFFFFF\">*</text>")) << "the proven cell";
    EXPECT_LT(svg.size(), 400'000U);
  }
}

TEST(AnalysisText, TheFirstComponentsAreListed) {
  EXPECT_THAT(drawn(20, 20, sim::Topology::square, 24), Not(HasSubstr("more component")));
  const std::string one = drawn(20, 20, sim::Topology::square, 25);
  EXPECT_THAT(one, HasSubstr(">component 24: "));
  EXPECT_THAT(one, HasSubstr(">and 1 more component<"));
  EXPECT_THAT(one, Not(HasSubstr(">component 25: ")));
  EXPECT_THAT(drawn(20, 20, sim::Topology::square, 100), HasSubstr(">and 76 more components<"));
}

TEST(AnalysisText, MovesAreNamedByTheirLetters) {
  Example example;
  const std::string drawing = analysis_drawing(example.view, example.analysis, ColourMode::off);
  EXPECT_THAT(drawing, HasSubstr("a capital after a cell: strategies dig it"));
  EXPECT_THAT(drawing, HasSubstr("\n  B  csp        digs     1,1, P(mine) 0"));
  EXPECT_THAT(drawing, HasSubstr("\n  A  random     digs     0,2, P(mine) 0.001"));
  for (sim::Cell cell = 5; cell < 15; ++cell)
    example.analysis.moves.push_back({"random", {cell, solvers::MoveKind::guess, 0.5}, 0.001});
  for (const auto& [cell, letter] : move_letters(example.analysis))
    EXPECT_NE(letter, 'F') << "which marks a flag";
  example.analysis.moves.clear();
  EXPECT_THAT(analysis_drawing(example.view, example.analysis, ColourMode::off), Not(HasSubstr("capital")));
}

TEST(AnalysisText, SeveralComponentsHaveAMap) {
  Example example;
  const auto drawing = [&](int columns) {
    return analysis_drawing(example.view, example.analysis, ColourMode::off, columns);
  };
  EXPECT_THAT(drawing(0), Not(HasSubstr("\ncomponents\n")));
  EXPECT_THAT(drawing(0), HasSubstr("\n  2 cells constrained by 1 number, from 0,1; solutions 17\n"));
  example.analysis.components.push_back({{4}, {0}, {0, "1"}});
  EXPECT_THAT(drawing(0), HasSubstr("\ncomponents\n   0 1 2\n0    a a\n1    b .\n"));
  EXPECT_THAT(drawing(0), HasSubstr("\n  a  2 cells constrained by 1 number, from 0,1; solutions 17\n"
                                    "  b  1 cell constrained by 1 number, from 1,1; solutions 1\n"));
  EXPECT_THAT(drawing(7), Not(HasSubstr("\ncomponents\n"))) << "which does not fit";
}

TEST(AnalysisText, LinesFitTheTerminal) {
  Example example;
  example.analysis.mine.assign(60, 5);
  example.analysis.components.front().solutions = {40, std::string(40, '9')};
  example.analysis.moves.front().why =
      "a reason of many words, so many that one line has no room for all of them";
  example.analysis.moves.front().win_probability = 0.25;
  for (const int columns : {80, 60}) {
    std::istringstream lines(analysis_drawing(example.view, example.analysis, ColourMode::off, columns));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(line.size(), static_cast<std::size_t>(columns)) << line;
  }
}

TEST(AnalysisText, ColoursEndWhereTheyBegan) {
  const Example example;
  const std::string drawing = analysis_drawing(example.view, example.analysis, ColourMode::on);
  int escapes = 0;
  int ends = 0;
  for (std::size_t at = drawing.find('\x1b'); at != std::string::npos; at = drawing.find('\x1b', at + 1)) {
    ++escapes;
    ends += drawing.compare(at, 4, "\x1b[0m") == 0;
  }
  EXPECT_EQ(escapes, 12) << "four hidden cells and a number; two of the cells are dug";
  EXPECT_EQ(ends, 5);
  EXPECT_THAT(drawing, HasSubstr("\x1b[1;38;5;33m  1 \x1b[0m"));
  EXPECT_THAT(drawing, HasSubstr("\x1b[1;4m<1%A\x1b[0m"));
}

}  // namespace
}  // namespace sapper::experiments::minesweeper
