// Replays: the candidates of a guess, and the page that steps through a game.
#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "experiments/support/board_colours.hpp"
#include "tests/support/contrast.hpp"
#include "tests/support/markup_check.hpp"
#include "tests/support/page_tables.hpp"
#include "tests/whole/browser.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

constexpr const char* kPair = R"({"schema": "sapper-config/1", "name": "pair", "seed": 2026, "games": 20,
  "boards": [{"level": "Expert"}], "strategies": ["min_risk", "progress",
  {"name": "expert", "effort": 2, "playout_layouts": 20}]})";

namespace board_colours = experiments::board_colours;

// `#7F1D1D` of `rgb(127, 29, 29)`
std::string hex_of(const bj::value& colour) {
  std::string digits;
  for (const char letter : std::string(colour.as_string()))
    digits += letter >= '0' && letter <= '9' ? letter : ' ';
  std::istringstream numbers(digits);
  std::string hex = "#";
  for (int number = 0; numbers >> number;) hex += fmt::format("{:02X}", number);
  return hex;
}

class ReplayPage : public ProgramTest {
 protected:
  ReplayPage() { write("pair.json", kPair); }
  std::string replay(const Words& more) const {
    return output_of(joined({"run", "pair.json", "--replay", "0:0"}, more));
  }
  std::string page() const {
    replay({"-o", "replay.html", "--force"});
    return read("replay.html");
  }
};

TEST_F(ReplayPage, GuessesListWhatTheyWereChosenAmong) {
  const bj::value root = bj::parse(replay({"--json"}));
  expect_valid(root, "replay");
  int with_candidates = 0;
  int with_errors = 0;
  for (const bj::value& player : root.at("players").as_array())
    for (const bj::value& dig : player.at("digs").as_array()) {
      const auto* const candidates = dig.as_object().if_contains("candidates");
      if (candidates == nullptr) continue;
      EXPECT_EQ(dig.at("why"), "guess");
      ++with_candidates;
      EXPECT_EQ(candidates->at(0).at("cell"), dig.at("cell")) << "the one that was dug comes first";
      for (const bj::value& candidate : candidates->as_array()) {
        const auto row = candidate.at("cell").at(0).to_number<std::size_t>();
        const auto col = candidate.at("cell").at(1).to_number<std::size_t>();
        EXPECT_NEAR(candidate.at("p_mine").to_number<double>(),
                    dig.at("risks").at(row).at(col).to_number<double>(), 1e-8);
        with_errors += candidate.as_object().contains("standard_error");
      }
    }
  EXPECT_GT(with_candidates, 0);
  EXPECT_GT(with_errors, 0);
  EXPECT_THAT(replay({"--strategy", "progress"}), HasSubstr("       candidates: cell, P(mine), value\n"));
}

// Every dig of a certain cell names shown numbers that analyze --explain finds too, in the position before the dig.
TEST_F(ReplayPage, CertainDigsNameTheNumbersThatProveThem) {
  const bj::value root = bj::parse(replay({"--json", "--strategy", "min_risk"}));
  expect_valid(root, "replay");
  std::vector<std::string> rows(16, std::string(30, '.'));
  std::set<std::string> kinds;
  int compared = 0, argued = 0;
  for (const bj::value& dig : root.at("players").at(0).at("digs").as_array()) {
    const std::string why(dig.at("why").as_string());
    const auto* const numbers = dig.as_object().if_contains("proved_by");
    EXPECT_EQ(numbers != nullptr, why == "rules" || why == "csp");
    // Every seventh, and all that take more than the local rules.
    // In the sentences of --explain, where they are few.
    if (numbers != nullptr && numbers->as_array().size() == 2) {
      ++argued;
      EXPECT_THAT(std::string(dig.at("reason").as_string()), HasSubstr(" shows "));
    }
    if (numbers != nullptr && (why == "csp" || numbers->as_array().size() % 7 == 2 || compared % 7 == 0)) {
      bj::array cells;
      for (const std::string& row : rows) cells.push_back(bj::string(row));
      write("p.json", bj::serialize(bj::object{
                          {"rows", 16}, {"cols", 30}, {"mines", 99}, {"cells", std::move(cells)}}));
      const auto at = [&](int i) { return std::to_string(dig.at("cell").at(i).as_int64()); };
      const bj::value explained =
          json_of({"analyze", "p.json", "--no-moves", "--json", "--explain", at(0) + "," + at(1)})
              .at("explain");
      EXPECT_FALSE(explained.at("is_mine").as_bool());
      EXPECT_EQ(explained.at("numbers").as_array().size(), numbers->as_array().size());
      kinds.insert(std::string(explained.at("by").as_string()));
    }
    compared += numbers != nullptr;
    for (const bj::value& shown : dig.at("shown").as_array())
      rows[shown.at(0).to_number<std::size_t>()][shown.at(1).to_number<std::size_t>()] =
          static_cast<char>('0' + shown.at(2).to_number<int>());
  }
  EXPECT_GT(compared, 20);
  EXPECT_GT(argued, 0);
  EXPECT_TRUE(kinds.contains("rules") && kinds.contains("numbers"));
  EXPECT_THAT(replay({"--strategy", "min_risk"}),
              testing::ContainsRegex("rules +- +1  [0-9]+,[0-9]+ \\([1-8]\\)"));
}

TEST_F(ReplayPage, RowsOfTheTableAreLinksToTheirDigs) {
  const std::string html = page();
  EXPECT_EQ(markup_error(html), "");
  EXPECT_THAT(html, HasSubstr("<tr id=\"dig-1-1\"><td><a href=\"#1-1\">1</a></td>"));
  EXPECT_THAT(html, HasSubstr("<tr id=\"dig-3-2\"><td><a href=\"#2-3\">2</a></td>"));
  EXPECT_THAT(html, HasSubstr("#20-1-2 those of the first and the second side by side"))
      << "links are explained";
}

TEST_F(ReplayPage, StepsThroughTheGame) {
  if (!is_installed("chromium")) GTEST_SKIP() << "chromium is not installed";
  page();
  const auto shown_at = [&](const std::string& address) {
    return document_in_browser(folder_, "replay.html" + address);
  };
  const std::string first = shown_at("");
  EXPECT_THAT(first, HasSubstr(", guess, P(mine) ")) << "opens at the first guess";
  EXPECT_THAT(first, Not(HasSubstr("Dig 1 of ")));
  const std::string both = shown_at("#3-1-2");
  EXPECT_THAT(both, HasSubstr("<h2>min_risk</h2><p aria-live=\"polite\">Dig 3 of "));
  EXPECT_THAT(both, HasSubstr("<h2>progress</h2><p aria-live=\"polite\">Dig 3 of "));
  EXPECT_THAT(both, HasSubstr("<tr id=\"dig-2-3\" aria-current=\"true\">"));
  EXPECT_THAT(shown_at("#9999-2"), AnyOf(HasSubstr("<p aria-live=\"polite\">won after "),
                                         HasSubstr(", dug as a guess with P(mine) ")));
}

// Mistakes are marked, ranked by cost, and stepped through; a page of the costliest one opens there.
TEST_F(ReplayPage, MistakesAreMarkedAndRanked) {
  if (!is_installed("chromium")) GTEST_SKIP() << "chromium is not installed";
  write_config("wild.json", R"("name": "wild", "games": 40, "boards": [{"rows": 9, "mines": 12}],
    "strategies": ["pinv", "rules"])");
  const Words worst{"run", "wild.json", "--replay", "0:worst", "--strategy", "pinv"};
  const bj::value replayed = json_of(joined(worst, {"--json"}));
  run_well(joined(worst, {"-o", "wild.html"}));
  std::string html = read("wild.html");
  EXPECT_EQ(markup_error(html), "");
  html.insert(html.rfind("//]]>"), R"JS(
const one = (selector) => document.querySelector(selector), place = () => one('output').textContent;
const notes = {opened: place(), marks: [...one('.marks').children].map((mark) => mark.title)};
notes.ranked = [...document.querySelectorAll('table.digs')][0].textContent;
one('.first').click(); one('.next-mistake').click(); notes.first = place();
one('.last').click(); document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'M', bubbles: true})); notes.last = place();
one('.marks').children[0].click(); notes.mark = place();
notes.text = one('#boards section > p').textContent;
document.body.append(make('pre', {}, JSON.stringify(notes)));
)JS");
  write("wild.html", html);
  const std::vector<std::string> written = texts_of(document_in_browser(folder_, "wild.html"), "pre");
  ASSERT_EQ(written.size(), 1U);
  const bj::value notes = bj::parse(written[0]);
  const auto& digs = replayed.at("players").at(0).at("digs").as_array();
  std::vector<std::size_t> mistakes;  // digs, from 1
  std::size_t costliest = 0;
  for (std::size_t i = 0; i < digs.size(); ++i) {
    if (!digs[i].as_object().contains("mistake")) continue;
    mistakes.push_back(i + 1);
    if (costliest == 0 || digs[i].at("excess_risk").to_number<double>() >
                              digs[costliest - 1].at("excess_risk").to_number<double>())
      costliest = i + 1;
  }
  ASSERT_FALSE(mistakes.empty());
  const auto at_dig = [&](std::size_t dig) {
    return std::to_string(dig) + " of " + std::to_string(digs.size());
  };
  EXPECT_EQ(notes.at("opened").as_string(), at_dig(costliest));
  EXPECT_EQ(notes.at("marks").as_array().size(), mistakes.size());
  EXPECT_EQ(notes.at("first").as_string(),
            at_dig(mistakes[0] == 1 && mistakes.size() > 1 ? mistakes[1] : mistakes[0]));
  EXPECT_EQ(notes.at("last").as_string(), at_dig(mistakes.back()));
  EXPECT_EQ(notes.at("mark").as_string(), at_dig(mistakes[0]));
  EXPECT_THAT(std::string(notes.at("text").as_string()),
              HasSubstr("; mistake: " + std::string(digs[mistakes[0] - 1].at("mistake").as_string())));
  const std::string first_row = "<tr><td><a href=\"#" + std::to_string(costliest) + "-1\">";
  EXPECT_THAT(html, HasSubstr("<h2>Mistakes</h2>"));
  EXPECT_LT(html.find(first_row), html.find("<h2>Digs</h2>"));
  EXPECT_EQ(html.find("<tr><td><a href="), html.find(first_row)) << "the costliest first";
}

// Cells that are certainly mines are not listed among those to dig.
TEST_F(ReplayPage, CellsOfLowestRiskAreNoMines) {
  if (!is_installed("chromium")) GTEST_SKIP() << "chromium is not installed";
  write_config("few.json", R"("name": "few", "games": 40, "boards": [{"rows": 4, "mines": 4}],
    "strategies": ["random"])");
  // The guess with the fewest cells that are not certainly mines, beside one that is.
  std::size_t best = SIZE_MAX;
  std::string game, dig;
  for (int number = 0; number < 40; ++number) {
    const bj::value replayed =
        json_of({"run", "few.json", "--replay", "0:" + std::to_string(number), "--json"});
    const bj::array& digs = replayed.at("players").at(0).at("digs").as_array();
    for (std::size_t i = 0; i < digs.size(); ++i) {
      if (!digs[i].as_object().contains("risks")) continue;
      std::size_t possible = 0, mines = 0;
      for (const bj::value& row : digs[i].at("risks").as_array())
        for (const bj::value& risk : row.as_array())
          if (!risk.is_null()) ++(risk.to_number<double>() == 1 ? mines : possible);
      if (mines == 0 || possible == 0 || possible >= best) continue;
      best = possible;
      game = std::to_string(number);
      dig = std::to_string(i + 1);
    }
  }
  ASSERT_LT(best, 8U);
  run_well({"run", "few.json", "--replay", "0:" + game, "-o", "few.html"});
  const std::string document = document_in_browser(folder_, "few.html#" + dig);
  EXPECT_THAT(document, HasSubstr("Hidden cells of lowest risk</caption>"));
  const std::string table = document.substr(document.find("Hidden cells of lowest risk"));
  EXPECT_THAT(table.substr(0, table.find("</table>")), Not(HasSubstr("1.0000")));
}

// Uses the controls as a reader would and notes what is shown after each.
constexpr const char* kUser = R"JS(
const notes = {}, one = (selector) => document.querySelector(selector);
function note(name) {
  notes[name] = {place: one('output').textContent, players: [...document.querySelectorAll('#boards h2')].map((h) => h.textContent),
    text: [...document.querySelectorAll('#boards section > p:first-of-type')].map((p) => p.textContent),
    current: [...document.querySelectorAll('tr[aria-current]')].map((row) => row.id),
    candidates: [...document.querySelectorAll('#boards table')].map((table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)))};
}
function change(selector, value, event) { one(selector).value = value; one(selector).dispatchEvent(new Event(event, {bubbles: true})); }
const colours = (node) => [getComputedStyle(node).backgroundColor, getComputedStyle(node).color];
note('opened');
notes.texts = [...document.querySelectorAll('[role=gridcell]')].filter((cell) => cell.textContent).map(colours);
notes.labels = [...document.querySelectorAll('[role=gridcell]')].map((cell) => cell.getAttribute('aria-label'));
one('.next-guess').click(); note('next guess');
one('.previous-guess').click(); note('previous guess');
change('.slider input', 3, 'input'); note('slider');
document.getElementById('dig-1-10').cells[2].click(); note('row');
change('.player', 1, 'change'); note('other player');
change('.other', 0, 'change'); note('side by side');
document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'End', bubbles: true})); note('end');
notes.mines = [...document.querySelectorAll('[role=gridcell].mine')].map((cell) => [cell.textContent, ...colours(cell)]);
notes.lost = [...document.querySelectorAll('.exploded sub')].map((risk) => risk.textContent);
notes.risks = Array.from({length: 1001}, (_, i) => [heat(i / 1000), textOn(i / 1000)]);
notes.frames = [];
one('.first').click();
change('.pace', '0.5', 'change');
one('.play').click();
setInterval(() => notes.frames.push(one('output').textContent), 500);
setTimeout(() => document.body.append(make('pre', {}, JSON.stringify(notes))), 2600);
)JS";

TEST_F(ReplayPage, ControlsDoWhatTheySay) {
  if (!is_installed("chromium")) GTEST_SKIP() << "chromium is not installed";
  std::string html = page();
  html.insert(html.rfind("//]]>"), kUser);
  write("used.html", html);
  const std::string document = document_in_browser(folder_, "used.html", 5000);
  const std::vector<std::string> written = texts_of(document, "pre");
  ASSERT_EQ(written.size(), 1U) << document.substr(document.size() -
                                                   std::min<std::size_t>(document.size(), 2000));
  const bj::value notes = bj::parse(written[0]);

  // The guesses as the replay has them: digs from 1.
  const bj::value replayed = bj::parse(replay({"--json"}));
  std::vector<int> guesses;
  const auto& digs = replayed.at("players").at(0).at("digs").as_array();
  for (std::size_t i = 0; i < digs.size(); ++i)
    if (digs[i].at("why") == "guess") guesses.push_back(static_cast<int>(i) + 1);
  ASSERT_GE(guesses.size(), 2U);
  const auto place_of = [&](const char* name) { return notes.at(name).at("place").as_string(); };
  const auto at_dig = [&](int dig) { return std::to_string(dig) + " of " + std::to_string(digs.size()); };
  EXPECT_EQ(place_of("opened"), at_dig(guesses[0]));
  EXPECT_EQ(place_of("next guess"), at_dig(guesses[1]));
  EXPECT_EQ(place_of("previous guess"), at_dig(guesses[0]));
  EXPECT_EQ(place_of("slider"), at_dig(3));
  EXPECT_EQ(place_of("row"), at_dig(10));
  EXPECT_EQ(notes.at("row").at("current"), (bj::array{"dig-1-10"}));
  EXPECT_EQ(notes.at("other player").at("players"), (bj::array{"progress"}));
  EXPECT_THAT(std::string(place_of("other player")), StartsWith("10 of ")) << "the dig is kept";
  EXPECT_EQ(notes.at("side by side").at("players"), (bj::array{"progress", "min_risk"}));
  EXPECT_EQ(notes.at("side by side").at("current"), (bj::array{"dig-1-10", "dig-2-10"}));
  EXPECT_EQ(place_of("end"), "the end");

  // min_risk names no candidates: its guess is among the cells of lowest risk, the lowest first.
  const auto& lowest = notes.at("opened").at("candidates").at(0).as_array();
  EXPECT_EQ(lowest[0], (bj::array{"cell", "P(mine)"}));
  EXPECT_THAT(std::string(lowest[1].at(0).as_string()), EndsWith(" (dug)"));

  // Both lost (the seed): the risk that lost is on the mine that was dug, in percent.
  for (const std::size_t player : {std::size_t{0}, std::size_t{1}}) {
    const auto& all = replayed.at("players").at(player).at("digs").as_array();
    const double risk = all.back().at("p_mine").to_number<double>();
    EXPECT_EQ(notes.at("lost").at(1 - player).as_string(), std::to_string(std::lround(100 * risk)));
  }
  EXPECT_EQ(notes.at("frames"), (bj::array{at_dig(2), at_dig(3), at_dig(4), at_dig(5), at_dig(6)}));

  // The colours of text on cells, and of every risk.
  EXPECT_GT(notes.at("texts").as_array().size(), 100U);
  for (const bj::value& text : notes.at("texts").as_array())
    EXPECT_GE(contrast(text.at(0).as_string(), text.at(1).as_string()), kReadableContrast) << text;
  for (const bj::value& text : notes.at("risks").as_array())
    EXPECT_GE(contrast(text.at(0).as_string(), text.at(1) == "white" ? "#FFFFFF" : "#000000"),
              kReadableContrast)
        << text;

  // Each cell says what it is.
  const auto& labels = notes.at("labels").as_array();
  ASSERT_EQ(labels.size(), 480U);
  EXPECT_THAT(std::string(labels[31].as_string()), StartsWith("row 1, column 1: "));

  // Mines look as in pictures of positions, and so do the steps of risks.
  const auto& mines = notes.at("mines").as_array();
  EXPECT_EQ(mines.size(), 2U * 98U) << "the mines that were dug are marked otherwise";
  for (const bj::value& mine : mines) {
    EXPECT_EQ(mine.at(0).as_string(), "●");
    EXPECT_EQ(hex_of(mine.at(1)), board_colours::kMine);
    EXPECT_EQ(hex_of(mine.at(2)), board_colours::kMineSign);
  }
  for (std::size_t i = 0; i <= 1000; i += 50) {
    const double p = static_cast<double>(i) / 1000;
    EXPECT_EQ(hex_of(notes.at("risks").at(i).at(0)), experiments::board_colours::risk_background(p)) << p;
    EXPECT_EQ(notes.at("risks").at(i).at(1) == "white", p > board_colours::kWhiteTextAbove) << p;
  }
}

}  // namespace
}  // namespace sapper::tests
