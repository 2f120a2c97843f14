#include "experiments/pages/played_games.hpp"

#include <fmt/format.h>

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <string_view>
#include <system_error>

#include "experiments/pages/page.hpp"
#include "experiments/support/files.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments::pages {
namespace {

namespace fs = std::filesystem;

// What the page of the browser marks as its engine; empty if it was made by another version.
std::string engine_of(const fs::path& browser_page) {
  constexpr std::string_view kBegin = "<!-- engine -->\n", kEnd = "<!-- end of engine -->";
  const std::string page = sim::read_input(browser_page).content;
  const std::size_t begin = page.find(kBegin);
  const std::size_t end = page.find(kEnd, begin == std::string::npos ? 0 : begin);
  return begin == std::string::npos || end == std::string::npos
             ? std::string()
             : page.substr(begin + kBegin.size(), end - begin - kBegin.size());
}

}  // namespace

std::optional<fs::path> find_browser_page() {
  const fs::path data = data_folder();
  std::error_code failed;
  for (const fs::path& page : std::array{data / "sapper.html", data.parent_path() / "build/page/sapper.html"})
    if (fs::is_regular_file(page, failed)) return page;
  return std::nullopt;
}

std::string played_games(std::span<const figures::DataFile> files, Engine engine) {
  boost::json::array configs;
  std::string first;  // the name of the first config's file
  for (const figures::DataFile& file : files) {
    if (!file.report->experiment->has_records()) continue;
    configs.push_back(file.report->experiment->config());
    if (first.empty()) first = file.report_name() + ".json";
  }
  if (configs.empty()) return {};
  std::string section = fmt::format(
      "<p class=\"note\">Every game is played again from its number: <code>sapper run {} --replay 0:17 -o "
      "game.html</code> makes a page of game 17 of case 0.</p>\n",
      escaped(shell_quoted(first)));
  const std::optional<fs::path> page = engine == Engine::embedded ? find_browser_page() : std::nullopt;
  const std::string embedded = page ? engine_of(*page) : std::string();
  if (embedded.empty()) return section;
  return section +
         fmt::format(
             "<div id=\"played\" class=\"on-screen\"></div>\n<script type=\"application/json\" "
             "id=\"configs\">{}</script>\n",
             embedded_json(boost::json::serialize(configs))) +
         embedded;
}

}  // namespace sapper::experiments::pages
