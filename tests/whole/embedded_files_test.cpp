// The files that the program embeds: scripts and styles are well-formed.
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

std::vector<fs::path> files_ending_in(const std::string& extension) {
  std::vector<fs::path> files;
  const fs::path root = fs::path(SAPPER_SOURCE_DIR) / "experiments";
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  EXPECT_FALSE(files.empty()) << extension;
  std::sort(files.begin(), files.end());
  return files;
}

void expect_accepted(const std::vector<std::string>& checker, const std::string& extension) {
  if (!is_installed(checker.front())) GTEST_SKIP() << checker.front() << " is not installed";
  for (const fs::path& file : files_ending_in(extension)) {
    const ProgramResult result =
        run_program({.program = "/usr/bin/env", .arguments = joined(checker, {file.string()})});
    EXPECT_EQ(result.status, 0) << result.err;
  }
}

// What is wrong with a style sheet that has one declaration, selector or brace per line; empty if nothing is.
std::string style_error(std::istream& in) {
  int depth = 0, number = 0;
  bool is_comment = false, is_value = false;
  for (std::string line; std::getline(in, line);) {
    const std::string place = " in line " + std::to_string(++number) + ": " + line;
    if (line.starts_with("/*")) is_comment = true;
    const bool is_skipped = is_comment || line.empty();
    if (line.ends_with("*/")) is_comment = false;
    if (is_skipped) continue;
    if (line.find_first_not_of(' ') != static_cast<std::size_t>(2 * depth) + (is_value ? 2 : 0) &&
        !line.ends_with('}'))
      return "wrong indentation" + place;
    if (line.ends_with(" {"))
      ++depth;
    else if (line.ends_with('}'))
      --depth;
    else if (line.ends_with(':') || line.ends_with(','))
      is_value = is_value || line.ends_with(':');
    else if (line.ends_with(';') && depth > 0 && (is_value || line.find(": ") != std::string::npos))
      is_value = false;
    else
      return "not a declaration" + place;
    if (depth < 0) return "unexpected }" + place;
  }
  return depth == 0 && !is_comment ? "" : "a block or comment is not closed";
}

TEST(EmbeddedFiles, ScriptsAreJavaScript) { expect_accepted({"node", "--check"}, ".js"); }

TEST(EmbeddedFiles, StylesAreDeclarationsInBlocks) {
  for (const fs::path& file : files_ending_in(".css")) {
    const std::string text = content_of(file);
    std::istringstream in(text);
    EXPECT_EQ(style_error(in), "") << file;
    for (const char* const damage : {"}", "{", ";"}) {
      std::string damaged = text;
      damaged.erase(damaged.rfind(damage), 1);
      std::istringstream stream(damaged);
      EXPECT_NE(style_error(stream), "") << file << " without its last " << damage;
    }
  }
}

}  // namespace
}  // namespace sapper::tests
