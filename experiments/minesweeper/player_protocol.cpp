#include "experiments/minesweeper/player_protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parse.hpp>
#include <cmath>
#include <iterator>

#include "experiments/support/json/node.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

namespace bj = boost::json;
using sim::Cell;

// Parses a line into memory of its own, which the usual answer does not outgrow.
class ParsedLine {
 public:
  explicit ParsedLine(std::string_view line) : memory_(buffer_.data(), buffer_.size()) {
    boost::system::error_code error;
    value_ = bj::parse({line.data(), line.size()}, error, &memory_);
    if (error) throw WrongAnswer(fmt::format("is no JSON ({})", error.message()));
    if (!value_.is_object()) throw WrongAnswer("is no JSON object");
  }
  const bj::object& object() const { return value_.get_object(); }

 private:
  std::array<unsigned char, 4096> buffer_;
  bj::monotonic_resource memory_;
  bj::value value_;
};

std::string_view text_of(bj::string_view text) { return {text.data(), text.size()}; }

void refuse_other_keys(const bj::object& object, std::span<const std::string_view> keys) {
  for (const auto& member : object)
    if (std::find(keys.begin(), keys.end(), text_of(member.key())) == keys.end())
      throw WrongAnswer(fmt::format("has the unknown key \"{}\"; {}", printable(text_of(member.key())),
                                    json::suggest(text_of(member.key()), keys)));
}

// A coordinate: a whole number from 0 to count - 1.
std::optional<int> coordinate(const bj::value& value, int count) {
  const std::int64_t* number = value.if_int64();
  if (number == nullptr || *number < 0 || *number >= count) return std::nullopt;
  return static_cast<int>(*number);
}

Cell read_cell(const bj::value& value, const sim::View& view) {
  const sim::Grid& grid = view.grid();
  const bj::array* place = value.if_array();
  if (place == nullptr || place->size() != 2) throw WrongAnswer("has a dig that is no [row, col]");
  const std::optional<int> row = coordinate((*place)[0], grid.rows());
  const std::optional<int> col = coordinate((*place)[1], grid.cols());
  if (!row || !col)
    throw WrongAnswer(fmt::format("digs where there is no cell: rows go from 0 to {}, columns from 0 to {}",
                                  grid.rows() - 1, grid.cols() - 1));
  const Cell cell = grid.at(*row, *col);
  if (view.is_shown(cell))
    throw WrongAnswer(fmt::format("digs [{}, {}], which is shown already", *row, *col));
  return cell;
}

void read_beliefs(const bj::value& value, std::span<solvers::Move> digs) {
  const bj::array* beliefs = value.if_array();
  if (beliefs == nullptr || beliefs->size() != digs.size())
    throw WrongAnswer(
        fmt::format("has a \"p_mine\" that is no list of one number for each dig, here {}", digs.size()));
  for (std::size_t i = 0; i < digs.size(); ++i) {
    const bj::value& belief = (*beliefs)[i];
    const double p_mine = belief.is_number() ? belief.to_number<double>() : -1;
    if (!(p_mine >= 0 && p_mine <= 1)) throw WrongAnswer("has a P(mine) that is no number from 0 to 1");
    digs[i].claim.p_mine = p_mine;
  }
}

}  // namespace

void append_case_line(std::string& lines, std::size_t case_number, const sim::GameRules& rules,
                      Cell first_cell) {
  const sim::Grid& grid = *rules.grid;
  fmt::format_to(
      std::back_inserter(lines),
      R"({{"type":"case","protocol":"{}","case":{},"rows":{},"cols":{},"mines":{},"topology":"{}",)"
      R"("first_click":{{"rule":"{}","cell":{}}},"reveal":"{}","motion":"{}"}})"
      "\n",
      kPlayerProtocol, case_number, grid.rows(), grid.cols(), rules.mine_count, sim::name_of(grid.topology()),
      sim::name_of(rules.first_click),
      first_cell == sim::kNoCell ? "null"
                                 : fmt::format("[{},{}]", grid.row_of(first_cell), grid.col_of(first_cell)),
      sim::name_of(rules.reveal), sim::name_of(rules.motion));
}

void append_game_line(std::string& lines, std::uint64_t game, std::uint64_t seed) {
  fmt::format_to(std::back_inserter(lines), "{{\"type\":\"game\",\"game\":{},\"seed\":{}}}\n", game, seed);
}

void append_turn_line(std::string& lines, std::uint32_t turn, const sim::View& view,
                      std::optional<std::span<const Cell>> cells) {
  fmt::format_to(std::back_inserter(lines), R"({{"type":"turn","turn":{},"shown":[)", turn);
  const sim::Grid& grid = view.grid();
  const auto append = [&](Cell cell) {
    if (lines.back() != '[') lines += ',';
    fmt::format_to(std::back_inserter(lines), "[{},{},{}]", grid.row_of(cell), grid.col_of(cell),
                   view.number(cell));
  };
  if (cells) {
    for (const Cell cell : *cells) append(cell);
  } else {
    for (Cell cell = 0; cell < grid.cell_count(); ++cell)
      if (view.is_shown(cell)) append(cell);
  }
  lines += "]}\n";
}

void append_end_line(std::string& lines, bool is_won, std::uint32_t turns) {
  fmt::format_to(std::back_inserter(lines), "{{\"type\":\"end\",\"won\":{},\"turns\":{}}}\n", is_won, turns);
}

void check_ready(std::string_view line) {
  const ParsedLine parsed(line);
  const bj::object& object = parsed.object();
  const bj::value* type = object.if_contains("type");
  const bj::value* protocol = object.if_contains("protocol");
  if (type == nullptr || *type != "ready" || protocol == nullptr || !protocol->is_string() ||
      text_of(protocol->get_string()) != kPlayerProtocol)
    throw WrongAnswer(fmt::format(R"(is not {{"type":"ready","protocol":"{}"}})", kPlayerProtocol));
}

void read_digs(std::string_view line, const sim::View& view, std::vector<solvers::Move>& digs) {
  constexpr std::array<std::string_view, 3> kKeys{"dig", "certain", "p_mine"};
  const ParsedLine parsed(line);
  const bj::object& object = parsed.object();
  refuse_other_keys(object, kKeys);
  const bj::value* cells = object.if_contains("dig");
  if (cells == nullptr || !cells->is_array() || cells->get_array().empty())
    throw WrongAnswer("has no \"dig\", a list of at least one [row, col]");
  const bj::value* certain = object.if_contains("certain");
  if (certain != nullptr && !certain->is_bool())
    throw WrongAnswer("has a \"certain\" that is neither true nor false");
  solvers::Move::Claim claim;
  claim.is_made = true;
  claim.is_certain = certain != nullptr && certain->get_bool();
  const std::size_t first = digs.size();
  for (const bj::value& value : cells->get_array())
    digs.push_back({read_cell(value, view), solvers::MoveKind::guess, 0, false, claim});
  if (const bj::value* beliefs = object.if_contains("p_mine"))
    read_beliefs(*beliefs, std::span(digs).subspan(first));
}

}  // namespace sapper::experiments::minesweeper
