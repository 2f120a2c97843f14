// `sapper table REPORT...`: win rates as a table for a paper.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/report_input.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/pages/paper_table.hpp"
#include "experiments/support/output_file.hpp"

namespace sapper::experiments {
namespace {

struct TableOptions {
  std::vector<std::string> files;
  pages::PaperTable table{.rows = {},
                          .columns = {},
                          .format = pages::TableFormat::markdown,
                          .intervals = pages::TableIntervals::full};
  std::optional<std::string> rows, columns, strategies;
  std::filesystem::path output = "-";
  bool force = false;
};

int table(const TableOptions& options) {
  CommandOutput output(options.output, InputFiles(options.files), overwrite_policy(options.force));
  std::vector<figures::DataFile> files = open_results(options.files);
  figures::select(files, {.strategies = names_of(options.strategies), .cases = {}, .baseline = {}});
  pages::PaperTable table = options.table;
  table.rows = names_of(options.rows);
  table.columns = names_of(options.columns);
  const pages::WrittenTable written = write_table(table, pages::PageReports(files));
  output.write(written.text);
  output.commit();
  if (!written.note.empty()) print_error("table: " + written.note);
  return 0;
}

void add_table_options(CommandSyntax& syntax, TableOptions& options) {
  using enum pages::TableFormat;
  syntax.arguments("REPORT", "reports of sapper run", more_files(options.files), 1, kMostReports);
  syntax.option("--format", "FORMAT", "how to write it",
                choice(options.table.format,
                       Choices<pages::TableFormat>{{"markdown", markdown}, {"latex", latex}, {"csv", csv}}));
  syntax.option("--rows", "NAMES", "what varies along the rows, as rows,strategy", text(options.rows),
                "what tells the results apart");
  syntax.option("--columns", "NAMES", "what varies along the columns, as density", text(options.columns),
                "strategy; of one strategy, density");
  syntax.option("--strategies", "A,B", "only these strategies, by their labels", text(options.strategies));
  syntax.option(
      "--intervals", "HOW", "of the win rates: short is 98.7 ± 0.3, half the interval's width",
      choice(options.table.intervals, Choices<pages::TableIntervals>{{"long", pages::TableIntervals::full},
                                                                     {"short", pages::TableIntervals::brief},
                                                                     {"none", pages::TableIntervals::none}}));
  syntax.option("-o, --output", "FILE", "where to write it; - is standard output", path(options.output), "-");
  add_force(syntax, options.force);
}

}  // namespace

Command table_command() {
  return {
      .name = "table",
      .summary = "write win rates as a table for a paper: LaTeX, Markdown, CSV",
      .details =
          "Rows and columns are named by what varies in the reports: case (all of a board's properties "
          "together), strategy, report, and the properties by their names in --csv, such as rows, density, "
          "topology or first_click. Several names nest. Win rates are in percent with 95 % intervals; bold "
          "are "
          "those that no other strategy of the case beats beyond chance (on the same games, p adjusted by "
          "Holm's correction for all pairs). LaTeX needs the package booktabs; tables wider than a page are "
          "turned (package rotating) or have their columns in several parts.",
      .examples = {"sapper table classic.report.json",
                   "sapper table densities.report.json --columns density --format latex"},
      .declare = declared(add_table_options, table)};
}

}  // namespace sapper::experiments
