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
  const auto page_of = [&](const Words& more) {
    run_well(joined({"report", "r.report.json", "-o", "r.html", "--force"}, more));
    std::string page = read("r.html");
    EXPECT_EQ(markup_error(page), "");
    EXPECT_THAT(page, HasSubstr("--replay 0:17 -o game.html"));
    return page;
  };
  EXPECT_THAT(page_of({}), Not(HasSubstr("id=\"configs\""))) << "there is no page";
  write("sapper.html",
        "<script>0</script>\n<!-- engine -->\n<script id=\"module\">1</script>\n<!-- end of engine -->\n2");
  const std::string page = page_of({});
  EXPECT_THAT(page, HasSubstr("<script id=\"module\">1</script>\n"));
  EXPECT_THAT(page, Not(HasSubstr("<script>0")));
  const auto begin = page.find('>', page.find("id=\"configs\"")) + 1;
  const bj::value configs = bj::parse(page.substr(begin, page.find("</script>", begin) - begin));
  EXPECT_EQ(configs, (bj::array{bj::parse(read("r.report.json")).at("config")}));
  EXPECT_THAT(page_of({"--without-engine"}), Not(HasSubstr("id=\"configs\"")));

  write("sapper.html", "made by another version");
  EXPECT_THAT(page_of({}), Not(HasSubstr("id=\"configs\"")));
}

}  // namespace
}  // namespace sapper::tests
