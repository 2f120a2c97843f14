// Words and numbers in text, and rows of tables by their names.
#pragma once

#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace sapper::sim {

// The whole text as a number of this type, as std::from_chars reads it: no blanks, no plus sign, no other base than ten.
// nullopt for anything else, and for a number out of the type's range.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stopped == end ? std::optional(number) : std::nullopt;
}

// The text as a whole number: decimal digits only, at most `limit`; nullopt for anything else.
inline std::optional<std::uint64_t> parse_whole_number(std::string_view text, std::uint64_t limit) {
  const auto number = parse_number<std::uint64_t>(text);
  return number && *number <= limit ? number : std::nullopt;
}

// Removes from the front of `text` all up to and including the first separator, and returns what stood before that. Without
// a separator it returns all and leaves nothing.
std::string_view take_until(std::string_view& text, char separator);

// The parts between the separators, one more than there are of these: "" has one part, which is empty.
std::vector<std::string_view> split(std::string_view text, std::string_view separator);

// The lines without their line feeds: "" has none, "a" and "a\n" have one, "a\n\n" has two.
std::vector<std::string_view> split_lines(std::string_view text);

// The names of a table's rows.
template <class Table>
std::vector<std::string_view> names_in(const Table& table) {
  std::vector<std::string_view> names;
  names.reserve(std::size(table));
  for (const auto& row : table) names.push_back(row.name);
  return names;
}

// The row of that name; nullptr if there is none.
template <class Table>
const auto* find_named(const Table& table, std::string_view name) {
  for (const auto& row : table)
    if (row.name == name) return &row;
  return static_cast<decltype(&*std::begin(table))>(nullptr);
}

}  // namespace sapper::sim
