// Pages in Chromium, without a window. Tests that need it are skipped where it is not installed, as it is large.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/program.hpp"

namespace sapper::tests {

inline bool is_program_installed(const std::string& program) {
  return std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
}

inline ProgramResult run_browser(const std::filesystem::path& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"chromium", "--headless", "--no-sandbox", "--disable-gpu",
                                       "--user-data-dir=" + (folder / "profile").string()});
  ProgramRun browser;
  browser.program = "/usr/bin/env";
  browser.arguments = std::move(arguments);
  browser.folder = folder;
  ProgramResult result = run_program(browser);
  EXPECT_EQ(result.status, 0) << result.err;
  return result;
}

// The document of a file of the folder, `page.html#3`, after its script. wait_ms: of the page's own clock, which is set
// forward instead of waiting.
inline std::string document_in_browser(const std::filesystem::path& folder, const std::string& page,
                                       int wait_ms = 0) {
  std::vector<std::string> arguments;
  if (wait_ms > 0) arguments.push_back("--virtual-time-budget=" + std::to_string(wait_ms));
  arguments.insert(arguments.end(), {"--dump-dom", "file://" + (folder / page).string()});
  return run_browser(folder, std::move(arguments)).out;
}

// The text of each page of paper ("A4", "letter") on which a file of the folder prints, in the order of its content,
// with one space between words. Needs pdftotext.
inline std::vector<std::string> printed_pages(const std::filesystem::path& folder, const std::string& page,
                                              const std::string& paper) {
  std::ifstream in(folder / page, std::ios::binary);
  std::string html{std::istreambuf_iterator<char>(in), {}};
  const auto at = html.find("</style>");
  EXPECT_NE(at, std::string::npos);
  html.insert(at, "@page { size: " + paper + "; }\n");  // what a user chooses when printing
  std::ofstream(folder / "to_print.html", std::ios::binary) << html;
  run_browser(folder, {"--no-pdf-header-footer", "--print-to-pdf=" + (folder / "printed.pdf").string(),
                       "file://" + (folder / "to_print.html").string()});
  ProgramRun reader;
  reader.program = "/usr/bin/env";
  reader.arguments = {"pdftotext", "-raw", (folder / "printed.pdf").string(), "-"};
  const ProgramResult read = run_program(reader);
  EXPECT_EQ(read.status, 0) << read.err;
  std::vector<std::string> pages(1);
  for (const char letter : read.out) {
    if (letter == '\f') {
      pages.emplace_back();
    } else if (letter == ' ' || letter == '\n') {
      if (!pages.back().empty() && pages.back().back() != ' ') pages.back() += ' ';
    } else {
      pages.back() += letter;
    }
  }
  pages.pop_back();  // a form feed ends the last page too
  return pages;
}

}  // namespace sapper::tests
