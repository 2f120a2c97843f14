// `sapper page` writes the page of the program's data folder, or says how to make it; reports hold its engine.
#include "tests/support/markup_check.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class PageCommand : public ProgramTest {
 protected:
  PageCommand() { start_.environment = {{"SAPPER_DATA", folder_.path().string()}}; }
};

TEST_F(PageCommand, WritesThePage) {
  write("sapper.html", "<!doctype html>\nthe page\n");
  EXPECT_THAT(output_of({"page", "-o", "out.html"}), HasSubstr("out.html"));
  EXPECT_EQ(read("out.html"), read("sapper.html"));
  EXPECT_THAT(refusal({"page", "-o", "out.html"}), HasSubstr("--force"));
  run_well({"page", "-o", "out.html", "--force"});
  expect_refused({"page", "-o", "sapper.html", "--force"}, "sapper.html");
}

TEST_F(PageCommand, SaysWhatIsMissing) {
  const ProgramResult missing = run({"page", "-o", "out.html"});
  EXPECT_EQ(missing.status, 1);
  EXPECT_THAT(missing.err, HasSubstr("./dev page makes it"));
  EXPECT_FALSE(fs::exists(path("out.html")));
  expect_refused({"page"}, "-o FILE.html is missing");
  expect_refused({"page", "-o", "out.txt"}, "ends in .html");
}

// What the pages of reports embed is what the page marks, with the configs that it plays.
TEST_F(PageCommand, ReportsHoldItsEngine) {
  write_config("r.json",
               R"("name": "r", "note": "</script> &", "games": 3, "boards": [{"rows": 4, "mines": 2}],
    "strategies": ["rules"])");
  run_well({"run", "r.json", "-o", "r.report.json", "--quiet"});
  const std::string without = "without the engine that plays its games: ./dev page builds it\n";
  const auto page_of = [&](const Words& more) {
    const std::string said = output_of(joined({"report", "r.report.json", "-o", "r.html", "--force"}, more));
    const bool is_told = said == "1 report: r.html\n" + without;
    if (!is_told) {
      EXPECT_EQ(said, "1 report: r.html\n");
    }
    EXPECT_EQ(is_told, more.empty() && read("r.html").find("id=\"configs\"") == std::string::npos);
    std::string page = read("r.html");
    EXPECT_EQ(markup_error(page), "");
    EXPECT_THAT(page, HasSubstr("--replay 0:17 -o game.html"));
    return page;
  };
  EXPECT_THAT(page_of({}), Not(HasSubstr("id=\"configs\""))) << "there is no page";
  // The page's version and commit are those of the program, as the build names both.
  const bj::value environment = read_json("r.report.json").at("environment");
  const std::string version(environment.at("sapper").as_string()),
      commit(environment.at("commit").as_string());
  const auto write_engine = [&](const std::string& build) {
    write("sapper.html", "<script>0</script>\n<!-- engine " + build +
                             " -->\n<script id=\"module\">1</script>\n<!-- end of engine -->\n2");
  };
  write_engine(version + ' ' + (commit.empty() ? "unknown" : commit));
  const std::string page = page_of({});
  EXPECT_THAT(page, HasSubstr("</script>\n<script id=\"module\">1</script>\n"));
  EXPECT_THAT(page, Not(HasSubstr("<script>0")));
  EXPECT_THAT(page, Not(HasSubstr("The engine on this page was built from")));
  const auto begin = page.find('>', page.find("id=\"configs\"")) + 1;
  const bj::value configs = bj::parse(page.substr(begin, page.find("</script>", begin) - begin));
  EXPECT_EQ(configs, (bj::array{bj::parse(read("r.report.json")).at("config")}));
  EXPECT_THAT(page_of({"--without-engine"}), Not(HasSubstr("id=\"configs\"")));

  write_engine(version + " v0-1-gabc<");
  EXPECT_THAT(
      page_of({}),
      AllOf(HasSubstr("The engine on this page was built from commit v0-1-gabc&lt;, the program from "),
            HasSubstr("id=\"configs\"")));
  for (const std::string& other : {version + "1 " + commit, "0.1.0 " + commit, commit}) {
    write_engine(other);
    EXPECT_THAT(page_of({}), Not(HasSubstr("id=\"configs\""))) << other;
  }
  write("sapper.html", "<!-- engine " + version + " unknown");
  EXPECT_THAT(page_of({}), Not(HasSubstr("id=\"configs\"")));
}

TEST_F(PageCommand, ReportsOfExternalPlayersSayWhatReplaysThem) {
  write_config("outside.json",
               R"("name": "outside", "games": 3, "boards": [{"rows": 4, "mines": 2}],
    "strategies": [{"name": "external", "command": [")" SAPPER_FAST_PLAYER R"("]}])");
  run_well({"run", "outside.json", "--allow-commands", "-o", "o.report.json", "--quiet"});
  run_well({"report", "o.report.json", "-o", "o.html"});
  EXPECT_THAT(read("o.html"),
              HasSubstr("<code>sapper run outside.json --allow-commands --replay 0:17 -o game.html</code>"));
}

}  // namespace
}  // namespace sapper::tests
