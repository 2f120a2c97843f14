#include "experiments/analysis/position_reader.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <tuple>
#include <utility>

#include "experiments/kinds/minesweeper/boards/board_reader.hpp"
#include "experiments/kinds/minesweeper/boards/mine_prior_json.hpp"
#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/minesweeper/game.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::experiments::minesweeper {
namespace {

bool is_json_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Tracks strings and brackets in a text.
class BracketCount {
 public:
  // True at the bracket that closes the first one.
  bool closes(char c) {
    if (is_escaped_) {
      is_escaped_ = false;
    } else if (in_string_) {
      is_escaped_ = c == '\\';
      in_string_ = c != '"';
    } else if (c == '"') {
      in_string_ = true;
    } else if (c == '{' || c == '[') {
      ++depth_;
    } else if (c == '}' || c == ']') {
      return --depth_ <= 0;
    }
    return false;
  }

 private:
  int depth_ = 0;
  bool in_string_ = false;
  bool is_escaped_ = false;
};

// What the first dig shows of a board, a line of `sapper boards`.
sim::PositionText after_first_dig(const json::Document& document) {
  const json::Node first = json::Node(document).need("first");
  const ReadBoard read = parse_board_line(document);
  const auto grid = std::make_shared<const sim::Grid>(read.file.rows, read.file.cols,
                                                      read.topology.value_or(sim::Topology::square));
  const sim::Cell cell = grid->at(read.first->row, read.first->col);
  if (std::ranges::binary_search(read.file.mines, cell)) first.fail(" is a mine, so that nothing is shown");
  sim::GameRules rules{.grid = grid, .mine_count = static_cast<std::uint32_t>(read.file.mines.size())};
  rules.fixed_mines = std::make_shared<const std::vector<sim::Cell>>(read.file.mines);
  sim::Game game(rules);
  game.start({});
  game.dig(cell);

  sim::PositionText text;
  text.file = document.name();
  text.mines = rules.mine_count;
  text.topology = grid->topology();
  text.first_click = read.first->rule;
  text.mines_place = first.place();
  for (std::string& row : sim::board_rows(*grid, [&](sim::Cell each) {
         return game.view().is_shown(each) ? sim::sign_of(static_cast<std::uint8_t>(game.view().number(each)))
                                           : '.';
       }))
    text.rows.push_back({std::move(row), text.mines_place});
  text.name = fmt::format("after the first dig, at {}{}", sim::cell_text(*grid, cell),
                          read.name ? fmt::format(" (\"board\": {}, from 0)", *read.name) : std::string());
  return text;
}

}  // namespace

std::string name_in(const json::Node& root) {
  const auto id = root.find("id");
  return id && id->is(json::Kind::string) ? std::string(id->as_string()) : std::string();
}

sim::PositionText parse_position(const json::Document& document) {
  const json::Node root(document);
  if (!root.find("cells") && root.find("first")) return after_first_dig(document);
  const auto whole_number = [&](const char* key, std::uint64_t least, std::uint64_t most) {
    const json::Node node = root.need(key);
    return std::pair(node.as_whole(least, most), node.place());
  };

  sim::PositionText text;
  text.file = document.name();
  const std::uint64_t rows = whole_number("rows", 1, sim::Grid::kMaxSide).first;
  const std::uint64_t cols = whole_number("cols", 1, sim::Grid::kMaxSide).first;
  sim::MinePrior prior;
  std::tie(prior, text.mines_place) =
      read_mine_prior(root, std::uint64_t{sim::Grid::kMaxSide} * sim::Grid::kMaxSide);
  if (prior.count)
    text.mines = *prior.count;
  else
    text.density = prior.density;
  if (const auto topology = root.find("topology"))
    text.topology = topology->as_row(sim::kTopologies, "a topology").topology;
  if (const auto rule = root.find("first_click"))
    text.first_click = rule->as_row(sim::kFirstClickRules, "a first-click rule").rule;

  text.name = name_in(root);
  const json::Node cells = root.need("cells");
  for (const json::Node& row : cells.items()) {
    const json::Place place = row.place();
    text.rows.push_back(
        {std::string(row.as_string()), {place.line, place.column + 1}});  // after the quotation mark
  }
  sim::check_cells(text);
  std::size_t next = 0;
  for (const json::Node& row : cells.items())
    if (const auto count = static_cast<std::uint64_t>(sim::count_cells(text.rows[next++])); count != cols)
      row.fail(fmt::format(" has {}, but \"cols\" is {}", count_text(count, "cell"), cols));
  if (rows != text.rows.size())
    cells.fail(fmt::format(" has {}, but \"rows\" is {}", count_text(text.rows.size(), "row"), rows));
  return text;
}

json::Document document_of(PositionRequest request) {
  const json::Place place = request.place;
  if (request.text.empty() || request.text.front() != '{')
    throw InputError::at(request.file, place,
                         sim::quote_character(request.text, 0) +
                             " does not start a position; a position is an object like " +
                             R"({"rows": 2, "cols": 2, "mines": 1, "cells": ["1.", ".."]})");
  return json::Document::parse(std::move(request.text), request.file, {}, place);
}

sim::PositionText parse_position(PositionRequest request) {
  return parse_position(document_of(std::move(request)));
}

bool PositionReader::read_more() {
  std::array<char, 1 << 16> block;
  while (descriptor_) {
    const ssize_t count = ::read(*descriptor_, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw InputError::in_file(input_.name, std::string("cannot be read: ") + std::strerror(errno));
    if (count == 0) {
      descriptor_.reset();
      break;
    }
    input_.content.erase(0, std::exchange(begin_, 0));
    input_.content.append(block.data(), static_cast<std::size_t>(count));
    if (input_.content.size() > sim::kMaxInputBytes)
      throw InputError::in_file(input_.name, "contains a position that is too large");
    return true;
  }
  return false;
}

// Whether there is a character there, counted from begin_. Reads as far as necessary.
bool PositionReader::has(std::size_t index) {
  while (begin_ + index >= input_.content.size())
    if (!read_more()) return false;
  return true;
}

// Whether a byte order mark was there. Files with such marks may have been joined.
bool PositionReader::skip_byte_order_mark() {
  for (std::size_t i = 0; i < sim::kByteOrderMark.size(); ++i)
    if (!has(i) || at(i) != sim::kByteOrderMark[i]) return false;
  begin_ += sim::kByteOrderMark.size();
  return true;
}

// Passes over blanks and byte order marks. True if anything is left.
bool PositionReader::skip_blanks() {
  for (;;) {
    if (skip_byte_order_mark()) continue;
    if (!has(0)) return false;
    if (!is_json_blank(at(0))) return true;
    counter_.pass(at(0));
    ++begin_;
  }
}

std::string PositionReader::take(std::size_t size) {
  std::string taken = input_.content.substr(begin_, size);
  for (const char c : taken) counter_.pass(c);
  begin_ += size;
  return taken;
}

// The size of the record at begin_.
std::size_t PositionReader::find_end() {
  const bool is_object = at(0) == '{';
  BracketCount brackets;
  std::size_t i = 0;
  for (; has(i); ++i) {
    if (is_object && brackets.closes(at(i))) return i + 1;
    if (at(i) != '\n') continue;
    if (!is_object || (is_stream_ && has(i + 1) && at(i + 1) == '{')) return i;
  }
  return i;
}

bool PositionReader::begins_with_object() {
  skip_byte_order_mark();
  // The text format counts its lines from the first one, so blanks are kept.
  std::size_t first = 0;
  while (has(first) && is_json_blank(at(first))) ++first;
  return has(first) && at(first) == '{';
}

sim::Input PositionReader::take_all() {
  while (read_more()) {
  }
  input_.content.erase(0, std::exchange(begin_, 0));
  return std::move(input_);
}

std::optional<PositionRequest> PositionReader::next_object() {
  if (!skip_blanks()) return std::nullopt;
  const json::Place place = counter_.place();
  return PositionRequest{input_.name, take(find_end()), place};
}

std::optional<sim::PositionText> PositionReader::next() {
  auto request = next_object();
  return request ? std::optional(parse_position(*std::move(request))) : std::nullopt;
}

}  // namespace sapper::experiments::minesweeper
