#include "experiments/pages/replay_page.hpp"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "experiments/pages/page.hpp"
#include "experiments/pages/replay_script.hpp"
#include "experiments/support/board_colours.hpp"
#include "experiments/support/markup.hpp"

namespace sapper::experiments::pages {
namespace {

namespace bj = boost::json;

constexpr std::string_view kControls = R"(<div class="controls scripted">
<label>Player <select id="player"></select></label>
<label>next to <select id="other"></select></label>
<label><input type="checkbox" id="risks" checked="checked"/> risks</label>
</div>
<div class="stays scripted">
<div class="controls scripted">
<button type="button" id="first">first</button>
<button type="button" id="back">back</button>
<button type="button" id="forward">forward</button>
<button type="button" id="last">last</button>
<button type="button" id="previous-guess">previous guess</button>
<button type="button" id="next-guess">next guess</button>
<button type="button" id="play" aria-pressed="false">play</button>
<label>seconds per dig <select id="pace"><option>0.2</option><option>0.5</option><option selected="selected">1</option><option>3</option></select></label>
</div>
<label class="slider scripted">Dig <input type="range" id="slider" min="1" step="1"/> <output id="place" for="slider"></output></label>
</div>
<div id="boards" class="boards"></div>
<p class="note scripted on-screen">Keys: left and right step, Home and End jump, g and G go to the next and the previous guess, p plays. The address says what is shown: #20 is the board before dig 20, #20-2 that of the second player, #20-1-2 those of the first and the second side by side. Numbers in dashed frames prove that the cell is safe. A saved position can be read by sapper analyze.</p>
)";

// The colours of the script: those of pictures of positions.
std::string palette_script() {
  bj::array stops;
  for (const auto& stop : board_colours::kRiskStops) stops.push_back(bj::array(stop.begin(), stop.end()));
  const bj::object palette{
      {"shown", board_colours::kShown},
      {"hidden", board_colours::kHidden},
      {"safe", board_colours::kSafe},
      {"safeSign", board_colours::kSafeSign},
      {"mine", board_colours::kMine},
      {"mineSign", board_colours::kMineSign},
      {"numbers", bj::array(board_colours::kNumbers.begin(), board_colours::kNumbers.end())},
      {"stops", std::move(stops)},
      {"whiteAbove", board_colours::kWhiteTextAbove},
      {"label", "#444444"}};
  return "'use strict';\nconst palette = " + bj::serialize(palette) + ";\n";
}

std::string text_of(const bj::value& value) {
  if (value.is_string()) return std::string(value.get_string());
  if (value.is_double()) return fmt::format("{:.6g}", value.get_double());
  return bj::serialize(value);
}

std::string cell_text(const bj::value& cell) {
  return fmt::format("{},{}", text_of(cell.at(0)), text_of(cell.at(1)));
}

// The candidates of a guess as text; empty if the strategy names none.
std::string candidates_of(const bj::object& dig) {
  const bj::value* const candidates = dig.if_contains("candidates");
  if (!candidates) return {};
  std::string text;
  for (const bj::value& value : candidates->as_array()) {
    const bj::object& candidate = value.as_object();
    const bj::value* const error = candidate.if_contains("standard_error");
    text += fmt::format("{}{}: {:.4f}, {:.4f}{}", text.empty() ? "" : "; ", cell_text(candidate.at("cell")),
                        candidate.at("p_mine").to_number<double>(), candidate.at("value").to_number<double>(),
                        error ? fmt::format(" ± {:.4f}", error->to_number<double>()) : std::string());
  }
  return "Candidates (cell: P(mine), value ± standard error): " + text;
}

// player_number: from 1. Each dig is a link to the board before it. The candidates of a guess are a row of their own
// on paper and without JavaScript, which shows them next to the board.
std::string table_of(const bj::object& player, std::size_t player_number) {
  std::string table = fmt::format(
      "<h3>{}: {}</h3>\n<div class=\"scroll\"><table "
      "class=\"digs\">\n<thead><tr><th>dig</th><th>cell</th><th "
      "class=\"text\">why</th>"
      "<th>P(mine)</th><th>opens</th><th class=\"text\">reason</th></tr></thead>\n<tbody>\n",
      escaped(text_of(player.at("strategy"))), escaped(text_of(player.at("end"))));
  std::size_t number = 0;
  for (const bj::value& dig : player.at("digs").as_array()) {
    const bj::object& object = dig.as_object();
    const bj::value* const reason = object.if_contains("reason");
    ++number;
    table += fmt::format(
        "<tr id=\"dig-{0}-{1}\"><td><a href=\"#{1}-{0}\">{1}</a></td><td>{2}</td><td "
        "class=\"text\">{3}</td><td>{4}</td><td>{5}</td><td class=\"text\">{6}</td></tr>\n",
        player_number, number, cell_text(object.at("cell")), escaped(text_of(object.at("why"))),
        object.at("p_mine").is_null() ? "" : text_of(object.at("p_mine")),
        object.at("opened") == 0 ? "mine" : text_of(object.at("opened")),
        reason ? escaped(text_of(*reason)) : "");
    if (const std::string candidates = candidates_of(object); !candidates.empty())
      table +=
          fmt::format("<tr class=\"unscripted\"><td></td><td colspan=\"5\" class=\"text\">{}</td></tr>\n",
                      escaped(candidates));
  }
  return table + "</tbody>\n</table></div>\n";
}

}  // namespace

std::string replay_page(const bj::object& replay) {
  const std::string title = fmt::format("{}: game {} of case {}, {}; seed {}", text_of(replay.at("name")),
                                        text_of(replay.at("game")), text_of(replay.at("case")),
                                        text_of(replay.at("case_name")), text_of(replay.at("seed")));
  std::string body =
      fmt::format("<h1>{}</h1>\n<p class=\"note\">Cells are row,col from 0.</p>\n", escaped(title));
  body += kControls;
  body += "<h2>Digs</h2>\n";
  std::size_t number = 0;
  for (const bj::value& player : replay.at("players").as_array())
    body += table_of(player.as_object(), ++number);
  body += "<script type=\"application/json\" id=\"replay\">" + embedded_json(bj::serialize(replay)) +
          "</script>\n";
  return make_page(title, body, palette_script() + std::string(kReplayScript));
}

}  // namespace sapper::experiments::pages
