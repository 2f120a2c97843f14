// Figures and pages from outside: `sapper plot`, `sapper report`, replays and pictures of positions, from reports that the
// program writes. If gnuplot or Chromium is missing, only the rest is tested.
#include "tests/support/markup_check.hpp"
#include "tests/whole/browser.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

// A label that must not be read as markup, nor as a gnuplot string or command.
constexpr const char* kLabel = R"(a'b\"<b>&`date`_{x}^2 @y %s)";
constexpr const char* kEscapedLabel = R"(a'b"&lt;b>&amp;`date`_{x}^2 @y %s)";

class Figures : public ProgramTest {
 protected:
  void play(const std::string& name, const std::string& boards, const std::string& cell) const {
    write_config(name + ".json",
                 fmt::format(R"("name":"{}","seed":7,"games":40,"boards":[{}],"topology":"square",
        "first_click":{{"rule":"safe","cell":{}}},"reveal":"flood","motion":"fixed",
        "strategies":["rules",{{"name":"csp","label":"{}"}}])",
                             name, boards, cell, kLabel));
    run_well({"run", name + ".json", "--quiet"});
  }
  // One board, the same strategy under each label.
  void play_labels(const std::string& name, const std::vector<std::string>& labels) const {
    std::string strategies;
    for (const std::string& label : labels)
      strategies += fmt::format(R"({}{{"name":"rules","label":"{}"}})", strategies.empty() ? "" : ",", label);
    write_config(name + ".json",
                 R"("games":20,"boards":[{"rows":5,"mines":4}],"strategies":[)" + strategies + "]");
    run_well({"run", name + ".json", "--quiet"});
  }
  void SetUp() override {
    play("sweep", R"({"rows":[5,6],"cols":6,"density":[0.1,0.15,0.2]})", "[0,0]");
    play("clicks", R"({"rows":3,"cols":3,"mines":2})", R"("all")");
    write("bench.json",
          R"({"context":{},"benchmarks":[)"
          R"({"name":"counting_by_size<Elimination>/8","run_name":"counting_by_size<Elimination>/8",)"
          R"("cpu_time":1.5,"time_unit":"us"},)"
          R"({"name":"counting_by_size<Elimination>/16","run_name":"counting_by_size<Elimination>/16",)"
          R"("cpu_time":2500,"time_unit":"ns"}]})");
  }
  std::string draw(const std::string& report, const std::string& kind, const std::string& figure) const {
    EXPECT_THAT(output_of({"plot", report, "-o", figure, "--kind", kind}),
                AllOf(HasSubstr(fmt::format(" ({}): ", kind)), Not(HasSubstr(". ("))));
    return read(figure);
  }
};

TEST_F(Figures, DrawsEveryKindWithLabelsAsTheyAre) {
  if (!is_installed("gnuplot")) GTEST_SKIP() << "gnuplot is not installed";
  run_well({"scale", "sweep.json", "--threads", "1,2", "--repeats", "1", "--quiet"});
  const std::vector<std::pair<std::string, std::string>> figures{{"density", "sweep.report.json"},
                                                                 {"win_rate", "sweep.report.json"},
                                                                 {"phases", "sweep.report.json"},
                                                                 {"guesses", "sweep.report.json"},
                                                                 {"first_click", "clicks.report.json"},
                                                                 {"scaling", "sweep.scale.json"},
                                                                 {"posterior", "bench.json"}};
  for (const auto& [kind, report] : figures) {
    SCOPED_TRACE(kind);
    const std::string svg = draw(report, kind, kind + ".svg");
    EXPECT_THAT(svg, StartsWith("<?xml"));
    EXPECT_EQ(markup_error(svg), "");
    EXPECT_EQ(svg.find(kEscapedLabel) != std::string::npos, kind != "scaling" && kind != "posterior");
    EXPECT_NE(svg.find("Helvetica"), std::string::npos);
  }
  const std::string density = draw("sweep.report.json", "density", "d.svg");
  EXPECT_NE(density.find("mine density (%)"), std::string::npos);
  EXPECT_NE(density.find("<title>Win rate against mine density"), std::string::npos);
  EXPECT_NE(density.find("<title>rules</title>"), std::string::npos) << "series are titled by their labels";
  EXPECT_EQ(density.find("<title>gnuplot"), std::string::npos);
  const std::string posterior = draw("bench.json", "posterior", "p.svg");
  EXPECT_NE(posterior.find("time ("), std::string::npos) << "the axis is named";
  EXPECT_NE(posterior.find(">elimination<"), std::string::npos);
  const std::string phases = draw("sweep.report.json", "phases", "times.svg");
  EXPECT_THAT(phases, HasSubstr("stroke='black'"));
  EXPECT_THAT(phases, HasSubstr("unstable")) << "three games of each are timed";
  EXPECT_THAT(draw("sweep.report.json", "density", "d.pdf"), StartsWith("%PDF"));
  EXPECT_THAT(draw("sweep.report.json", "density", "d.png"), StartsWith("\x89PNG"));
}

// gnuplot's error bars erase what is behind their marks.
TEST_F(Figures, ErrorBarsHideNothing) {
  for (const char* const kind : {"calibration", "win_rate"}) {
    run_well({"plot", "sweep.report.json", "--kind", kind, "--data", "data"});
    const std::string script = content_of(path("data") / (std::string(kind) + ".gp"));
    EXPECT_EQ(script.find("errorbars"), std::string::npos) << kind;
    EXPECT_THAT(script, HasSubstr("with vectors nohead")) << kind;
  }
  const std::string script = read("data/calibration.gp");
  EXPECT_LT(script.find("with vectors"), script.find("with points")) << "marks lie above all bars";
  EXPECT_LT(script.rfind("with vectors"), script.rfind("with points"));

  play("alone", R"({"rows":5,"cols":6,"density":0.1})", "[0,0]");
  run_well({"plot", "alone.report.json", "--kind", "density", "--data", "data"});
  EXPECT_THAT(read("data/density.gp"), HasSubstr("with vectors nohead"))
      << "the interval of a single density";
}

// How a script draws each style: `lc rgb '#0072B2' pt 7 dt solid`.
std::vector<std::string> looks_in(const std::string& script) {
  std::vector<std::string> looks;
  for (const std::string& line : lines_of(script))
    if (line.starts_with("set style line "))
      looks.push_back(line.substr(line.find("lc rgb"), line.find(" lw") - line.find("lc rgb")));
  return looks;
}

TEST_F(Figures, EverySeriesLooksItsOwnWay) {
  constexpr std::size_t kSeries = 20;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < kSeries; ++i) labels.push_back("strategy " + std::to_string(i));
  play_labels("many", labels);
  run_well({"plot", "many.report.json", "--kind", "win_rate", "--data", "data"});
  auto looks = looks_in(read("data/win_rate.gp"));
  std::erase_if(looks, [](const std::string& look) { return look.find(" pt") == std::string::npos; });
  EXPECT_EQ(looks.size(), kSeries);
  EXPECT_EQ(std::set(looks.begin(), looks.end()).size(), kSeries);

  // In a figure of two reports a strategy has one colour and mark, and each report has its dash.
  play("other", R"({"rows":5,"cols":6,"density":[0.1,0.15,0.2]})", "[0,0]");
  run_well({"plot", "sweep.report.json", "other.report.json", "--data", "data"});
  auto pairs = looks_in(read("data/density.gp"));
  std::erase_if(pairs, [](const std::string& look) { return look.find(" pt") == std::string::npos; });
  ASSERT_EQ(pairs.size(), 4U);
  const auto strategy = [&](std::size_t i) { return pairs[i].substr(0, pairs[i].find(" dt")); };
  const auto report = [&](std::size_t i) { return pairs[i].substr(pairs[i].find(" dt")); };
  EXPECT_EQ(strategy(0), strategy(2));
  EXPECT_EQ(strategy(1), strategy(3));
  EXPECT_NE(strategy(0), strategy(1));
  EXPECT_EQ(report(0), report(1));
  EXPECT_EQ(report(2), report(3));
  EXPECT_NE(report(0), report(2));
}

TEST_F(Figures, TextHasRoom) {
  play_labels("long", {"csp", "look-ahead, exact end to 4096 layouts"});
  play_labels("brief", {"csp", "rank"});
  const auto width_of = [&](const std::string& file) {
    run_well({"plot", file, "--kind", "win_rate", "--data", "data", "--force"});
    const std::string script = read("data/win_rate.gp");
    EXPECT_EQ(script.find("set grid"), std::string::npos) << "grid lines cross no heading";
    EXPECT_THAT(script, HasSubstr("nohead back lc rgb 'gray85'"));
    const auto at = script.find(" size ") + 6;
    return script.substr(at, script.find(',', at) - at);
  };
  EXPECT_EQ(width_of("brief.report.json"), "336");
  EXPECT_EQ(width_of("long.report.json"), "672") << "the whole page";
}

TEST_F(Figures, HaveTheWidthAndTheFontThatIsAskedFor) {
  if (!is_installed("gnuplot")) GTEST_SKIP() << "gnuplot is not installed";
  const Words layout{"--width", "144pt", "--columns", "1", "--font", "DejaVu Serif"};
  const auto drawn = [&](const std::string& file) {
    run_well(joined({"plot", "sweep.report.json", "-o", file, "--data", "data", "--force"}, layout));
    return read(file);
  };
  const std::string svg = drawn("d.svg");
  EXPECT_THAT(svg, HasSubstr("width=\"192\""));
  EXPECT_THAT(svg, HasSubstr("DejaVu Serif"));
  EXPECT_THAT(read("data/density.gp"), HasSubstr("size 192,"));
  EXPECT_THAT(drawn("d.pdf"), StartsWith("%PDF"));
  EXPECT_THAT(read("data/density.gp"), HasSubstr("size 2.0000in,"));
  const std::string png = drawn("d.png");
  ASSERT_GT(png.size(), 24U);
  EXPECT_EQ(static_cast<unsigned char>(png[18]) * 256 + static_cast<unsigned char>(png[19]), 600)
      << "300 dpi";
}

TEST_F(Figures, FirstClickMapsSayHowTheyDiffer) {
  write("reveals.json",
        R"({"schema":"sapper-config/1","games":40,
    "boards":[{"rows":3,"cols":3,"mines":2},{"rows":4,"cols":4,"mines":2}],
    "first_click":{"rule":"safe","cell":"all"},"reveal":["flood","ring"],"strategies":["rules"]})");
  run_well({"run", "reveals.json", "--quiet"});
  run_well({"plot", "reveals.report.json", "--data", "data"});
  const std::string script = read("data/first_click.gp");
  EXPECT_THAT(script, HasSubstr("set title \"rules: 3 × 3, 2 mines, safe, flood\""));
  EXPECT_THAT(script, HasSubstr("set title \"rules: 3 × 3, 2 mines, safe, ring\""));
  std::set<std::string> ranges;  // of the colours
  for (const std::string& line : lines_of(script))
    if (line.starts_with("set cbrange")) ranges.insert(line);
  EXPECT_EQ(ranges.size(), 2U) << "one for each board";
}

TEST_F(Figures, ChoosesTheKindByTheReport) {
  const auto kind_of = [&](const std::string& report) {
    run_well({"plot", report, "--data", "data-" + report});
    std::string kinds;
    for (const auto& entry : fs::directory_iterator(path("data-" + report)))
      if (entry.path().extension() == ".gp") kinds += entry.path().stem().string();
    return kinds;
  };
  EXPECT_EQ(kind_of("sweep.report.json"), "density");
  EXPECT_EQ(kind_of("clicks.report.json"), "first_click");
  EXPECT_EQ(kind_of("bench.json"), "posterior");
}

TEST_F(Figures, DataDrawsTheSameFigureAgain) {
  if (!is_installed("gnuplot")) GTEST_SKIP() << "gnuplot is not installed";
  run_well({"plot", "sweep.report.json", "-o", "figure.svg", "--data", "data"});
  ASSERT_EQ(run_shell("cd data && gnuplot --default-settings density.gp").status, 0);
  // Except for the titles, which gnuplot does not accept.
  const auto without_titles = [&](const std::string& file) {
    std::string svg = read(file);
    for (auto at = svg.find("<title>"); at != std::string::npos; at = svg.find("<title>", at))
      svg.erase(at, svg.find("</title>", at) + 8 - at);
    return svg;
  };
  EXPECT_TRUE(without_titles("data/density.svg") == without_titles("figure.svg"));
}

// The 3 x 3 board has three classes of cells: corners, edges, the middle.
TEST_F(Figures, FirstClicksAreMirroredBySymmetry) {
  run_well({"plot", "clicks.report.json", "--data", "data"});
  const auto report = read_json("clicks.report.json");
  std::map<int, double>
      rate_of_class;  // [cells of the border that it touches] of the first strategy, percent
  for (const auto& result : report.at("results").as_array()) {
    if (result.at("label") != "rules") continue;
    const auto& cell = result.at("first_click").at("cell").as_array();
    const auto touches = [](const bj::value& side) { return side.to_number<int>() != 1; };
    rate_of_class[touches(cell[0]) + touches(cell[1])] = 100 * result.at("win_rate").to_number<double>();
  }
  ASSERT_EQ(rate_of_class.size(), 3U);
  int cells = 0;
  for (const std::string& line : lines_of(read("data/first_click.dat"))) {
    if (line.starts_with('#') || cells == 9) continue;
    std::istringstream in(line);
    double x = 0, row = 0, col = 0, rate = 0;
    ASSERT_TRUE(in >> x >> row >> col >> rate) << line;
    EXPECT_NEAR(rate, rate_of_class[(row != 1) + (col != 1)], 1e-3) << line;
    ++cells;
  }
  EXPECT_EQ(cells, 9);
}

TEST_F(Figures, SaysWhatIsWrongInOneLine) {
  const std::pair<Words, std::string> refusals[] = {
      {{"plot", "sweep.report.json", "-o", "figure.jpg"},
       "figure.jpg: expected a name that ends in .svg, .pdf or .png"},
      {{"plot", "sweep.report.json"}, "plot: -o FIG.svg is missing"},
      {{"plot", "sweep.report.json", "-o", "x.svg", "--width", "84"}, "--width is \"84\"; expected a length"},
      {{"plot", "sweep.report.json", "-o", "x.svg", "--width", "84mm", "--columns", "9"},
       "--columns is 9; a width of 238pt has room for 1 to 3"},
      {{"plot", "sweep.report.json", "-o", "x.svg", "--font", "a'b"}, "--font is \"a'b\""},
      {{"plot", "sweep.report.json", "-o", "x.svg", "--kind", "scaling"},
       "it needs a file from sapper scale"},
      {{"plot", "sweep.report.json", "bench.json", "-o", "x.svg"},
       "bench.json: does not fit the figure --kind density, which needs a report"},
      {{"plot", "sweep.json", "-o", "x.svg"}, "sweep.json: is an experiment config"},
      {{"plot", "missing.json", "-o", "x.svg"}, "missing.json: cannot be read"},
      {{"plot", "sweep.report.json", "-o", "no/folder/x.svg"}, "there is no folder"},
  };
  for (const auto& [arguments, message] : refusals) expect_refused(arguments, message);
  ProgramRun without = command({"plot", "sweep.report.json", "-o", "x.svg"});
  without.environment = {{"PATH", "/nonexistent"}};
  const ProgramResult result = run_program(without);
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.err, "sapper: gnuplot is not installed; on Debian: apt-get install gnuplot-nox\n");
  EXPECT_FALSE(exists("x.svg"));
}

// Several figures go into several files, and only where their names are asked for.
TEST_F(Figures, OfSeveralPagesAreNumberedWhereTheNameSaysSo) {
  // More panels than a page holds.
  play("many", R"({"rows":[4,5,6,7,8,9,10,11,12,13,14,15,16],"cols":6,"density":[0.1,0.2]})", "[0,0]");
  const Words plot{"plot", "many.report.json", "--kind", "density", "--width",
                   "84mm", "--columns",        "1",      "-o"};
  const auto draw_to = [&](const std::string& name) {
    Words arguments = plot;
    arguments.push_back(name);
    return run(std::move(arguments));
  };
  const auto figures = [&] {
    std::vector<std::string> all = names();
    std::erase_if(all, [](const std::string& name) { return !name.starts_with('f'); });
    return std::set<std::string>(all.begin(), all.end());
  };
  for (const std::string name : {"f.svg", "f.pdf"}) {
    const ProgramResult refused = draw_to(name);
    EXPECT_EQ(refused.status, 2) << refused.out;
    EXPECT_THAT(refused.err, AllOf(StartsWith("sapper: " + name + ": there are "), HasSubstr(" figures ("),
                                   HasSubstr("f-%d" + name.substr(1))));
    EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
    EXPECT_THAT(figures(), IsEmpty());
  }
  if (!is_installed("gnuplot")) GTEST_SKIP() << "gnuplot is not installed";
  write("f2.svg", "mine");
  EXPECT_EQ(draw_to("f%d.svg").status, 2);
  EXPECT_THAT(figures(), ElementsAre("f2.svg")) << "the first one is not written either";
  const ProgramResult drawn = draw_to("f-%d.svg");
  ASSERT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_THAT(drawn.out, AllOf(HasSubstr(": f-1.svg\n"), HasSubstr(": f-2.svg\n")));
  EXPECT_THAT(figures(), testing::IsSupersetOf({"f-1.svg", "f-2.svg"}));
  EXPECT_FALSE(figures().contains("f-%d.svg"));
  // One figure has a number too where one is asked for.
  draw("sweep.report.json", "density", "f%d-%d.svg");
  EXPECT_TRUE(figures().contains("f1-%d.svg"));
}

// The label in text of a page.
constexpr const char* kLabelInHtml = "a&#39;b&quot;&lt;b&gt;&amp;`date`_{x}^2 @y %s";

void expect_self_contained(std::string page) {
  EXPECT_EQ(markup_error(page), "");
  // The text of the engine's module may hold anything.
  if (const auto module = page.find("id=\"module\">"); module != std::string::npos)
    page.erase(module, page.find("</script>", module) - module);
  EXPECT_THAT(page, StartsWith("<!DOCTYPE html>"));
  EXPECT_EQ(page.find("<b>"), std::string::npos) << "a label was read as markup";
  for (const char* const outside : {"src=", "href=\"http", "url(http", "@import"})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
}

TEST_F(Figures, ReportPageStandsAlone) {
  const ProgramResult result =
      run_well({"report", "sweep.report.json", "clicks.report.json", "-o", "page.html"});
  const std::string page = read("page.html");
  EXPECT_THAT(page, AllOf(HasSubstr("not adjusted for the number of comparisons"), HasSubstr("p (Holm)")));
  expect_self_contained(page);
  for (const char* const id :
       {"summary", "results", "figures", "comparisons", "calibration", "cost", "provenance"})
    EXPECT_NE(page.find("<section id=\"" + std::string(id) + '"'), std::string::npos) << id;
  EXPECT_NE(page.find(kLabelInHtml), std::string::npos);
  EXPECT_NE(page.find("sapper run sweep.json"), std::string::npos);
  EXPECT_NE(page.find("&quot;seed&quot;: 7"), std::string::npos) << "the config";
  EXPECT_EQ(page.find("<svg") != std::string::npos, is_installed("gnuplot"));

  ProgramRun without = command({"report", "sweep.report.json", "-o", "bare.html"});
  without.environment = {{"PATH", "/nonexistent"}};
  EXPECT_EQ(run_program(without).status, 0);
  const std::string bare = read("bare.html");
  expect_self_contained(bare);
  EXPECT_NE(bare.find("This figure is not drawn: gnuplot is not installed"), std::string::npos);
}

TEST_F(Figures, ReportPageSetsReportsSideBySide) {
  play("again", R"({"rows":5,"cols":6,"density":[0.1,0.15]})", "[0,0]");
  run_well({"report", "sweep.report.json", "again.report.json", "-o", "page.html"});
  const std::string page = read("page.html");
  const auto compared = bj::parse(run({"compare", "sweep.report.json", "again.report.json", "--json"}).out);
  const auto begin = page.find("id=\"side-by-side-table\"");
  ASSERT_NE(begin, std::string::npos);
  const std::string table = page.substr(begin, page.find("</table>", begin) - begin);
  const std::size_t rows = count_of(table, "<tr><td");
  EXPECT_EQ(rows, compared.at("comparisons").as_array().size());
  EXPECT_EQ(rows, 4U) << "two boards, two strategies";
}

TEST_F(Figures, ReplaysStepThroughAGame) {
  run_well({"run", "sweep.json", "--replay", "0:2", "-o", "replay.html"});
  expect_self_contained(read("replay.html"));

  const ProgramResult result =
      run_well({"run", "sweep.json", "--replay", "0:2", "--strategy", "random", "--json"});
  const auto replay = bj::parse(result.out);
  expect_valid(replay, "replay");
  const auto& digs = replay.at("players").at(0).at("digs").as_array();
  const ProgramResult text = run({"run", "sweep.json", "--replay", "0:2", "--strategy", "random"});
  std::size_t guesses = 0;
  for (const auto& dig : digs) {
    if (dig.at("why") != "guess") continue;
    ++guesses;
    std::string top_row(dig.at("position").at("cells").at(0).as_string());
    if (dig.at("cell").at(0) == 0) top_row[dig.at("cell").at(1).to_number<std::size_t>()] = '?';
    std::string row_text = "      0";
    for (const char sign : top_row) row_text += {' ', sign};
    EXPECT_THAT(text.out, HasSubstr(row_text + "\n")) << "the board before the guess";
    // The position can be analysed, and the analysis agrees with the replay.
    const ProgramResult analysis = run_well({"analyze", "-", "--json"}, bj::serialize(dig.at("position")));
    const bj::value answer = bj::parse(analysis.out);
    const bj::value& p_mine = answer.at("p_mine");
    const auto row = dig.at("cell").at(0).to_number<std::size_t>();
    const auto col = dig.at("cell").at(1).to_number<std::size_t>();
    EXPECT_NEAR(p_mine.at(row).at(col).to_number<double>(), dig.at("p_mine").to_number<double>(), 1e-8);
    EXPECT_NEAR(dig.at("risks").at(row).at(col).to_number<double>(), dig.at("p_mine").to_number<double>(),
                1e-8);
  }
  EXPECT_GT(guesses, 0U);
  EXPECT_EQ(run({"run", "sweep.json", "--replay", "0:2", "-o", "replay.txt"}).status, 2);
  EXPECT_EQ(run({"run", "sweep.json", "--json"}).status, 2);
}

TEST_F(Figures, PositionsAreDrawn) {
  for (const char* const topology : {"square", "hex"}) {
    write("position.txt", std::string("mines 2\ntopology ") + topology + "\n.1.1.\nF1.1.\n");
    run_well({"analyze", "position.txt", "-o", "board.svg", "--force"});
    const std::string svg = read("board.svg");
    EXPECT_EQ(markup_error(svg), "");
    EXPECT_NE(svg.find("fill=\"#0000FF\">1</text>"), std::string::npos) << "the classic colour of 1";
    EXPECT_NE(svg.find("min_risk"), std::string::npos);
    if (topology == std::string_view("square")) {
      EXPECT_NE(svg.find("(csp);"), std::string::npos) << "moves by why they are made";
      EXPECT_NE(svg.find("pinv (pinv)"), std::string::npos);
    }
    EXPECT_NE(svg.find(">component 1: "), std::string::npos);
    EXPECT_NE(svg.find("Cells are row,col from 0."), std::string::npos);
  }
  EXPECT_EQ(run({"analyze", "position.txt", "-o", "board.gif"}).status, 2);
  write("position.txt", "mines 2\n.101.\n.101.\n");
  run_well({"analyze", "position.txt", "-o", "board.svg", "--force"});
  const std::string svg = read("board.svg");
  EXPECT_NE(svg.find(">component 2: 2 cells constrained by 2 numbers<"), std::string::npos);
  EXPECT_NE(svg.find("<title>1,4: P(mine) 0.5, component 2</title>"), std::string::npos);
  std::set<std::string> outlines;
  for (auto at = svg.find("<path d=\"M"); at != std::string::npos; at = svg.find("<path d=\"M", at + 1))
    outlines.insert(svg.substr(svg.find("stroke=", at), svg.find("/>", at) - svg.find("stroke=", at)));
  EXPECT_EQ(outlines.size(), 2U) << "each component has its outline";
}

TEST_F(Figures, PagesWorkInABrowser) {
  if (!is_installed("chromium")) GTEST_SKIP() << "Chromium is not installed";
  run_well({"report", "sweep.report.json", "-o", "page.html"});
  run_well({"run", "sweep.json", "--replay", "0:2", "-o", "replay.html"});
  const std::string report = document_in_browser(folder_, "page.html");
  EXPECT_NE(report.find("<button type=\"button\">win rate</button>"), std::string::npos) << "columns sort";
  EXPECT_NE(report.find("Click a heading to sort."), std::string::npos);
  if (is_installed("gnuplot")) {
    EXPECT_NE(report.find("style=\"min-width: 336px;"), std::string::npos) << "type stays legible";
  }
  const std::string replay = document_in_browser(folder_, "replay.html#2");
  EXPECT_NE(replay.find("Dig 2 of "), std::string::npos);
  EXPECT_NE(replay.find("class=\"board"), std::string::npos);
}

}  // namespace
}  // namespace sapper::tests
