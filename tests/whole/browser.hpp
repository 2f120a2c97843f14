// Pages in Chromium, without a window. Tests that need it are skipped where it is not installed, as it is large.
#pragma once

#include "tests/whole/program_test.hpp"

namespace sapper::tests {

inline ProgramResult run_browser(const TemporaryFolder& folder, Words arguments) {
  arguments.insert(arguments.begin(), {"chromium", "--headless", "--no-sandbox", "--disable-gpu",
                                       "--user-data-dir=" + (folder.path() / "profile").string()});
  ProgramResult result =
      run_program({.program = "/usr/bin/env", .arguments = std::move(arguments), .folder = folder.path()});
  EXPECT_EQ(result.status, 0) << result.err;
  return result;
}

// The document of a file of the folder, `page.html#3`, after its script. wait_ms: of the page's own clock, which is set
// forward instead of waiting.
inline std::string document_in_browser(const TemporaryFolder& folder, const std::string& page,
                                       int wait_ms = 0) {
  Words arguments;
  if (wait_ms > 0) arguments.push_back("--virtual-time-budget=" + std::to_string(wait_ms));
  arguments.insert(arguments.end(), {"--dump-dom", "file://" + (folder.path() / page).string()});
  return run_browser(folder, std::move(arguments)).out;
}

// The text of each page of paper ("A4", "letter") on which a file of the folder prints, in the order of its content,
// with one space between words. Needs pdftotext.
inline std::vector<std::string> printed_pages(const TemporaryFolder& folder, const std::string& page,
                                              const std::string& paper) {
  std::string html = content_of(folder.path() / page);
  const auto at = html.find("</style>");
  EXPECT_NE(at, std::string::npos);
  html.insert(at, "@page { size: " + paper + "; }\n");  // what a user chooses when printing
  folder.write("to_print.html", html);
  run_browser(folder, {"--no-pdf-header-footer", "--print-to-pdf=" + (folder.path() / "printed.pdf").string(),
                       "file://" + (folder.path() / "to_print.html").string()});
  const ProgramResult read = run_program({.program = "/usr/bin/env",
                                          .arguments = {"pdftotext", "-raw", "printed.pdf", "-"},
                                          .folder = folder.path()});
  EXPECT_EQ(read.status, 0) << read.err;
  std::vector<std::string> pages(1);
  for (const char letter : read.out) {
    if (letter == '\f') {
      pages.emplace_back();
    } else if (letter == ' ' || letter == '\n') {
      // A line may end behind a hyphen: `core-` and `second` are one word.
      const bool is_in_word = letter == '\n' && pages.back().ends_with("core-");
      if (!is_in_word && !pages.back().empty() && pages.back().back() != ' ') pages.back() += ' ';
    } else {
      pages.back() += letter;
    }
  }
  pages.pop_back();  // a form feed ends the last page too
  return pages;
}

}  // namespace sapper::tests
