#include "experiments/analysis/position_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::experiments::minesweeper {
namespace {

// The length of the JSON value at the start of the text: up to the bracket that closes the first one, or the whole text
// if none does.
std::size_t extent(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return i + 1;
    }
  }
  return text.size();
}

sim::PositionText read_position(const json::Document& document) {
  const json::Node root(document);
  const auto whole_number = [&](const char* key, std::uint64_t least, std::uint64_t most) {
    const json::Node node = root.need(key);
    const json::Place place = document.place_of(node.value().offset);
    return std::pair(node.as_whole(least, most), sim::TextPlace{place.line, place.column});
  };

  sim::PositionText text;
  text.file = document.name();
  const std::uint64_t rows = whole_number("rows", 1, sim::Grid::kMaxSide).first;
  const std::uint64_t cols = whole_number("cols", 1, sim::Grid::kMaxSide).first;
  std::tie(text.mines, text.mines_place) =
      whole_number("mines", 0, std::uint64_t{sim::Grid::kMaxSide} * sim::Grid::kMaxSide);
  if (const auto topology = root.find("topology"))
    text.topology = topology->as_row(sim::kTopologies, "a topology").topology;
  if (const auto rule = root.find("first_click"))
    text.first_click = rule->as_row(sim::kFirstClickRules, "a first-click rule").rule;

  const json::Node cells = root.need("cells");
  for (const json::Node& row : cells.items()) {
    const json::Place place = document.place_of(row.value().offset);
    text.rows.push_back(
        {std::string(row.as_string()), {place.line, place.column + 1}});  // after the quotation mark
    if (const int count = sim::count_cells(text, text.rows.back()); static_cast<std::uint64_t>(count) != cols)
      row.fail(fmt::format(" has {}, but \"cols\" is {}", counted(count, "cell"), cols));
  }
  if (rows != text.rows.size())
    cells.fail(fmt::format(" has {}, but \"rows\" is {}", counted(text.rows.size(), "row"), rows));
  return text;
}

}  // namespace

bool is_json(const sim::Input& input) {
  const std::string_view text = sim::without_byte_order_mark(input.content);
  const auto first = std::find_if_not(text.begin(), text.end(), is_json_blank);
  return first != text.end() && *first == '{';
}

void JsonPositionReader::pass_to(std::size_t offset) {
  for (; offset_ < offset; ++offset_) counter_.pass(input_.content[offset_]);
}

// Files with byte order marks may have been joined.
void JsonPositionReader::pass_blanks() {
  const std::string_view content = input_.content;
  for (;;) {
    if (content.substr(offset_).starts_with(sim::kByteOrderMark))
      offset_ += sim::kByteOrderMark.size();
    else if (offset_ < content.size() && is_json_blank(content[offset_]))
      pass_to(offset_ + 1);
    else
      return;
  }
}

std::optional<sim::PositionText> JsonPositionReader::next() {
  const std::string_view content = input_.content;
  pass_blanks();
  const std::size_t begin = offset_;
  if (begin == content.size()) return std::nullopt;
  const json::Place place = counter_.place();
  const std::size_t length = extent(content.substr(begin));
  pass_to(begin + length);
  return parse_json_position(std::string(content.substr(begin, length)), input_.name, place);
}

sim::PositionText parse_json_position(std::string text, const std::string& file, json::Place place) {
  if (text.empty() || text.front() != '{')
    throw InputError::at(file, place.line, place.column,
                         sim::quote_character(text, 0) +
                             " does not start a position; a position is an object like " +
                             R"({"rows": 2, "cols": 2, "mines": 1, "cells": ["1.", ".."]})");
  return read_position(json::Document::parse(std::move(text), file, {}, place));
}

}  // namespace sapper::experiments::minesweeper
