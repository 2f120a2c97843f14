// Every command that reads reports refuses one that was damaged or edited, names it, and writes nothing.
#include "tests/support/report_text.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

constexpr const char* kConfig = R"({"schema": "sapper-config/1", "name": "small", "games": 40,
  "boards": [{"rows": 4, "mines": 3}, {"rows": 5, "mines": 5}], "strategies": ["rules", "csp"]})";

class TamperedReport : public ProgramTest {
 protected:
  std::string sound() const {
    write("small.json", kConfig);
    run_well({"run", "small.json", "-o", "sound.json", "--quiet"});
    return read("sound.json");
  }
  // Each command on bad.json.
  void expect_bad(const std::string& report, const std::string& why) const {
    write("bad.json", report);
    for (const Words& command :
         std::vector<Words>{{"run", "small.json", "-o", "bad.json"},
                            {"run", "bad.json", "-o", "out.json"},
                            {"run", "--extend", "bad.json", "--games", "50", "-o", "out.json"},
                            {"merge", "bad.json", "-o", "out.json"},
                            {"compare", "sound.json", "bad.json"},
                            {"report", "bad.json", "-o", "out.html"},
                            {"plot", "bad.json", "-o", "out.svg"}})
      EXPECT_THAT(refusal(command), AllOf(StartsWith("sapper: bad.json:"), HasSubstr(why)))
          << command[0] << command[1];
    EXPECT_EQ(read("bad.json"), report);
    for (const char* const output : {"out.json", "out.html", "out.svg"})
      EXPECT_FALSE(exists(output)) << output;
  }
};

TEST_F(TamperedReport, IsRefusedByEveryCommand) {
  const std::string report = sound();
  expect_bad(report.substr(0, report.size() * 2 / 3), "unexpected end of text");
  expect_bad(replaced(report, "", "sapper-report/2", "sapper-report/1"), "rerun the experiment");
  expect_bad(replaced(report, "\"config\"", "\"mines\": 3", "\"mines\": 2"), "was edited");
  expect_bad(replaced(report, "\"results\"", "\"wins\": ", "\"wins\": 1"), "results[0].wins");
  expect_bad(replaced(report, "\"values\"", "[40,", "[18446744073709551615,"), "was edited");
  expect_bad(with_right_hash(replaced(report, "\"values\"", "[40,", "[18446744073709551615,")),
             "do not match its games");
  expect_bad(with_right_hash(replaced(report, "\"counters\"", "{\"case\": 0", "{\"case\": 1")),
             "case 0 (4 x 4, 3 mines) is missing");
}

TEST_F(TamperedReport, IsReplacedByForce) {
  write("bad.json", replaced(sound(), "\"results\"", "\"wins\": ", "\"wins\": 1"));
  run_well({"run", "small.json", "-o", "bad.json", "--force", "--quiet"});
  run_well({"compare", "bad.json", "sound.json"});
}

}  // namespace
}  // namespace sapper::tests
