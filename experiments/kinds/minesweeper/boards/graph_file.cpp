#include "experiments/kinds/minesweeper/boards/graph_file.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <system_error>

#include "experiments/kinds/minesweeper/boards/graph_json.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {

std::string folder_text(const std::filesystem::path& folder) {
  return folder.empty() ? "the current folder" : "the folder " + printable_file(folder);
}

std::optional<std::filesystem::path> find_graph_file(std::string_view name,
                                                     const std::filesystem::path& folder) {
  std::filesystem::path file = folder / name;
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) file = folder / file.filename();
  if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
  return file;
}

std::filesystem::path named_file(const json::Node& name, const std::filesystem::path& folder) {
  std::filesystem::path file = folder / name.as_string();
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    name.fail_value(fmt::format("expected the name of a file that exists, from {}", folder_text(folder)));
  return file;
}

std::shared_ptr<const sim::Graph> read_graph(const std::filesystem::path& file) {
  json::Limits limits;
  limits.bytes = std::size_t{1} << 27;
  limits.values = kMaxGraphEntries / 2 * 3;
  return parse_graph_file(json::Node(json::Document::read(file, limits)));
}

}  // namespace sapper::experiments::minesweeper
