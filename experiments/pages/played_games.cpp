#include "experiments/pages/played_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <string_view>
#include <system_error>

#include "experiments/pages/page.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/support/data_folder.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments::pages {
namespace {

namespace fs = std::filesystem;

// What follows the line `<!-- engine VERSION COMMIT -->` of the browser's page. A note precedes it if it was built from
// another commit; it is empty if another version made it.
std::string engine_of(const fs::path& browser_page) {
  constexpr std::string_view kEndOfLine = " -->\n";
  const std::string page = sim::read_input(browser_page).content;
  const std::string begin = fmt::format("<!-- engine {} ", version());
  const std::size_t at = page.find(begin);
  if (at == std::string::npos) return {};
  const std::size_t line_end = page.find(kEndOfLine, at), end = page.find("<!-- end of engine -->", at);
  if (line_end == std::string::npos || end == std::string::npos || end < line_end) return {};
  const std::size_t first = line_end + kEndOfLine.size();
  const std::string built_from = page.substr(at + begin.size(), line_end - at - begin.size());
  std::string engine = page.substr(first, end - first);
  const std::string own = commit().empty() ? std::string("unknown") : std::string(commit());
  if (built_from == own) return engine;
  return fmt::format(
      "<p class=\"note on-screen\">The engine on this page was built from commit {}, the program from commit "
      "{}.</p>\n{}",
      escaped(built_from), escaped(own), engine);
}

// How a game is replayed without the page; empty if no report has games that can be.
std::string replay_note(std::span<const figures::DataFile> files) {
  const auto is_shown = [](const figures::DataFile& file) {
    return file.report->experiment->parts().has_records &&
           missing_player_of(*file.report->experiment).empty();
  };
  const auto file = std::ranges::find_if(files, is_shown);
  if (file == files.end()) return {};
  return fmt::format(
      "<p class=\"note\">Every game is played again from its number: <code>sapper run {}{} --replay 0:17 -o "
      "game.html</code> makes a page of game 17 of case 0.</p>\n",
      escaped(shell_quoted(file->report_name() + ".json")),
      commands_of(*file->report->experiment).empty() ? "" : " --allow-commands");
}

}  // namespace

std::optional<fs::path> find_browser_page() {
  const fs::path data = data_folder();
  std::error_code failed;
  for (const fs::path& page : std::array{data / "sapper.html", data.parent_path() / "build/page/sapper.html"})
    if (fs::is_regular_file(page, failed)) return page;
  return std::nullopt;
}

bool lacks_engine(std::span<const figures::DataFile> files) {
  if (std::ranges::none_of(files,
                           [](const auto& file) { return file.report->experiment->parts().has_records; }))
    return false;
  const std::optional<fs::path> page = find_browser_page();
  return !page || engine_of(*page).empty();
}

std::string played_games(std::span<const figures::DataFile> files, PageEngine engine) {
  boost::json::array configs;
  for (const figures::DataFile& file : files) {
    if (file.report->experiment->parts().has_records) configs.push_back(file.report->experiment->config());
  }
  if (configs.empty()) return {};
  std::string note = replay_note(files);
  const std::optional<fs::path> page = engine == PageEngine::embedded ? find_browser_page() : std::nullopt;
  const std::string embedded = page ? engine_of(*page) : std::string();
  if (embedded.empty()) return note;
  return note +
         fmt::format(
             "<div id=\"played\" class=\"on-screen\"></div>\n<script type=\"application/json\" "
             "id=\"configs\">{}</script>\n",
             embedded_json(boost::json::serialize(configs))) +
         embedded;
}

}  // namespace sapper::experiments::pages
