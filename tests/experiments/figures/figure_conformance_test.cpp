// What every kind of figure promises, for every row of figure_kinds(): it is drawn from the data that it says it needs, to a
// script that gnuplot takes, and where there are none it says so. From small reports of every kind of experiment, whose
// labels hold what scripts and markup must not read as their own.
#include "experiments/figures/figure_kinds.hpp"
#include "experiments/figures/image_format.hpp"
#include "experiments/figures/render.hpp"
#include "experiments/run/case_size.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/markup_check.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/sample_configs.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using namespace experiments::figures;
using experiments::InputError;

DataFile scaling_file() {
  DataFile file;
  file.kind = FileKind::scaling;
  file.name = "s.json";
  const auto add = [&](const char* label, double cells) {
    ScalingSeries series{
        label, false, {{1, {1, 1, 1}, {1, 1, 1}, cells}, {2, {1.9, 1.8, 2}, {0.95, 0.9, 1}}}};
    series.size = experiments::CaseSize{cells, "\"10\" mines"};
    file.scaling.push_back(series);
  };
  add("8 x 8, \"10\" mines", 64);
  add("16 x 16, \"10\" mines", 256);
  file.scaling.push_back({"all \"10\" mines", true, file.scaling.front().points});
  return file;
}

DataFile benchmark_file() {
  DataFile file;
  file.kind = FileKind::benchmark;
  file.name = "b.json";
  file.benchmarks = {{"by <size>", {{8, 1.5}, {16, 2.5}, {32, 11}}}};
  return file;
}

DataFile tuning_file() {
  DataFile file;
  file.kind = FileKind::tuning;
  file.name = "t.json";
  file.tuning = {{"a \"player\"", "x", 0, 1, {{0, 0.5}, {400, 0.25}, {800, 0.5}}},
                 {"b", "x", 0, 1, {{0, 1}, {400, 0.75}}}};
  return file;
}

// Of every kind of file that figures are drawn from, by name.
const std::map<std::string, DataFile>& data_files_here() {
  static const std::map<std::string, DataFile> files = [] {
    std::map<std::string, DataFile> made{
        {"scaling", scaling_file()}, {"benchmark", benchmark_file()}, {"tuning", tuning_file()}};
    for (const SampleConfig& sample : kSampleConfigs)
      made.emplace(sample.name,
                   played_report("\"name\": \"" + std::string(sample.name) + "\", \"game\": \"" +
                                 std::string(sample.kind) + "\", " + std::string(sample.members)));
    return made;
  }();
  return files;
}

// Text in quotes ends in the line where it begins, and braces are closed.
void expect_whole_quotes(const std::string& script) {
  std::istringstream in(script);
  for (std::string line; std::getline(in, line);) {
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (quote == 0 && line[i] == '#') break;
      if (line[i] == '\\' && quote == '"')
        ++i;
      else if (quote == 0 && (line[i] == '"' || line[i] == '\''))
        quote = line[i];
      else if (line[i] == quote)
        quote = 0;
    }
    EXPECT_EQ(quote, 0) << line;
  }
}

// Numbers, then a quoted name or a comment.
void expect_table(const std::string& table) {
  std::istringstream in(table);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream columns(line);
    for (std::string word; columns >> word;) {
      if (word[0] == '"' || word[0] == '#') break;
      char* end = nullptr;
      std::strtod(word.c_str(), &end);
      EXPECT_EQ(*end, '\0') << word << " in " << line;
      EXPECT_EQ(word.find("inf"), std::string::npos) << line;
    }
  }
  expect_whole_quotes(table);
}

bool holds_data(const Figure& figure) {
  return std::ranges::any_of(figure.panels, [](const Panel& panel) {
    return std::ranges::any_of(panel.series, [](const Series& series) { return !series.points.empty(); });
  });
}

void expect_drawn(const FigureKind& kind) {
  EXPECT_FALSE(kind.description.empty());
  EXPECT_FALSE(kind.needs.empty());
  EXPECT_EQ(std::ranges::count(figure_kinds(), kind.name, &FigureKind::name), 1);
  bool is_drawn = false, is_rendered = false;
  for (const auto& [name, file] : data_files_here()) {
    SCOPED_TRACE(name);
    const std::span files(&file, 1);
    Figure figure;
    try {
      figure = make_figures(kind, files).at(0);
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(std::string(kind.needs)));
      continue;
    }
    is_drawn = true;
    EXPECT_EQ(file.kind, kind.file_kind) << "the row's kind of file";
    EXPECT_TRUE(holds_data(figure));
    EXPECT_EQ(figure.name, kind.name);
    EXPECT_FALSE(figure.caption.empty());
    const DataFiles drawn = data_files(figure, ImageFormat::svg);
    EXPECT_THAT(drawn.script, HasSubstr(std::string(kind.name) + ".dat"));
    expect_whole_quotes(drawn.script);
    expect_table(drawn.table);
    if (is_rendered) continue;
    try {
      const std::string svg = render(figure, ImageFormat::svg);
      EXPECT_EQ(markup_error(svg), "");
      EXPECT_THAT(svg, HasSubstr("<svg"));
      const InlineFigure inlined = render_inline(figure, "p-");
      EXPECT_EQ(markup_error(inlined.svg), "");
      EXPECT_GT(inlined.width_px, 0);
      EXPECT_GT(inlined.height_px, 0);
      is_rendered = true;
    } catch (const GnuplotMissing&) {
      continue;  // the script is all that can be looked at
    }
  }
  EXPECT_TRUE(is_drawn) << "no sample has what it needs: " << kind.needs
                        << " (tests/support/sample_configs.hpp)";
}

// In one test, since playing the samples takes longer than drawing them.
TEST(FigureConformance, EveryKindIsDrawnFromItsDataAndElseSaysWhatItNeeds) {
  for (const FigureKind& kind : figure_kinds()) {
    SCOPED_TRACE(kind.name);
    expect_drawn(kind);
  }
}

// A page shows what can be drawn of its reports, and nothing throws.
TEST(FiguresOfAPage, AreThoseThatCanBeDrawn) {
  for (const auto& [name, file] : data_files_here()) {
    SCOPED_TRACE(name);
    if (file.kind != FileKind::report) continue;
    const std::span files(&file, 1);
    std::set<std::string> drawn;
    for (const Figure& figure : figures_of(files)) drawn.insert(figure.name);
    for (const FigureKind& kind : figure_kinds()) {
      const bool can_be_drawn = message_of<InputError>([&] { (void)make_figures(kind, files); }).empty();
      if (!can_be_drawn) {
        EXPECT_FALSE(drawn.contains(std::string(kind.name))) << kind.name;
      } else if (kind.is_of_interest == nullptr) {
        EXPECT_TRUE(drawn.contains(std::string(kind.name))) << kind.name;
      }
    }
    if (!drawn.empty()) {
      EXPECT_NO_THROW((void)make_figures(usual_kind(files), files));
    }
  }
}

}  // namespace
}  // namespace sapper::tests
