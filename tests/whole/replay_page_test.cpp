// Replays: the candidates of a guess, and the page that steps through a game.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "tests/support/json_schema.hpp"
#include "tests/support/markup_check.hpp"
#include "tests/support/temporary_folder.hpp"
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
    EXPECT_EQ(replay({"-o", "replay.html"}).status, 0);
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

// Skipped without chromium, which is large.
TEST_F(ReplayPage, StepsThroughTheGame) {
  if (std::system("command -v chromium > /dev/null 2>&1") != 0) GTEST_SKIP() << "chromium is not installed";
  page();
  const auto shown_at = [&](const std::string& address) {
    ProgramRun browser;
    browser.program = "/bin/sh";
    browser.arguments = {"-c", "chromium --headless --no-sandbox --disable-gpu --user-data-dir='" +
                                   (folder_.path() / "profile").string() + "' --dump-dom 'file://" +
                                   (folder_.path() / "replay.html").string() + address + "'"};
    const ProgramResult result = run_program(browser);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
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

}  // namespace
}  // namespace sapper::tests
