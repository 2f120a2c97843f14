// `sapper methods REPORT`: a paragraph of methods for a paper.
#include "experiments/pages/methods.hpp"

#include <filesystem>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/report_input.hpp"

namespace sapper::experiments {
namespace {

struct MethodsOptions {
  std::filesystem::path report;
  pages::MethodsFormat format = pages::MethodsFormat::text;
};

int methods(const MethodsOptions& options) {
  print(pages::methods_of(figures::data_of(open_report(options.report)), output_width(), options.format));
  return 0;
}

void add_methods_options(CommandSyntax& syntax, MethodsOptions& options) {
  syntax.argument("REPORT", "a report of sapper run", path(options.report));
  syntax.option(
      "--format", "FORMAT", "how to write it",
      choice(options.format, Choices<pages::MethodsFormat>{{"text", pages::MethodsFormat::text},
                                                           {"latex", pages::MethodsFormat::latex}}));
}

}  // namespace

Command methods_command() {
  return {
      .name = "methods",
      .summary = "write a paragraph of methods for a paper",
      .details =
          "What was played and how often, what the intervals are, by which version, and how to cite it: "
          "all from the report. In LaTeX the citation is a comment, to be moved to the .bib file.",
      .examples = {"sapper methods classic.report.json", "sapper methods classic.report.json --format latex"},
      .declare = declared(add_methods_options, methods)};
}

}  // namespace sapper::experiments
