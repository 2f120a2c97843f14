// The weight of the project against tests/budget.json: what it costs to build is counted, not timed, so that the numbers
// are the same on every machine with these packages. A sum may exceed its budget by 3 %; a commit that needs more raises
// the number and says why.
#include <boost/json/parse.hpp>

#include "tests/support/program.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::tests {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = SAPPER_SOURCE_DIR;

std::vector<fs::path> sources_in(const std::vector<std::string>& folders) {
  std::vector<fs::path> sources;
  for (const std::string& folder : folders)
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kRoot / folder))
      if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp")
        sources.push_back(entry.path());
  std::sort(sources.begin(), sources.end());
  return sources;
}

std::size_t line_count(const fs::path& file) { return count_of(content_of(file), "\n"); }

// The lines of comments that stand alone between blank lines, other than at the beginning of a file: each begins a second
// idea.
std::vector<std::size_t> second_headings(const std::string& text) {
  const std::vector<std::string> lines = lines_of(text);
  const auto is_comment = [&](std::size_t at) { return at < lines.size() && lines[at].starts_with("//"); };
  std::vector<std::size_t> headings;
  for (std::size_t at = 1; at < lines.size(); ++at) {
    if (!is_comment(at) || !lines[at - 1].empty()) continue;
    const std::size_t begin = at;
    while (is_comment(at)) ++at;
    if (at < lines.size() && lines[at].empty()) headings.push_back(begin + 1);
  }
  return headings;
}

// The lines of all files that the units of the program and of the tests read, comments included, a file once for each unit
// that reads it, as Ninja has noted them. Most of a build's time goes into reading.
std::size_t lines_read() {
  const ProgramResult notes =
      run_program({.program = "/usr/bin/env", .arguments = {"ninja", "-C", SAPPER_BINARY_DIR, "-t", "deps"}});
  EXPECT_EQ(notes.status, 0) << notes.err;
  std::map<std::string, std::size_t> known;
  std::size_t sum = 0;
  bool is_counted = false;
  for (const std::string& line : lines_of(notes.out)) {
    if (!line.starts_with(' ')) {
      is_counted = line.find(".dir/") < line.size() && line.find("sapper_bench.dir/") == std::string::npos &&
                   line.find("sapper_python.dir/") == std::string::npos;
      continue;
    }
    const std::string file = line.substr(line.find_first_not_of(' '));
    if (!is_counted || file.ends_with(".gch")) continue;
    const auto [place, is_new] = known.try_emplace(file, 0);
    if (is_new) place->second = line_count(fs::path(SAPPER_BINARY_DIR) / file);
    sum += place->second;
  }
  return sum;
}

// Prints the change and fails where it is too large.
void expect_within(const std::string& name, std::size_t count) {
  const auto budget = static_cast<double>(
      boost::json::parse(content_of(kRoot / "tests" / "budget.json")).at(name).to_number<std::uint64_t>());
  const double change = 100 * (static_cast<double>(count) / budget - 1);
  std::cout << name << ": " << count << " of " << budget << " (" << change << " %)\n";
  EXPECT_LE(change, 3) << name << " is " << count
                       << "; raise its number in tests/budget.json if the change is worth it";
}

TEST(Budget, OfLines) {
  std::size_t sum = 0;
  for (const fs::path& source : sources_in({"sim", "solvers", "experiments", "tests"}))
    sum += line_count(source);
  expect_within("lines", sum);
}

TEST(Budget, OfLinesReadByTheCompiler) {
#if !defined(SAPPER_BUDGET_BUILD) || __GNUC__ != 12
  GTEST_SKIP() << "the budget is that of the release build by GCC 12";
#endif
  expect_within("lines_read", lines_read());
}

TEST(Budget, NoSecondHeadings) {
  for (const fs::path& source : sources_in({"sim", "solvers", "experiments"}))
    EXPECT_THAT(second_headings(content_of(source)), IsEmpty())
        << source
        << ": the idea that begins there is a file of its own, or the comment belongs to a declaration";
}

TEST(Budget, SecondHeadingsAreFound) {
  EXPECT_THAT(second_headings("// One.\n// More.\n\nint a;\n\n// Of b.\nint b;\n\n// Two.\n\nint c;\n"),
              ElementsAre(9U));
}

}  // namespace
}  // namespace sapper::tests
