#include "experiments/minesweeper/position_json.hpp"

#include <algorithm>
#include <boost/json/stream_parser.hpp>
#include <boost/json/value.hpp>
#include <vector>

namespace sapper::experiments::minesweeper {
namespace {

namespace json = boost::json;
using sim::InputError;
using sim::TextPlace;

constexpr std::string_view kExample = R"({"rows": 2, "cols": 2, "mines": 1, "cells": ["1.", ".."]})";

bool is_json_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Offsets in the text of one valid JSON value: Boost.JSON does not say where in a file a value stands.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t offset) : text_(text), at_(offset) {}

  std::size_t offset() {
    while (is_json_blank(text_[at_])) ++at_;
    return at_;
  }
  bool take(char c) {
    if (text_[offset()] != c) return false;
    ++at_;
    return true;
  }
  // Passes over one value; answers its text.
  std::string_view value() {
    const std::size_t begin = offset();
    int depth = 0;
    do {
      switch (text_[offset()]) {
        case '"':
          skip_string();
          break;
        case '{':
        case '[':
          ++depth;
          ++at_;
          break;
        case '}':
        case ']':
          --depth;
          ++at_;
          break;
        case ',':
        case ':':
          ++at_;
          break;
        default:
          skip_literal();
      }
    } while (depth > 0);
    return text_.substr(begin, at_ - begin);
  }

 private:
  void skip_string() {
    for (++at_; text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }
  void skip_literal() {
    constexpr std::string_view kEnds = ",:]} \t\r\n";
    at_ = std::min(text_.find_first_of(kEnds, at_), text_.size());
  }

  std::string_view text_;
  std::size_t at_;
};

// The members that a position has, each by the text of its value.
struct Members {
  std::string_view rows, cols, mines, cells, topology;  // empty: not there
};

std::string_view* member(Members& members, std::string_view key) {
  if (key == "\"rows\"") return &members.rows;
  if (key == "\"cols\"") return &members.cols;
  if (key == "\"mines\"") return &members.mines;
  if (key == "\"cells\"") return &members.cells;
  if (key == "\"topology\"") return &members.topology;
  return nullptr;
}

}  // namespace

bool is_json(const sim::Input& input) {
  const auto first = std::find_if_not(input.content.begin(), input.content.end(), is_json_blank);
  return first != input.content.end() && *first == '{';
}

JsonPositionReader::JsonPositionReader(const sim::Input& input) : input_(input) { sim::require_utf8(input); }

TextPlace JsonPositionReader::place_of(std::size_t offset) const {
  TextPlace place = place_;
  for (std::size_t i = begin_; i < offset; ++i) {
    if (input_.content[i] == '\n')
      place = {place.line + 1, 1};
    else
      ++place.column;
  }
  return place;
}

std::optional<sim::PositionText> JsonPositionReader::next() {
  const std::string& content = input_.content;
  std::size_t begin = end_;
  while (begin < content.size() && is_json_blank(content[begin])) ++begin;
  place_ = place_of(begin);
  begin_ = begin;
  if (begin == content.size()) return std::nullopt;
  const json::object object = parse_object();
  return read_members(object, std::string_view(content).substr(begin_, end_ - begin_));
}

json::object JsonPositionReader::parse_object() {
  const std::string_view rest = std::string_view(input_.content).substr(begin_);
  const auto fail = [&](std::size_t offset, const std::string& what) {
    const TextPlace place = place_of(begin_ + offset);
    throw InputError::at(input_.name, place.line, place.column,
                         what + "; a position is an object like " + std::string(kExample));
  };
  if (rest.front() != '{') fail(0, sim::quote_character(rest, 0) + " begins no object");
  json::stream_parser parser;
  json::error_code error;
  const std::size_t length = parser.write_some(rest.data(), rest.size(), error);
  if (!error && !parser.done()) fail(length, "the text ends inside an object");
  if (error) fail(length, error.message());
  end_ = begin_ + length;
  return std::move(parser.release().as_object());
}

sim::PositionText JsonPositionReader::read_members(const json::object& object, std::string_view text) const {
  const auto place_in = [&](std::string_view part) {
    return place_of(begin_ + static_cast<std::size_t>(part.data() - text.data()));
  };
  const auto fail = [&](TextPlace place, const std::string& what) {
    throw InputError::at(input_.name, place.line, place.column, what);
  };

  Members members;
  Scanner scanner(text, 0);
  scanner.take('{');
  while (!scanner.take('}')) {
    const std::string_view key = scanner.value();
    scanner.take(':');
    const std::string_view value = scanner.value();
    scanner.take(',');
    if (std::string_view* const known = member(members, key)) {
      if (!known->empty()) fail(place_in(key), std::string(key) + " is there twice; it is said once");
      *known = value;
    }
  }

  const auto whole_number = [&](const char* key, std::string_view value) {
    if (value.empty())
      fail(place_,
           std::string("\"") + key + "\" is missing; a position is an object like " + std::string(kExample));
    const auto number = sim::parse_whole_number(value, UINT64_MAX);
    if (!number)
      fail(place_in(value), std::string("\"") + key + "\" is " + std::string(value.substr(0, 40)) +
                                "; a whole number from 0 is needed");
    return *number;
  };
  const std::uint64_t rows = whole_number("rows", members.rows);
  const std::uint64_t cols = whole_number("cols", members.cols);

  sim::PositionText position_text;
  position_text.file = input_.name;
  position_text.mines = whole_number("mines", members.mines);
  position_text.mines_place = place_in(members.mines);
  if (!members.topology.empty()) {
    const json::value& topology = object.at("topology");
    if (!topology.is_string()) fail(place_in(members.topology), "\"topology\" is a string, like \"square\"");
    position_text.topology =
        sim::parse_topology(input_.name, place_in(members.topology), topology.get_string());
  }

  if (members.cells.empty())
    fail(place_, "\"cells\" is missing; a position is an object like " + std::string(kExample));
  const json::array* const cells = object.at("cells").if_array();
  if (cells == nullptr) fail(place_in(members.cells), "\"cells\" is a list of strings, one a row");
  Scanner elements(text, static_cast<std::size_t>(members.cells.data() - text.data()));
  elements.take('[');
  for (const json::value& row : *cells) {
    const std::string_view element = elements.value();
    elements.take(',');
    TextPlace place = place_in(element);
    if (!row.is_string()) fail(place, "a row is a string of cells, like \"1.0\"");
    ++place.column;  // behind the quotation mark
    position_text.rows.push_back({std::string(row.get_string()), place});
    if (const int count = sim::count_cells(position_text.rows.back());
        static_cast<std::uint64_t>(count) != cols)
      fail(place, "a row of " + std::to_string(count) + " cells, but \"cols\" is " + std::to_string(cols));
  }
  if (rows != cells->size())
    fail(place_in(members.rows), "\"rows\" is " + std::to_string(rows) + ", but \"cells\" has " +
                                     std::to_string(cells->size()) + " rows");
  return position_text;
}

}  // namespace sapper::experiments::minesweeper
