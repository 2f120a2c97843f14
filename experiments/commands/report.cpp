// `sapper report REPORT... -o PAGE.html`: writes reports as one self-contained page.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/report_input.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/pages/played_games.hpp"
#include "experiments/pages/report_page.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  std::vector<std::string> files;
  std::optional<fs::path> output;  // -o
  std::optional<std::string> baseline;
  bool is_without_engine = false;
  bool force = false;
};

int report(const ReportOptions& options) {
  constexpr std::array<std::string_view, 2> kEndings{".html", ".htm"};
  const fs::path& output =
      needed_output(options.output, "report: -o PAGE.html is missing: the page to write", kEndings);
  OutputFile file(output, InputFiles(options.files), overwrite_policy(options.force));
  std::vector<figures::DataFile> files = open_results(options.files);
  figures::select(files, {.strategies = {}, .cases = {}, .baseline = options.baseline.value_or("")});
  file.write_whole(pages::report_page(
      files, options.is_without_engine ? pages::PageEngine::left_out : pages::PageEngine::embedded));
  print(fmt::format("{}: {}\n", count_text(files.size(), "report"), printable_file(output)));
  if (!options.is_without_engine && pages::lacks_engine(files))
    print("without the engine that plays its games: ./dev page builds it\n");
  return 0;
}

void add_report_options(CommandSyntax& syntax, ReportOptions& options) {
  syntax.option("-o, --output", "PAGE", "the page, .html", path(options.output));
  syntax.option("--baseline", "LABEL", "the strategy that differences are taken from", text(options.baseline),
                "the one that wins most");
  syntax.flag("--without-engine", "leave out what plays games on the page (0.6 MB)",
              options.is_without_engine);
  add_force(syntax, options.force);
  syntax.arguments("REPORT", "reports of sapper run; several are shown side by side",
                   more_files(options.files), 1, kMostReports);
}

}  // namespace

Command report_command() {
  return {
      .name = "report",
      .summary = "make an HTML page of reports: the answer first, then tables",
      .details =
          "One self-contained HTML file: the figure of what varies (if gnuplot is installed), the best "
          "strategy of each case, differences, where half the games are won, warnings, odd cases; of one "
          "board a lost game; then tables that sort, filter and export, and how to run it again. Any game is "
          "opened by case and number, played again on the page, where ./dev page has made the engine for it.",
      .examples = {"sapper report classic.report.json -o classic.html",
                   "sapper report before.report.json after.report.json -o both.html"},
      .declare = declared(add_report_options, report)};
}

}  // namespace sapper::experiments
