// `sapper page -o FILE.html`: writes the page that analyses, plays and reviews in the browser (experiments/browser).
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/report_input.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/pages/played_games.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

struct PageOptions {
  std::optional<fs::path> output;  // -o
  bool force = false;
};

int write_page(const PageOptions& options) {
  constexpr std::array<std::string_view, 1> kEndings{".html"};
  const fs::path& output =
      needed_output(options.output, "page: -o FILE.html is missing: the page to write", kEndings);
  const std::optional<fs::path> page = pages::find_browser_page();
  if (!page) throw RunError("the page is not part of this build; ./dev page makes it, in the sources");
  InputFiles inputs;
  inputs.add(*page);
  OutputFile file(output, inputs, overwrite_policy(options.force));
  file.write_whole(sim::read_input(*page).content);
  print(printable_file(output) + ": open it in a browser\n");
  return 0;
}

void add_page_options(CommandSyntax& syntax, PageOptions& options) {
  syntax.option("-o, --output", "PAGE", "the page, .html", path(options.output));
  add_force(syntax, options.force);
}

}  // namespace

Command page_command() {
  return {.name = "page",
          .summary = "write the page that analyses, plays and reviews in a browser",
          .details =
              "One self-contained HTML file that runs sapper's own code in the browser, without a network: "
              "exact analysis of positions, play with hints, review of replays, any game of a report.",
          .examples = {"sapper page -o sapper.html"},
          .declare = declared(add_page_options, write_page)};
}

}  // namespace sapper::experiments
