// `sapper page` writes the page of the program's data folder, or says how to make it.
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

}  // namespace
}  // namespace sapper::tests
