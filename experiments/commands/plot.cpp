// `sapper plot REPORT... -o FIG.svg`: draws a figure of reports with gnuplot.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/report_input.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/figures/figure_kinds.hpp"
#include "experiments/figures/figure_layout.hpp"
#include "experiments/figures/image_format.hpp"
#include "experiments/figures/render.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 100;
constexpr std::size_t kMaxFigures = 100;

struct PlotOptions {
  std::vector<std::string> files;
  std::optional<fs::path> output;  // -o
  std::optional<const figures::FigureKind*> kind;
  std::optional<fs::path> data;  // --data
  std::optional<std::string> strategies, cases, baseline, width, font;
  std::optional<std::string> axis, curves, panels, level;
  std::optional<std::uint64_t> columns;
  bool force = false;
};

void refuse_one_file_for_several(const fs::path& output, const std::vector<figures::Figure>& drawn) {
  if (drawn.size() == 1 || has_number_sign(output)) return;
  constexpr std::size_t kNamed = 3;
  std::string names;
  for (std::size_t i = 0; i < std::min(drawn.size(), kNamed); ++i)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", drawn[i].caption);
  throw InputError::in_file(output.string(),
                            fmt::format("there are {} figures ({}{}); expected a name with %d for their "
                                        "numbers, such as {}, or fewer cases (--cases)",
                                        drawn.size(), names, drawn.size() > kNamed ? ", ..." : "",
                                        shell_quoted_file(with_number_sign(output).string())));
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder))
    throw InputError::in_file(folder.string(),
                              "is not a folder and cannot be created; --data expects a folder");
}

// The files of one figure, all of which can be written before the first one is.
struct FigureFiles {
  fs::path name;
  std::unique_ptr<OutputFile> drawing, script, table;
};

FigureFiles open_files(const PlotOptions& options, const figures::Figure& figure, std::size_t number) {
  const auto open = [&](const fs::path& name) {
    return std::make_unique<OutputFile>(name, InputFiles(options.files), overwrite_policy(options.force));
  };
  FigureFiles files;
  if (options.output) files.drawing = open(files.name = numbered_file(*options.output, number));
  if (!options.data) return files;
  files.script = open(*options.data / (figure.name + ".gp"));
  files.table = open(*options.data / (figure.name + ".dat"));
  return files;
}

void write(const figures::Figure& figure, figures::ImageFormat format, FigureFiles& files) {
  if (files.script) {
    const figures::DataFiles data = figures::data_files(figure, format);
    files.script->write_whole(data.script);
    files.table->write_whole(data.table);
  }
  if (!files.drawing) return;
  files.drawing->write_whole(figures::render(figure, format));
  std::string_view caption = figure.caption;
  if (caption.ends_with('.')) caption.remove_suffix(1);  // what follows belongs to its last sentence
  print(fmt::format("{} ({}): {}\n", caption, figure.name, printable_file(files.name)));
}

figures::Selection selection_of(const PlotOptions& options) {
  figures::Selection selection;
  selection.strategies = names_of(options.strategies);
  if (options.cases) selection.cases = read_cases(*options.cases);
  selection.baseline = options.baseline.value_or("");
  return selection;
}

figures::FigureRequest request_of(const PlotOptions& options) {
  figures::FigureRequest request;
  for (const auto& [text, names] :
       {std::pair(&options.curves, &request.curves), std::pair(&options.panels, &request.panels)})
    if (*text)
      for (const std::string_view name : split(**text, ",")) names->emplace_back(name);
  request.axis = options.axis.value_or("");
  request.level = level_of(options.level);
  return request;
}

figures::Layout layout_of(const PlotOptions& options) {
  figures::Layout layout;
  if (options.width) layout.width_pt = figures::read_width(*options.width);
  if (options.columns) layout.columns = *options.columns;
  if (options.font) layout.font = *options.font;
  figures::check(layout);
  return layout;
}

int plot(const PlotOptions& options) {
  if (!options.data) needed_output(options.output, "plot: -o FIG.svg is missing: the figure to write");
  const figures::ImageFormat format =
      options.output ? figures::format_of(*options.output) : figures::ImageFormat::svg;
  const figures::Layout layout = layout_of(options);
  std::vector<figures::DataFile> files = open_data(options.files);
  figures::select(files, selection_of(options));
  const figures::FigureRequest request = request_of(options);
  const std::vector<figures::Figure> drawn = figures::make_figures(
      options.kind ? **options.kind : figures::usual_kind(files, request), files, layout, request);
  if (drawn.size() > kMaxFigures)
    throw InputError(
        fmt::format("plot: this would be {} figures; choose cases with --cases, as 0-99", drawn.size()));
  if (options.output) refuse_one_file_for_several(*options.output, drawn);
  if (options.data) make_folder(*options.data);
  std::vector<FigureFiles> files_of;
  files_of.reserve(drawn.size());
  for (const figures::Figure& figure : drawn)
    files_of.push_back(open_files(options, figure, files_of.size() + 1));
  for (std::size_t i = 0; i < drawn.size(); ++i) write(drawn[i], format, files_of[i]);
  return 0;
}

void add_plot_options(CommandSyntax& syntax, PlotOptions& options) {
  Choices<const figures::FigureKind*> kinds;
  for (const figures::FigureKind& kind : figures::figure_kinds()) kinds.emplace_back(kind.name, &kind);
  syntax.option("-o, --output", "FIG",
                "the figure, .svg, .pdf or .png; of several figures, one file each: FIG-%d.svg",
                path(options.output));
  add_force(syntax, options.force);
  syntax.option("--kind", "KIND", "the kind of figure", choice(options.kind, kinds),
                "depends on the reports");
  syntax.option("--strategies", "A,B", "only these strategies, by their labels", text(options.strategies));
  add_cases(syntax, options.cases);
  syntax.option("--baseline", "LABEL", "the strategy that --kind difference compares with",
                text(options.baseline), "the one that wins most");
  syntax.option("--axis", "NAME", "what varies along the axis of win rates, as rows", text(options.axis),
                "the density");
  syntax.option("--curves", "NAMES", "what varies between their curves, as topology", text(options.curves),
                "strategy");
  syntax.option("--panels", "NAMES", "what varies between their panels, as strategy or rows,first_click",
                text(options.panels), "what else varies");
  add_level(syntax, options.level);
  syntax.option(
      "--width", "LENGTH", "the width, as 252pt, 84mm, 3.5in, textwidth (504pt) or columnwidth (252pt)",
      text(options.width), "a column of a two-column paper, or its text width where the figure needs it");
  syntax.option("--columns", "N", "panels next to each other", whole_number(options.columns, 1, 20),
                "depends on the figure");
  syntax.option("--font", "NAME", "the font family, as Times or DejaVu Sans", text(options.font),
                "Helvetica");
  syntax.option("--data", "DIR", "write gnuplot's script and data table to this folder", path(options.data));
  syntax.arguments("REPORT", "reports, or a file from sapper scale or the benchmarks",
                   more_files(options.files), 1, kMostFiles);
}

std::string details() {
  std::string text =
      "Draws with gnuplot (Debian: gnuplot-nox), sized for a two-column paper. Without --kind, the kind "
      "depends on the reports:\n\n";
  for (const figures::FigureKind& kind : figures::figure_kinds())
    text += fmt::format("  {:<12} {}\n", kind.name, kind.description);
  text.pop_back();
  return text;
}

}  // namespace

Command plot_command() {
  return {.name = "plot",
          .summary = "draw a figure of reports",
          .details = details(),
          .examples = {"sapper plot classic.report.json -o classic.svg",
                       "sapper plot densities.report.json -o densities.pdf --data figures",
                       "sapper plot densities.report.json -o narrow.pdf --width 84mm --columns 2",
                       "sapper plot densities.report.json -o sizes.svg --curves rows --panels strategy",
                       "sapper plot a.report.json -o gain.svg --kind difference --baseline csp"},
          .declare = declared(add_plot_options, plot)};
}

}  // namespace sapper::experiments
