// `sapper plot REPORT... -o FIG.svg`: a figure of reports, by gnuplot.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/figures/figure_kinds.hpp"
#include "experiments/figures/render.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 100;

struct PlotOptions {
  std::vector<std::string> files;
  std::optional<fs::path> output;  // -o
  std::optional<const figures::FigureKind*> kind;
  std::optional<fs::path> data;  // --data
};

void write_file(const fs::path& path, std::string_view content) {
  AtomicFile file(resolve_output(path));
  file.write(content);
  file.commit();
}

void write_data(const fs::path& folder, const figures::Figure& figure, figures::Format format) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder))
    throw InputError::in_file(folder.string(), "is no folder, and cannot be made; --data expects a folder");
  const figures::DataFiles files = figures::data_files(figure, format);
  write_file(folder / (figure.name + ".gp"), files.script);
  write_file(folder / (figure.name + ".dat"), files.table);
}

int plot(const PlotOptions& options) {
  if (!options.output && !options.data)
    throw InputError("plot: -o FIG.svg is missing: where the figure goes");
  const figures::Format format = options.output ? figures::format_of(*options.output) : figures::Format::svg;
  std::vector<figures::DataFile> files;
  for (const std::string& file : options.files) files.push_back(figures::read_data(file));
  const figures::Figure figure =
      figures::make_figure(options.kind ? **options.kind : figures::usual_kind(files), files);
  if (options.data) write_data(*options.data, figure, format);
  if (options.output) {
    const fs::path output = check_output(*options.output);
    for (const std::string& file : options.files) {
      std::error_code ignored;
      if (fs::equivalent(output, file, ignored))
        throw InputError::in_file(output.string(), "is a report; the figure needs another file");
    }
    write_file(output, figures::render(figure, format));
    print(fmt::format("{} ({}): {}\n", figure.caption, figure.name,
                      printable(options.output->string(), sim::kLongestPath)));
  }
  return 0;
}

Action declare_plot(Syntax& syntax) {
  const auto options = std::make_shared<PlotOptions>();
  Choices<const figures::FigureKind*> kinds;
  for (const figures::FigureKind& kind : figures::figure_kinds()) kinds.emplace_back(kind.name, &kind);
  Value files = more_texts(options->files);
  files.is_file = true;
  syntax.option("-o, --output", "FIG", "the figure, .svg, .pdf or .png", path(options->output));
  syntax.option("--kind", "KIND", "what it shows", choice(options->kind, kinds), "by the reports");
  syntax.option("--data", "DIR", "write gnuplot's script and table there", path(options->data));
  syntax.arguments("REPORT", "reports, or a file of sapper scale or of the benchmarks", std::move(files), 1,
                   kMostFiles);
  return [options] { return plot(*options); };
}

std::string details() {
  std::string text =
      "Draws with gnuplot (Debian: gnuplot-nox), in the size and type of a two-column paper. Without "
      "--kind the kind follows from the reports:\n\n";
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
                       "sapper plot densities.report.json -o densities.pdf --data figures"},
          .declare = declare_plot};
}

}  // namespace sapper::experiments
