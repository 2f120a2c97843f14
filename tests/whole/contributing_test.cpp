// What CONTRIBUTING.md names exists.
#include "sim/support/text.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::tests {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kCapitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kOfWords = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

// The words between backticks that are names of files or of code, not commands or plain words. Of `data/fuzz/TARGET` only
// `data/fuzz`; what a build makes is left out.
std::vector<std::string> names_in(const std::string& page) {
  std::string prose;
  for (const std::string& line : lines_of(page))
    if (!line.starts_with("    ")) prose += line + '\n';
  const std::vector<std::string_view> parts = sim::split(prose, "`");
  std::vector<std::string> names;
  for (std::size_t i = 1; i < parts.size(); i += 2) {
    std::string words(parts[i]);
    for (char& c : words)
      if (!(kOfWords.find(c) < kOfWords.size() || c == '.' || c == '/' || c == '-')) c = ' ';
    std::istringstream stream(words);
    for (std::string word; stream >> word;) {
      for (const char* const placeholder : {"NAME", "TARGET", "PRESET"})
        if (const std::size_t start = word.find(placeholder); start != std::string::npos)
          word.erase(word.rfind('/', start) == std::string::npos ? 0 : word.rfind('/', start));
      if (word.starts_with('.')) word.erase(0, word.find('/') + 1);  // ./dev, ../choice/strategy.hpp
      while (word.ends_with('.') || word.ends_with('/')) word.pop_back();
      const std::size_t dot = word.rfind('.');
      const bool is_name = word.find('/') < word.size() || word.find('_') < word.size() ||
                           (dot < word.size() && dot + 5 > word.size()) ||
                           (word.find_first_of(kLetters) < word.find_last_of(kCapitals) &&
                            word.find_last_of(kCapitals) < word.size());
      if (is_name && !word.starts_with('-') && !word.starts_with("build/")) names.push_back(word);
    }
  }
  return names;
}

TEST(Contributing, NamesAreFound) {
  EXPECT_THAT(names_in("In `run/driver` and `grid.hpp`, like\n    `other/block`\n`data/fuzz/TARGET`: "
                       "`with_keys`, `View`,\n"
                       "`GameId{seed}`, `./dev test -R Layout`, `reports.results`."),
              ElementsAre("run/driver", "grid.hpp", "data/fuzz", "with_keys", "GameId"));
}

TEST(Contributing, NamesWhatExists) {
  const fs::path root = SAPPER_SOURCE_DIR;
  std::string paths;  // each after a slash and before a line's end
  std::string text;
  const auto read = [&](const fs::path& path) {
    paths += '/' + path.lexically_relative(root).generic_string() + '\n';
    const std::string extension = path.extension().string();
    if (fs::is_regular_file(path) && path.filename() != "CONTRIBUTING.md" && extension != ".md" &&
        extension != ".svg")
      text += content_of(path);
  };
  for (const auto& entry : fs::directory_iterator(root))
    if (entry.is_regular_file()) read(entry);
  for (const char* const folder : {"sim", "solvers", "experiments", "tests", "data", ".ci"}) {
    read(root / folder);
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) read(entry);
  }
  const auto is_path = [&](const std::string& name) {
    return paths.find('/' + name + '\n') < paths.size() || paths.find('/' + name + '.') < paths.size();
  };
  const auto is_word = [&](const std::string& name) {
    for (std::size_t at = text.find(name); at < text.size(); at = text.find(name, at + 1))
      if (kOfWords.find(text[at - 1]) > kOfWords.size() &&
          kOfWords.find(text[at + name.size()]) > kOfWords.size())
        return true;
    return false;
  };
  const std::vector<std::string> names = names_in(content_of(root / "CONTRIBUTING.md"));
  EXPECT_GT(names.size(), 150U);
  for (const std::string& name : names)
    EXPECT_TRUE(is_path(name) || is_word(name)) << name << " does not exist";
}

}  // namespace
}  // namespace sapper::tests
