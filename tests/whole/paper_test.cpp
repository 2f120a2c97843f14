// What goes into a paper: `sapper table` against the report's own numbers, and `sapper methods`.
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class Paper : public ProgramTest {
 protected:
  void SetUp() override {
    write_config("sweep.json",
                 R"("name":"50 % sweep","seed":7,"games":400,"boards":[{"rows":[5,6],"density":[0.1,0.2]}],
        "topology":["square","hex"],"strategies":["rules",{"name":"csp","label":"a_b & 5 % $x$ | #~^\\{<>"}])");
    run_well({"run", "sweep.json", "--quiet", "-o", "sweep.report.json"});
    report_ = read_json("sweep.report.json");
  }
  // The win rate of the result with these properties, as a table has it: `52.25`.
  std::string rate(std::int64_t rows, double density, std::string_view topology,
                   std::string_view strategy) const {
    for (const bj::value& result : report_.at("results").as_array()) {
      const bj::value& board = result.at("board");
      if (board.at("rows") == rows && board.at("asked_density").to_number<double>() == density &&
          board.at("topology").as_string() == topology && result.at("strategy").as_string() == strategy)
        return fmt::format("{:.2f}", 100 * result.at("win_rate").to_number<double>());
    }
    ADD_FAILURE() << "no such result";
    return {};
  }
  static Words lines(const std::string& text) {
    Words all;
    for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
      all.push_back(text.substr(begin, end - begin));
    return all;
  }

  bj::value report_;
};

TEST_F(Paper, TableHasWhatVariesAsRowsAndColumns) {
  const Words table = lines(output_of({"table", "sweep.report.json", "--format", "csv", "--columns",
                                       "density,strategy", "--rows", "topology,rows"}));
  ASSERT_EQ(table.size(), 5U);
  EXPECT_THAT(table[0], StartsWith("topology,rows,\"density 0.1, rules\",\"density 0.1, rules low\","));
  std::size_t line = 1;
  for (const char* const topology : {"square", "hex"})
    for (const int rows : {5, 6}) {
      const std::string& row = table[line++];
      EXPECT_THAT(row,
                  StartsWith(fmt::format("{},{},{},", topology, rows, rate(rows, 0.1, topology, "rules"))));
      std::size_t at = 0;
      for (const double density : {0.1, 0.2})
        for (const char* const strategy : {"rules", "csp"}) {
          at = row.find("," + rate(rows, density, topology, strategy) + ",", at);
          ASSERT_NE(at, std::string::npos) << row << ' ' << strategy << density;
          ++at;
        }
    }
  // Half of the dimensions are chosen by the program: as few as tell the results apart.
  EXPECT_THAT(output_of({"table", "sweep.report.json", "--columns", "topology"}),
              StartsWith("| rows | density | strategy | topology square | topology hex |\n"));
  EXPECT_THAT(output_of({"table", "sweep.report.json", "--strategies", "rules", "--columns", "topology"}),
              StartsWith("| rows | density | topology square | topology hex |\n"));
  EXPECT_THAT(output_of({"table", "sweep.report.json"}), StartsWith("| case | rules | a_b"));
}

// Bold is what no other strategy of the case beats beyond chance, by the report's own comparisons.
TEST_F(Paper, TableMarksWhatIsNotBeatenBeyondChance) {
  std::vector<std::pair<double, std::pair<std::int64_t, bool>>>
      tests;  // p, case, whether the first one is beaten
  for (const bj::value& pair : report_.at("comparisons").as_array())
    tests.push_back({pair.at("p_value").to_number<double>(),
                     {pair.at("case").as_int64(), pair.at("difference").to_number<double>() < 0}});
  ASSERT_EQ(tests.size(), 8U);
  std::ranges::sort(tests);
  std::set<std::pair<std::int64_t, bool>> beaten;
  for (std::size_t i = 0; i < tests.size() && tests[i].first * static_cast<double>(tests.size() - i) < 0.05;
       ++i)
    beaten.insert(tests[i].second);
  ASSERT_GT(beaten.size(), 0U);
  ASSERT_LT(beaten.size(), 8U);
  const Words table = lines(output_of({"table", "sweep.report.json"}));
  for (std::int64_t number = 0; number < 8; ++number) {
    const std::string& row = table.at(static_cast<std::size_t>(number) + 2);
    const std::size_t stars = static_cast<std::size_t>(std::ranges::count(row, '*'));
    EXPECT_EQ(stars, beaten.contains({number, true}) || beaten.contains({number, false}) ? 4U : 8U) << row;
    EXPECT_EQ(row.find("| **") != std::string::npos && row.find(" | **") == row.find(" | "),
              !beaten.contains({number, true}))
        << row;
  }
  EXPECT_THAT(table.back(),
              HasSubstr("400 games each; bold: what no other strategy beats on the same games beyond "
                        "chance (p at least 0.05, Holm's correction for 8 pairs)"));
  EXPECT_THAT(output_of({"table", "sweep.report.json", "--strategies", "rules"}), Not(HasSubstr("**")))
      << "a single strategy is not the best of any";
}

// A table that is wider than a page is turned, or has its columns in parts, and says so; LaTeX finds nothing too wide.
TEST_F(Paper, LatexTablesFitAPage) {
  write_config("wide.json", R"("games":20,"boards":[{"rows":5,"density":[0.08,0.12,0.16,0.2,0.24,0.28]}],
      "strategies":["rules","csp"])");
  run_well({"run", "wide.json", "--quiet", "-o", "wide.report.json"});
  write_config("three.json",
               R"("games":20,"boards":[{"rows":5,"density":[0.08,0.16,0.24]}],"strategies":["csp"])");
  run_well({"run", "three.json", "--quiet", "-o", "three.report.json"});
  const auto columns_of = [](const std::string& text) {
    std::size_t columns = 0;
    for (std::size_t at = 0; (at = text.find("\\begin{tabular}{", at)) != std::string::npos; ++at)
      for (std::size_t i = at + 16; text[i] != '}'; ++i) columns += text[i] == 'r';
    return columns;
  };
  const auto parts_of = [](const std::string& text) {
    std::size_t parts = 0;
    for (std::size_t at = 0; (at = text.find("\\begin{tabular}", at)) != std::string::npos; ++at) ++parts;
    return parts;
  };
  struct Asked {
    Words words;
    std::string float_name;
    std::size_t columns;
    bool is_split;
  };
  int number = 0;
  for (const Asked& asked :
       {Asked{{"wide.report.json", "--strategies", "csp", "--columns", "density", "--intervals", "none"},
              "table",
              6,
              false},
        Asked{{"three.report.json", "--columns", "density"}, "sidewaystable", 3, false},
        Asked{{"wide.report.json", "--columns", "density,strategy"}, "table", 12, true}}) {
    const std::string file = fmt::format("wide{}.tex", number++);
    const ProgramResult made = run_well(joined({"table", "--format", "latex", "-o", file}, asked.words));
    const std::string text = read(file);
    SCOPED_TRACE(text.substr(0, 200));
    EXPECT_THAT(text, HasSubstr("\\begin{" + asked.float_name + "}"));
    EXPECT_EQ(columns_of(text), asked.columns) << "nothing is left out";
    EXPECT_EQ(parts_of(text) > 1, asked.is_split);
    if (asked.float_name == "sidewaystable") {
      EXPECT_THAT(made.err, HasSubstr("wider than a page of article: turned (rotating)"));
      EXPECT_THAT(text,
                  StartsWith("% Needs \\usepackage{booktabs} and \\usepackage{rotating}.\n% The table is"));
    }
    if (asked.is_split) {
      EXPECT_THAT(made.err, HasSubstr("its columns are in "));
    }
    if (!is_installed("pdflatex")) continue;
    write("wide_paper.tex",
          "\\documentclass{article}\\usepackage{booktabs,rotating}\\begin{document}\\input{" + file +
              "}\\end{document}");
    const ProgramResult typeset =
        run_shell("pdflatex -interaction=nonstopmode -halt-on-error wide_paper.tex");
    EXPECT_EQ(typeset.status, 0);
    EXPECT_THAT(typeset.out, Not(HasSubstr("Overfull \\hbox")));
  }
}

TEST_F(Paper, ThresholdsAreOfTheAskedLevelAndCases) {
  write_config("dense.json", R"("games":200,"boards":[{"rows":[5,6],"cols":6,"density":[0.1,0.2,0.3,0.4]}],
      "strategies":["rules","csp"])");
  run_well({"run", "dense.json", "--quiet", "-o", "dense.report.json"});
  const std::string text = output_of({"thresholds", "dense.report.json", "--level", "0.7", "--cases", "0-3"});
  EXPECT_THAT(text, AllOf(StartsWith("Where 70 % of the games are won: mine density (%), interpolated\n"),
                          HasSubstr("5 x 6  rules"), HasSubstr("csp / rules"), Not(HasSubstr("6 x 6"))));
  // The same as JSON, with a member for each value of the table; the page has the places of one half from the same fit.
  const bj::value found =
      json_of({"thresholds", "dense.report.json", "--level", "0.7", "--cases", "0-3", "--json"});
  expect_valid(found, "thresholds");
  ASSERT_EQ(found.at("strategies").as_array().size(), 2U);
  ASSERT_EQ(found.at("differences").as_array().size(), 1U);
  // Empty without a place.
  const auto shown = [](const bj::value& of, std::string_view name, const char* format) -> std::string {
    const std::string key(name);
    if (of.at(key).is_null() || of.at(key + "_ci_low").is_null() || of.at(key + "_ci_high").is_null())
      return "";
    return fmt::format(fmt::runtime(format), of.at(key).to_number<double>(),
                       of.at(key + "_ci_low").to_number<double>(),
                       of.at(key + "_ci_high").to_number<double>());
  };
  for (const bj::value& strategy : found.at("strategies").as_array())
    for (const std::string& cell : {shown(strategy, "place", "{:.2f} ({:.2f} to {:.2f})"),
                                    shown(strategy.at("curve"), "slope", "{:.2f} ({:.2f} to {:.2f})")})
      EXPECT_THAT(text, HasSubstr(cell));
  EXPECT_THAT(text,
              HasSubstr(shown(found.at("differences").at(0), "difference", "{:+.2f} ({:.2f} to {:.2f})")));
  run_well({"report", "dense.report.json", "-o", "half.html"});
  const std::string page = read("half.html");
  const bj::value halves = json_of({"thresholds", "dense.report.json", "--json"});
  ASSERT_EQ(halves.at("strategies").as_array().size(), 4U);
  for (const bj::value& strategy : halves.at("strategies").as_array())
    EXPECT_THAT(page, HasSubstr(">" + shown(strategy, "place", "{:.2f} ({:.2f} to {:.2f})")));
  expect_refused({"thresholds", "dense.report.json", "--level", "70"},
                 "expected a share of games between 0 and 1");
  expect_refused({"thresholds", "sweep.report.json"}, "at three densities or more");
  if (!is_installed("gnuplot")) return;
  run_well({"plot", "dense.report.json", "--kind", "threshold", "--level", "0.7", "-o", "t.svg"});
  run_well({"plot", "dense.report.json", "--curves", "rows", "--panels", "strategy", "-o", "c.svg"});
  run_well({"report", "dense.report.json", "--baseline", "rules", "-o", "d.html"});
  EXPECT_THAT(read("d.html"), HasSubstr("Win rate minus that of rules"));
}

TEST_F(Paper, LatexIsWhole) {
  run_well(
      {"table", "sweep.report.json", "--format", "latex", "--columns", "density,strategy", "-o", "a.tex"});
  const std::string text = read("a.tex");
  EXPECT_THAT(
      text, HasSubstr("a\\_b \\& 5 \\% \\$x\\$ | \\#\\textasciitilde{}\\textasciicircum{}\\textbackslash{}\\{"
                      "\\textless{}\\textgreater{}"));
  EXPECT_THAT(text, HasSubstr("\\label{tab:50---sweep}"));
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;  // an escaped letter
    } else {
      depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    }
    ASSERT_GE(depth, 0) << text.substr(0, i);
  }
  EXPECT_EQ(depth, 0);
  // Each line of a part has its columns, of which \\multicolumn{n} takes n; the parts have the four of the table.
  std::size_t in_part = 0, in_all = 0;
  for (const std::string& line : lines(text)) {
    if (const std::size_t at = line.find("{tabular}{"); at != std::string::npos) {
      in_part = line.size() - (at + 10) - 1;
      in_all += in_part - 2;
    }
    if (!line.ends_with("\\\\")) continue;
    std::size_t columns = 1;
    for (std::size_t i = 0; i < line.size(); ++i) columns += line[i] == '&' && line[i - 1] != '\\';
    for (std::size_t at = 0; (at = line.find("\\multicolumn{", at)) != std::string::npos; ++at)
      columns += static_cast<std::size_t>(std::stoi(line.substr(at + 13))) - 1;
    EXPECT_EQ(columns, in_part) << line;
  }
  EXPECT_EQ(in_all, 4U);
  expect_refused({"table", "sweep.report.json", "-o", "a.tex"}, "exists already");
  if (!is_installed("pdflatex")) return;
  write("paper.tex",
        "\\documentclass{article}\\usepackage{booktabs,rotating}\\begin{document}\\input{a.tex}\\end{"
        "document}");
  EXPECT_EQ(run_shell("pdflatex -interaction=nonstopmode -halt-on-error paper.tex").status, 0);
}

// A row's end takes a [ or * that follows for its own argument: `\\[2ex]` is a distance.
TEST_F(Paper, LatexRowsBeginWithTheirFirstCell) {
  write_config("odd.json", R"("games":20,"boards":[{"rows":5,"mines":3}],"strategies":[
      {"name":"rules","label":"[2ex]"},{"name":"csp","label":"*"},{"name":"random","label":"plain [1]"}])");
  run_well({"run", "odd.json", "--quiet", "-o", "odd.report.json"});
  run_well({"table", "odd.report.json", "--format", "latex", "--rows", "strategy", "-o", "odd.tex"});
  const std::string text = read("odd.tex");
  for (const char* const row : {"    {}[2ex] & ", "    {}* & ", "    plain [1] & "})
    EXPECT_THAT(text, HasSubstr(row));
  if (!is_installed("pdflatex")) return;
  write("odd_paper.tex",
        "\\documentclass{article}\\usepackage{booktabs,rotating}\\begin{document}\\input{odd.tex}\\end{"
        "document}");
  EXPECT_EQ(run_shell("pdflatex -interaction=nonstopmode -halt-on-error odd_paper.tex").status, 0);
}

// Intervals may take less room, or none; the caption says which, and that densities are those asked for.
TEST_F(Paper, TableHasShortIntervalsOrNone) {
  const auto table = [&](const Words& more) {
    return output_of(joined({"table", "sweep.report.json", "--rows", "rows,topology", "--columns",
                             "density,strategy", "--intervals"},
                            more));
  };
  const double rate_of = std::stod(rate(5, 0.1, "square", "rules"));
  const std::string brief = table({"short"});
  EXPECT_THAT(brief, HasSubstr(fmt::format("| 5 | square | {:.1f} ± ", rate_of)));
  EXPECT_THAT(brief, Not(testing::ContainsRegex(" (100|99|0)\\.[0-9] ±"))) << "beyond 0 or 100";
  EXPECT_THAT(brief,
              HasSubstr("Win rates in percent, ± half the width of the 95 % interval (Wilson), or both ends "
                        "where that is lopsided; 400 games each; density as asked for (boards have the "
                        "nearest possible); bold"));
  EXPECT_THAT(
      table({"short", "--format", "latex"}),
      AllOf(HasSubstr(fmt::format("5 & square & {:.1f} $\\pm$ ", rate_of)),
            HasSubstr("\\caption{Win rates in percent, $\\pm$ half the width of the 95 \\% interval")));
  const std::string none = table({"none"});
  EXPECT_THAT(none, HasSubstr(fmt::format("| 5 | square | {} |", rate(5, 0.1, "square", "rules"))));
  EXPECT_THAT(none, HasSubstr("Win rates in percent; 400 games each"));
  EXPECT_THAT(lines(table({"none", "--format", "csv"}))[1],
              StartsWith(fmt::format("5,square,{},{},", rate(5, 0.1, "square", "rules"),
                                     rate(5, 0.1, "square", "csp"))));
  EXPECT_THAT(output_of({"table", "sweep.report.json"}), Not(HasSubstr("as asked for")))
      << "cases are named by their true numbers of mines";
}

TEST_F(Paper, TableRefusesWhatDoesNotTellResultsApart) {
  expect_refused(
      {"table", "sweep.report.json", "--columns", "size"},
      "--columns is \"size\"; expected what varies in these reports: case, report, strategy, rows, cols, "
      "topology, density");
  expect_refused({"table", "sweep.report.json", "--rows", "rows", "--columns", "strategy"},
                 "several results share a row and a column; add topology, density to --rows or --columns");
}

TEST_F(Paper, MethodsSayWhatWasPlayed) {
  std::string text = output_of({"methods", "sweep.report.json"});
  std::ranges::replace(text, '\n', ' ');
  EXPECT_THAT(
      text,
      AllOf(
          HasSubstr("5 x 5 cells with 3 mines, 5 x 5 cells with 5 mines, 6 x 6 cells with 4 mines and 6 x 6 "
                    "cells with 7 mines"),
          HasSubstr("square (8 neighbours, fewer at the border) and hex (6 neighbours"),
          HasSubstr("The first dig was at the centre, under the rule opening (no mine on"),
          HasSubstr("all of them played the same 400 games of seed 7"), HasSubstr("are Wilson's, at 95 %."),
          HasSubstr("(Tango 1998)"), HasSubstr("P(mine) of every guess was computed exactly"),
          HasSubstr("@software{sapper")));
  EXPECT_THAT(text, HasSubstr("agree on; when stuck, a random cell)"));
  const std::string in_latex = output_of({"methods", "sweep.report.json", "--format", "latex"});
  EXPECT_THAT(in_latex, AllOf(HasSubstr("a\\_b \\& 5 \\% \\$x\\$ |"), HasSubstr("at 95 \\%."),
                              HasSubstr("\n% @software{sapper")));
  // Many boards are summed up.
  write_config("many.json", R"("games":2,"boards":[{"rows":[8,9,10],"density":[0.1,0.15,0.2]}])");
  run_well({"run", "many.json", "--quiet"});
  std::string many = output_of({"methods", "many.report.json"});
  std::ranges::replace(many, '\n', ' ');
  EXPECT_THAT(many,
              HasSubstr("The boards had 9 combinations of size and number of mines: 3 sizes, from 8 x 8 "
                        "to 10 x 10 cells, and 3 densities, from 9.4 to 20.3 % of mines; topology"));
  // What a report does not have is not said.
  write_config(
      "one.json",
      R"("seed":7,"games":3000,"boards":[{"rows":6,"mines":5}],"strategies":["csp"],"motion":"moving",
      "first_click":{"rule":"safe","cell":[1,2]},"stop":{"half_width":0.05,"min_games":100})");
  run_well({"run", "one.json", "--quiet"});
  std::string other = output_of({"methods", "one.report.json"});
  std::ranges::replace(other, '\n', ' ');
  EXPECT_THAT(other,
              AllOf(HasSubstr("The first dig was at row 1, column 2 (from 0), under the rule safe"),
                    HasSubstr("Mines: moving (after each turn"), HasSubstr("In each case there were "),
                    HasSubstr("within 5 points (after 100 games at the earliest)"), Not(HasSubstr("Tango"))));
  // First digs of a file of boards, of which one names none.
  write("boards.jsonl", R"({"rows":3,"cols":3,"mines":[[0,0]],"first":[2,2],"rule":"safe"})"
                        "\n");
  write_config("some.json", R"("games":2,"boards":[{"file":"boards.jsonl"},{"rows":3,"mines":1}])");
  run_well({"run", "some.json", "--quiet"});
  std::string mixed = output_of({"methods", "some.report.json"});
  std::ranges::replace(mixed, '\n', ' ');
  EXPECT_THAT(
      mixed,
      HasSubstr(
          "The first dig was on the cell that the board was drawn for, or at the centre if none is known, "
          "under the rule safe"));
}

}  // namespace
}  // namespace sapper::tests
