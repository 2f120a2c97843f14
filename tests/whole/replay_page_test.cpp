// Replays: the candidates of a guess, and the page that steps through a game.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <cmath>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "tests/support/contrast.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/markup_check.hpp"
#include "tests/support/page_tables.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/browser.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kConfig = R"({"schema": "sapper-config/1", "name": "pair", "seed": 2026, "games": 20,
  "boards": [{"level": "Expert"}], "strategies": ["min_risk", "progress",
  {"name": "expert", "effort": 2, "playout_layouts": 20}]})";

class ReplayPage : public testing::Test {
 protected:
  ReplayPage() { folder_.write("pair.json", kConfig); }
  ProgramResult replay(std::vector<std::string> more) {
    more.insert(more.begin(), {"run", "pair.json", "--replay", "0:0"});
    ProgramRun run = sapper(std::move(more));
    run.folder = folder_.path();
    return run_program(run);
  }
  std::string page() {
    EXPECT_EQ(replay({"-o", "replay.html", "--force"}).status, 0);
    std::ifstream file(folder_.path() / "replay.html");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TemporaryFolder folder_;
};

TEST_F(ReplayPage, GuessesListWhatTheyWereChosenAmong) {
  const ProgramResult result = replay({"--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const boost::json::value root = boost::json::parse(result.out);
  EXPECT_THAT(schema_errors(root, SAPPER_DATA_DIR "/schema/replay.schema.json"), IsEmpty());
  int with_candidates = 0;
  int with_errors = 0;
  for (const boost::json::value& player : root.at("players").as_array())
    for (const boost::json::value& dig : player.at("digs").as_array()) {
      const auto* const candidates = dig.as_object().if_contains("candidates");
      if (candidates == nullptr) continue;
      EXPECT_EQ(dig.at("why"), "guess");
      ++with_candidates;
      EXPECT_EQ(candidates->at(0).at("cell"), dig.at("cell")) << "the one that was dug comes first";
      for (const boost::json::value& candidate : candidates->as_array()) {
        const auto row = candidate.at("cell").at(0).to_number<std::size_t>();
        const auto col = candidate.at("cell").at(1).to_number<std::size_t>();
        EXPECT_NEAR(candidate.at("p_mine").to_number<double>(),
                    dig.at("risks").at(row).at(col).to_number<double>(), 1e-8);
        with_errors += candidate.as_object().contains("standard_error");
      }
    }
  EXPECT_GT(with_candidates, 0);
  EXPECT_GT(with_errors, 0);
  const ProgramResult text = replay({"--strategy", "progress"});
  EXPECT_THAT(text.out, HasSubstr("       candidates: cell, P(mine), value\n"));
}

// Every dig of a certain cell names shown numbers that analyze --explain finds too, in the position before the dig.
TEST_F(ReplayPage, CertainDigsNameTheNumbersThatProveThem) {
  const ProgramResult result = replay({"--json", "--strategy", "min_risk"});
  ASSERT_EQ(result.status, 0) << result.err;
  const boost::json::value root = boost::json::parse(result.out);
  EXPECT_THAT(schema_errors(root, SAPPER_DATA_DIR "/schema/replay.schema.json"), IsEmpty());
  std::vector<std::string> rows(16, std::string(30, '.'));
  std::set<std::string> kinds;
  int compared = 0;
  for (const boost::json::value& dig : root.at("players").at(0).at("digs").as_array()) {
    const std::string why(dig.at("why").as_string());
    const auto* const numbers = dig.as_object().if_contains("proved_by");
    EXPECT_EQ(numbers != nullptr, why == "rules" || why == "csp");
    // Every seventh, and all that take more than the local rules.
    if (numbers != nullptr && (why == "csp" || numbers->as_array().size() % 7 == 2 || compared % 7 == 0)) {
      boost::json::array cells;
      for (const std::string& row : rows) cells.push_back(boost::json::string(row));
      folder_.write("p.json", boost::json::serialize(boost::json::object{
                                  {"rows", 16}, {"cols", 30}, {"mines", 99}, {"cells", std::move(cells)}}));
      const auto at = [&](int i) { return std::to_string(dig.at("cell").at(i).as_int64()); };
      ProgramRun run =
          sapper({"analyze", "p.json", "--no-moves", "--json", "--explain", at(0) + "," + at(1)});
      run.folder = folder_.path();
      const ProgramResult analysis = run_program(run);
      ASSERT_EQ(analysis.status, 0) << analysis.err;
      const boost::json::value explained = boost::json::parse(analysis.out).at("explain");
      EXPECT_FALSE(explained.at("is_mine").as_bool());
      EXPECT_EQ(explained.at("numbers").as_array().size(), numbers->as_array().size());
      kinds.insert(std::string(explained.at("by").as_string()));
    }
    compared += numbers != nullptr;
    for (const boost::json::value& shown : dig.at("shown").as_array())
      rows[shown.at(0).to_number<std::size_t>()][shown.at(1).to_number<std::size_t>()] =
          static_cast<char>('0' + shown.at(2).to_number<int>());
  }
  EXPECT_GT(compared, 20);
  EXPECT_TRUE(kinds.contains("rules") && kinds.contains("numbers"));
  const ProgramResult text = replay({"--strategy", "min_risk"});
  EXPECT_THAT(text.out, testing::ContainsRegex("rules +- +1  [0-9]+,[0-9]+ \\([1-8]\\)"));
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
  if (!is_program_installed("chromium")) GTEST_SKIP() << "chromium is not installed";
  page();
  const auto shown_at = [&](const std::string& address) {
    return document_in_browser(folder_.path(), "replay.html" + address);
  };
  const std::string first = shown_at("");
  EXPECT_THAT(first, HasSubstr(", guess, P(mine) ")) << "opens at the first guess";
  EXPECT_THAT(first, Not(HasSubstr("Dig 1 of ")));
  const std::string both = shown_at("#3-1-2");
  EXPECT_THAT(both, HasSubstr("<h2>min_risk</h2><p aria-live=\"polite\">Dig 3 of "));
  EXPECT_THAT(both, HasSubstr("<h2>progress</h2><p aria-live=\"polite\">Dig 3 of "));
  EXPECT_THAT(both, HasSubstr("<tr id=\"dig-2-3\" aria-current=\"true\">"));
  EXPECT_THAT(shown_at("#9999-2"), testing::AnyOf(HasSubstr("<p aria-live=\"polite\">won after "),
                                                  HasSubstr(", dug as a guess with P(mine) ")));
}

// Uses the controls as a reader would and notes what is shown after each.
constexpr const char* kUser = R"JS(
const notes = {};
function note(name) {
  notes[name] = {place: byId('place').textContent, players: [...document.querySelectorAll('#boards h2')].map((h) => h.textContent),
    text: [...document.querySelectorAll('#boards section > p:first-of-type')].map((p) => p.textContent),
    current: [...document.querySelectorAll('tr[aria-current]')].map((row) => row.id),
    candidates: [...document.querySelectorAll('#boards table')].map((table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)))};
}
function change(id, value, event) { byId(id).value = value; byId(id).dispatchEvent(new Event(event, {bubbles: true})); }
note('opened');
notes.texts = [...document.querySelectorAll('#boards svg rect + text')].map((text) => [text.previousSibling.getAttribute('fill'), text.getAttribute('fill')]);
byId('next-guess').click(); note('next guess');
byId('previous-guess').click(); note('previous guess');
change('slider', 3, 'input'); note('slider');
byId('dig-1-10').cells[2].click(); note('row');
change('player', 1, 'change'); note('other player');
change('other', 0, 'change'); note('side by side');
document.dispatchEvent(new KeyboardEvent('keydown', {key: 'End'})); note('end');
notes.mines = [...document.querySelectorAll('#boards svg circle')].map((circle) => circle.outerHTML);
notes.cells = [...document.querySelectorAll('#boards svg rect')].map((rect) => rect.getAttribute('fill'));
notes.lost = [...document.querySelectorAll('#boards svg')].map((svg) => svg.querySelector('path + text').textContent);
notes.risks = Array.from({length: 1001}, (_, i) => [heat(i / 1000), i / 1000 > palette.whiteAbove ? '#fff' : '#000']);
notes.frames = [];
byId('first').click();
change('pace', '0.5', 'change');
byId('play').click();
setInterval(() => notes.frames.push(byId('place').textContent), 500);
setTimeout(() => { const out = make('pre', JSON.stringify(notes), document.body); out.id = 'notes'; }, 2600);
)JS";

TEST_F(ReplayPage, ControlsDoWhatTheySay) {
  if (!is_program_installed("chromium")) GTEST_SKIP() << "chromium is not installed";
  std::string html = page();
  html.insert(html.rfind("//]]>"), kUser);
  folder_.write("used.html", html);
  const std::string document = document_in_browser(folder_.path(), "used.html", 5000);
  const std::vector<std::string> written = texts_of(document, "pre");
  ASSERT_EQ(written.size(), 1U) << document.substr(document.size() -
                                                   std::min<std::size_t>(document.size(), 2000));
  const boost::json::value notes = boost::json::parse(written[0]);

  // The guesses as the replay has them: digs from 1.
  const boost::json::value replayed = boost::json::parse(replay({"--json"}).out);
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
  EXPECT_EQ(notes.at("row").at("current"), (boost::json::array{"dig-1-10"}));
  EXPECT_EQ(notes.at("other player").at("players"), (boost::json::array{"progress"}));
  EXPECT_THAT(std::string(place_of("other player")), testing::StartsWith("10 of ")) << "the dig is kept";
  EXPECT_EQ(notes.at("side by side").at("players"), (boost::json::array{"progress", "min_risk"}));
  EXPECT_EQ(notes.at("side by side").at("current"), (boost::json::array{"dig-1-10", "dig-2-10"}));
  EXPECT_EQ(place_of("end"), "the end");

  // min_risk names no candidates: its guess is among the cells of lowest risk, the lowest first.
  const auto& lowest = notes.at("opened").at("candidates").at(0).as_array();
  EXPECT_EQ(lowest[0], (boost::json::array{"cell", "P(mine)"}));
  EXPECT_THAT(std::string(lowest[1].at(0).as_string()), testing::EndsWith(" (dug)"));

  // Both lost (the seed): the risk that lost is on the mine that was dug, in percent.
  for (const std::size_t player : {std::size_t{0}, std::size_t{1}}) {
    const auto& all = replayed.at("players").at(player).at("digs").as_array();
    const double risk = all.back().at("p_mine").to_number<double>();
    EXPECT_EQ(notes.at("lost").at(1 - player).as_string(), std::to_string(std::lround(100 * risk)));
  }
  EXPECT_EQ(notes.at("frames"), (boost::json::array{at_dig(2), at_dig(3), at_dig(4), at_dig(5), at_dig(6)}));

  for (const char* const texts : {"texts", "risks"}) {
    EXPECT_GT(notes.at(texts).as_array().size(), 100U);
    for (const boost::json::value& text : notes.at(texts).as_array())
      EXPECT_GE(contrast(text.at(0).as_string(), text.at(1).as_string()), kReadableContrast) << text;
  }

  // Mines look as in the picture of a position, whose hidden cell is one.
  folder_.write("position.txt", "mines 1\n.1\n11\n");
  ProgramRun analyze = sapper({"analyze", "position.txt", "-o", "board.svg"});
  analyze.folder = folder_.path();
  ASSERT_EQ(run_program(analyze).status, 0);
  const std::string picture = content_of(folder_.path() / "board.svg");
  const auto at = picture.find("<circle ");
  ASSERT_NE(at, std::string::npos);
  const std::string mine =
      picture.substr(picture.find(" r=", at), picture.find("/>", at) - picture.find(" r=", at));
  const auto square = picture.rfind("fill=\"", at);
  const std::string colour = picture.substr(square + 6, 7);
  const auto& mines = notes.at("mines").as_array();
  EXPECT_GT(mines.size(), 100U) << "of two boards";
  for (const boost::json::value& drawn : mines) EXPECT_THAT(std::string(drawn.as_string()), HasSubstr(mine));
  const auto& cells = notes.at("cells").as_array();
  EXPECT_EQ(std::count(cells.begin(), cells.end(), boost::json::value(colour)),
            static_cast<std::ptrdiff_t>(mines.size()) + 2)
      << "the mines that were dug are crossed";
}

}  // namespace
}  // namespace sapper::tests
