#include "experiments/support/json/node.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace sapper::experiments::json {
namespace {

// Insertions, deletions, changes and swaps of neighbours that turn one name into the other (Damerau, "optimal
// string alignment"); case-insensitive.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto lower = [](char letter) { return std::tolower(static_cast<unsigned char>(letter)); };
  const auto same = [&](std::size_t i, std::size_t j) { return lower(a[i - 1]) == lower(b[j - 1]); };
  std::vector<std::vector<std::size_t>> distance(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& best = distance[i][j];
      if (i == 0 || j == 0) {
        best = i + j;
        continue;
      }
      best = std::min({distance[i - 1][j] + 1, distance[i][j - 1] + 1, distance[i - 1][j - 1] + !same(i, j)});
      if (i > 1 && j > 1 && same(i - 1, j) && same(i, j - 1))
        best = std::min(best, distance[i - 2][j - 2] + 1);
    }
  }
  return distance[a.size()][b.size()];
}

std::string in_quotes(std::string_view text) { return '"' + printable(text) + '"'; }

std::string shown(const Node& node) {
  if (node.is(Kind::null)) return "null";
  if (node.is(Kind::string)) return in_quotes(node.text());
  if (node.is(Kind::array)) return node.size() == 0 ? "an empty list" : "a list";
  return node.is(Kind::object) ? "an object" : printable(node.text());
}

std::string range_of(auto least, auto most) { return fmt::format("from {} to {}", least, most); }

}  // namespace

std::string_view nearest_name(std::string_view wrong, std::span<const std::string_view> names) {
  std::string_view nearest;
  if (wrong.size() > 100) return nearest;
  std::size_t least = std::max<std::size_t>(wrong.size(), 3) / 2 + 1;
  for (const std::string_view name : names) {
    const std::size_t distance = edit_distance(wrong, name);
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

std::string suggest(std::string_view wrong, std::span<const std::string_view> names) {
  const std::string_view nearest = nearest_name(wrong, names);
  return (nearest.empty() ? std::string() : fmt::format("did you mean \"{}\"? ", nearest)) +
         fmt::format("allowed: {}", fmt::join(names, ", "));
}

InputError unknown_name(std::string_view what, std::string_view name,
                        std::span<const std::string_view> names) {
  return InputError(fmt::format("{} is {}; {}", what, in_quotes(name), suggest(name, names)));
}

std::string Node::path() const {
  std::string path;
  for (std::uint32_t at = 0; at != value_;) {
    const bool is_list = document_->kind_of(at) == Kind::array;
    std::size_t index = 0;
    for (++at; document_->behind(at) <= value_; ++index) at = document_->behind(at);
    path += is_list ? fmt::format("[{}]", index)
                    : fmt::format("{}{}", path.empty() ? "" : ".", document_->key_of(at));
  }
  return path;
}

void Node::fail(std::string_view wrong) const {
  const std::string path = this->path();
  throw InputError::at(document_->name(), place(),
                       fmt::format("{}{}", path.empty() ? "the file" : path, wrong));
}

void Node::fail_value(std::string_view expected) const {
  fail(fmt::format(" is {}; {}", shown(*this), expected));
}

void Node::expect_object(std::span<const std::string_view> keys) const {
  if (!is(Kind::object))
    fail_value(fmt::format("expected an object with the keys {}", fmt::join(keys, ", ")));
  for (const Node& member : members()) {
    const std::string_view key = member.key();
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    if (value_ == 0 && key == "$schema") {
      static_cast<void>(member.as_string());
      continue;
    }
    const std::string path = this->path();
    throw InputError::at(document_->name(), document_->place_of(document_->key_offset_of(member.value_)),
                         fmt::format("{}{}{} is not a known key; {}", path, path.empty() ? "" : ".",
                                     printable(key), suggest(key, keys)));
  }
}

std::vector<Node> Node::children() const {
  std::vector<Node> nodes;
  nodes.reserve(size());
  for (std::uint32_t at = value_ + 1; at < document_->behind(value_); at = document_->behind(at))
    nodes.push_back(Node(*document_, at));
  return nodes;
}

std::vector<Node> Node::members() const { return is(Kind::object) ? children() : std::vector<Node>(); }

std::optional<Node> Node::find(std::string_view key) const {
  if (!is(Kind::object)) return std::nullopt;
  for (std::uint32_t at = value_ + 1; at < document_->behind(value_); at = document_->behind(at))
    if (document_->key_of(at) == key) return Node(*document_, at);
  return std::nullopt;
}

Node Node::need(std::string_view key) const {
  if (auto node = find(key)) return *node;
  fail(fmt::format(" lacks the key \"{}\"", key));
}

std::vector<Node> Node::items() const {
  if (!is(Kind::array)) fail_value("expected a list");
  return children();
}

std::vector<Node> Node::nonempty_items() const {
  if (is(Kind::array) && size() == 0) fail_value("expected at least one entry");
  return items();
}

std::vector<Node> Node::items_or_itself() const {
  if (is(Kind::array)) return nonempty_items();
  return {*this};
}

bool Node::as_bool() const {
  if (!is(Kind::boolean)) fail_value("expected true or false");
  return text() == "true";
}

std::string_view Node::as_string() const {
  if (!is(Kind::string)) fail_value("expected a string");
  return text();
}

double Node::as_number(double least, double most) const {
  const auto number = is(Kind::number) ? parse_number<double>(text()) : std::nullopt;
  if (!number || !(*number >= least && *number <= most))
    fail_value(fmt::format("expected a number {}", range_of(least, most)));
  return *number;
}

std::uint64_t Node::as_whole(std::uint64_t least, std::uint64_t most) const {
  const auto number = is(Kind::number) ? whole_value(text()) : std::nullopt;
  if (!number || *number < least || *number > most)
    fail_value(fmt::format("expected a whole number {}", range_of(least, most)));
  return *number;
}

std::size_t Node::as_choice(std::span<const std::string_view> names, std::string_view what) const {
  if (!is(Kind::string)) fail_value(fmt::format("expected {}; allowed: {}", what, fmt::join(names, ", ")));
  const auto found = std::find(names.begin(), names.end(), text());
  if (found == names.end()) fail_value(fmt::format("expected {}; {}", what, suggest(text(), names)));
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace sapper::experiments::json
