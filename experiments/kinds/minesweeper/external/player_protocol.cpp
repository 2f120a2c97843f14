#include "experiments/kinds/minesweeper/external/player_protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

#include "experiments/config/settings_json.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/child_process.hpp"
#include "experiments/support/json/events.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::experiments::minesweeper {
namespace {

namespace bj = boost::json;
using sim::Cell;

std::string_view text_of(bj::string_view text) { return {text.data(), text.size()}; }

// The cells that can be dug.
struct HiddenCells {
  std::uint32_t count = 0;
  std::function<bool(Cell)> has;
};

// The numbers that cells of the board have in answers.
std::string sides_text(const Board& board) {
  if (board.is_graph()) return fmt::format("cells are 0 to {}", board.cell_count() - 1);
  const std::string rows = fmt::format("rows {}0 to {}, columns 0 to {}", board.layers() ? "" : "are ",
                                       board.rows - 1, board.cols - 1);
  return board.layers() ? fmt::format("layers are 0 to {}, {}", *board.layers() - 1, rows) : rows;
}

// Processes an answer while it is parsed: a document of all its values would need thirty times the line's memory.
class AnswerHandler : public json::Events<AnswerHandler> {
 public:
  AnswerHandler(const Board& board, const HiddenCells& hidden, const ExpectedTurn& turn,
                std::vector<solvers::Move>& digs)
      : board_(board),
        coordinates_(board.is_graph() ? 0
                     : board.layers() ? 3
                                      : 2),
        hidden_(hidden),
        turn_(turn),
        digs_(digs),
        first_(digs.size()) {}

  // The parser's events; WrongAnswer.
  bool begin(json::Kind kind, error_code&) {
    if (kind == json::Kind::object) {
      if (is_open_) refuse_value("an object");
      return is_open_ = true;
    }
    ++depth_;
    if (key_ == Key::dig && depth_ == 2) place_ = {};
    const int deepest = key_ == Key::dig ? depth_of_cells() : key_ == Key::p_mine ? 1 : 0;
    if (depth_ > deepest) {
      --depth_;
      refuse_value("a list");
    }
    return true;
  }
  bool end(json::Kind kind, std::size_t, error_code&) {
    if (kind == json::Kind::array && depth_-- == 2) add_dig();
    return true;
  }
  bool take_key(std::string_view key) {
    constexpr std::size_t kEnough = 100;  // for any message
    key_text_ = key.substr(0, kEnough);
    const auto place = std::find(kKeys.begin(), kKeys.end(), key_text_);
    if (place == kKeys.end())
      throw WrongAnswer(fmt::format("has the unknown key \"{}\"; {}", printable(key_text_),
                                    json::suggest(key_text_, kKeys)));
    const auto number = static_cast<std::size_t>(place - kKeys.begin());
    if (std::exchange(is_given_[number], true))
      throw WrongAnswer(fmt::format("has the key \"{}\" twice", key_text_));
    key_ = static_cast<Key>(number);
    return true;
  }
  bool take(const json::Scalar& value, std::string_view written, error_code&) {
    if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
      number_text_.clear();
      take_whole(*whole);
    } else if (const auto* const text = std::get_if<std::string_view>(&value)) {
      refuse_value(fmt::format("a string, \"{}\"", printable(*text)));
    } else if (const auto* const flag = std::get_if<bool>(&value)) {
      if (key_ != Key::certain) refuse_value(*flag ? "true" : "false");
      is_certain_ = *flag;
    } else if (std::holds_alternative<std::nullptr_t>(value)) {
      refuse_value("null");
    } else {
      number_text_ = written;
      const auto* const number = std::get_if<double>(&value);
      take_number(number ? *number : static_cast<double>(std::get<std::uint64_t>(value)));
    }
    return true;
  }
  // Call once, after the whole object. Appends a claim for each dig.
  void finish(std::vector<solvers::Claim>& claims) {
    const std::span<solvers::Move> digs = std::span(digs_).subspan(first_);
    if (digs.empty()) throw WrongAnswer(fmt::format("has no \"dig\", {}", dig_list()));
    const bool has_beliefs = is_given_[static_cast<std::size_t>(Key::p_mine)];
    if (has_beliefs && beliefs_.size() != digs.size())
      throw WrongAnswer(fmt::format("has a \"p_mine\" that is not a list of one number for each dig, here {}",
                                    digs.size()));
    for (std::size_t i = 0; i < digs.size(); ++i) {
      solvers::Claim& claim = claims.emplace_back(solvers::Claim{.is_made = true, .is_certain = is_certain_});
      if (has_beliefs) claim.p_mine = beliefs_[i];
    }
  }

 private:
  enum class Key : std::uint8_t { dig, certain, p_mine, turn, game, none };
  static constexpr std::array<std::string_view, 5> kKeys{"dig", "certain", "p_mine", "turn", "game"};
  struct Place {
    std::size_t count = 0;  // coordinates so far
    std::array<std::int64_t, 3> at{};
  };

  // Coordinates are in lists of their own.
  int depth_of_cells() const { return coordinates_ == 0 ? 1 : 2; }
  std::string_view cell_form() const {
    return coordinates_ == 0 ? "a cell number" : coordinates_ == 3 ? "[layer, row, col]" : "[row, col]";
  }
  std::string dig_list() const {
    return fmt::format("a list of at least one {}", coordinates_ == 0 ? "cell number" : cell_form());
  }
  [[noreturn]] void refuse_place() const {
    throw WrongAnswer(fmt::format("has a dig that is not {}", cell_form()));
  }
  // A value that is wrong for its key and depth; `what` describes it.
  [[noreturn]] void refuse_value(std::string_view what) const {
    if (!is_open_) throw WrongAnswer("is not a JSON object");
    const auto refuse = [&](std::string_view name, std::string_view expected) {
      throw WrongAnswer(fmt::format("has a {} that is {}; expected {}", name, what, expected));
    };
    if (key_ == Key::certain) refuse("\"certain\"", "true or false");
    if (key_ == Key::p_mine && depth_ == 0) refuse("\"p_mine\"", "a list of one number for each dig");
    if (key_ == Key::p_mine) refuse("P(mine)", "a number from 0 to 1");
    if (key_ == Key::dig && depth_ == 0) refuse("\"dig\"", dig_list());
    if (key_ == Key::dig && depth_ == 1) refuse("dig", cell_form());
    if (key_ == Key::dig && place_.count == coordinates_) refuse_place();
    if (key_ == Key::dig)
      throw WrongAnswer(fmt::format("has a dig whose {} is {}; expected a whole number",
                                    kCoordinates[kCoordinates.size() - coordinates_ + place_.count], what));
    throw WrongAnswer(fmt::format("has a \"{}\" that is {}; expected a whole number", key_text_, what));
  }

  // A number that is not written as a 64-bit integer; number_text_ holds it as written. JSON has one kind of number:
  // 1.0 is as whole as 1.
  void take_number(double number) {
    if (key_ == Key::p_mine && depth_ == 1) return take_belief(number);
    const auto whole = signed_whole_value(number_text_);
    constexpr double kBeyondFractions = 1e18;
    if (!whole && std::abs(number) < kBeyondFractions) refuse_value(printable(number_text_));
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    take_whole(whole.value_or(number < 0 ? -kMost : kMost));
  }
  void take_whole(std::int64_t number) {
    if (key_ == Key::dig && depth_ == 2) {
      if (place_.count == coordinates_) refuse_place();
      place_.at[place_.count++] = number;
    } else if (key_ == Key::dig && depth_ == depth_of_cells()) {
      place_ = {1, {number}};
      add_cell();
    } else if (key_ == Key::p_mine && depth_ == 1) {
      take_belief(static_cast<double>(number));
    } else if (key_ == Key::turn || key_ == Key::game) {
      const std::uint64_t asked = key_ == Key::turn ? turn_.number : turn_.game;
      if (number < 0 || static_cast<std::uint64_t>(number) != asked)
        throw WrongAnswer(
            fmt::format("is for {0} {1}, not for {0} {2}", key_text_, as_written(number), asked));
    } else {
      refuse_value(as_written(number));
    }
  }
  template <class Number>
  std::string as_written(Number number) const {
    return number_text_.empty() ? fmt::to_string(number) : printable(number_text_);
  }
  void take_belief(double number) {
    if (!(number >= 0 && number <= 1)) refuse_value(as_written(number));
    if (beliefs_.size() == hidden_.count) {
      depth_ = 0;  // the list is wrong, not the number
      refuse_value(fmt::format("longer than the {} that are hidden", count_text(hidden_.count, "cell")));
    }
    beliefs_.push_back(number);
  }
  void add_dig() {
    if (place_.count != coordinates_) refuse_place();
    add_cell();
  }
  void add_cell() {
    std::array<std::uint64_t, 3> at{};  // a negative one becomes too large
    std::copy_n(place_.at.begin(), place_.count, at.begin());
    const std::optional<Cell> cell = cell_at(board_, std::span(at).first(place_.count));
    if (!cell) throw WrongAnswer("digs a cell outside the board: " + sides_text(board_));
    if (!hidden_.has(*cell))
      throw WrongAnswer(fmt::format("digs {}{}{}, which is already shown", coordinates_ == 0 ? "" : "[",
                                    fmt::join(at.begin(), at.begin() + place_.count, ", "),
                                    coordinates_ == 0 ? "" : "]"));
    if (digs_.size() - first_ == hidden_.count)
      throw WrongAnswer(
          fmt::format("digs more than the {} that are hidden", count_text(hidden_.count, "cell")));
    digs_.push_back({*cell, solvers::MoveKind::guess, 0, false});
  }

  static constexpr std::array<std::string_view, 3> kCoordinates{"layer", "row", "column"};

  const Board& board_;
  const std::size_t coordinates_;  // in the list of a cell; 0: a cell is a number
  const HiddenCells& hidden_;
  const ExpectedTurn turn_;
  std::vector<solvers::Move>& digs_;
  const std::size_t first_;
  bool is_open_ = false;
  int depth_ = 0;  // of arrays
  Key key_ = Key::none;
  std::string key_text_;
  std::array<bool, kKeys.size()> is_given_{};
  bool is_certain_ = false;
  Place place_;
  std::string number_text_;  // of the number that is being read, unless it is an int64
  std::vector<double> beliefs_;
};

void read(std::string_view line, const Board& board, const HiddenCells& hidden, const ExpectedTurn& turn,
          std::vector<solvers::Move>& digs, std::vector<solvers::Claim>& claims) {
  bj::basic_parser<AnswerHandler> parser(bj::parse_options(), board, hidden, turn, digs);
  bj::error_code error;
  const std::size_t size = parser.write_some(false, line.data(), line.size(), error);
  if (!error) parser.handler().finish(claims);
  if (!error && size < line.size()) error = bj::error::extra_data;
  if (error) throw WrongAnswer(fmt::format("is not valid JSON ({})", error.message()));
}

// for_each(cells, append): calls append with each cell. append_cell(cell): appends its coordinates and number.
template <class View, class Cells, class ForEach, class AppendCell>
void append_turn(std::string& lines, std::uint32_t turn, const Board& board, const View& view,
                 const std::optional<Cells>& cells, const ForEach& for_each, const AppendCell& append_cell) {
  append_format(lines, R"({{"type":"turn","turn":{},"shown":[)", turn);
  const auto append = [&](Cell cell) {
    if (lines.back() != '[') lines += ',';
    append_cell(cell);
  };
  if (cells) {
    for_each(*cells, append);
  } else {
    for (Cell cell = 0; cell < board.cell_count(); ++cell)
      if (!view.is_hidden(cell)) append(cell);
  }
  lines += "]}\n";
}

// `,"sees":[[1,2],[0]]`: a list of cells for each cell.
void append_lists(std::string& line, std::string_view key, const sim::Graph& graph,
                  std::span<const Cell> (sim::Graph::*list_of)(Cell) const) {
  append_format(line, R"(,"{}":[)", key);
  for (Cell cell = 0; cell < graph.cell_count(); ++cell) {
    line += cell == 0 ? "[" : ",[";
    for (const Cell other : (graph.*list_of)(cell)) {
      if (line.back() != '[') line += ',';
      append_format(line, "{}", other);
    }
    line += ']';
  }
  line += ']';
}

}  // namespace

void append_case_line(std::string& lines, std::size_t case_number, const Board& board, const Case& played,
                      const std::vector<solvers::NamedNumber>& settings) {
  bj::value cell;
  if (played.first_cell != sim::kNoCell) cell = cell_json(board, played.first_cell);
  bj::object line{{"type", "case"}, {"protocol", kPlayerProtocol}, {"case", case_number}};
  if (!board.is_graph()) line.insert({{"rows", board.rows}, {"cols", board.cols}, {"mines", board.mines}});
  add_shape(line, board);
  line["mines"] = board.mines;
  line["first_click"] = {{"rule", sim::name_of(played.first_click)}, {"cell", std::move(cell)}};
  line["reveal"] = sim::name_of(played.reveal);
  line["motion"] = sim::name_of(played.motion);
  if (!settings.empty()) line["settings"] = numbers_json(settings);
  if (!board.graph_board) {
    lines += json::to_line(line);
    return;
  }
  line["cells"] = board.cell_count();
  lines += json::to_line(line);
  lines.resize(lines.rfind('}'));
  const sim::Graph& graph = *board.graph_board->graph;
  append_lists(lines, "sees", graph, &sim::Graph::sees);
  if (opens_less(graph)) append_lists(lines, "opens", graph, &sim::Graph::opens);
  lines += "}\n";
}

void append_game_line(std::string& lines, std::uint64_t game, std::uint64_t seed) {
  append_format(lines, "{{\"type\":\"game\",\"game\":{},\"seed\":{}}}\n", game, seed);
}

void append_turn_line(std::string& lines, std::uint32_t turn, const Board& board, const sim::View& view,
                      std::optional<std::span<const sim::CellBlock>> cells) {
  const sim::Grid& grid = view.grid();
  append_turn(
      lines, turn, board, view, cells,
      [](std::span<const sim::CellBlock> blocks, const auto& visit) { sim::for_each_cell(blocks, visit); },
      [&](Cell cell) {
        append_format(lines, "[{},{},{}]", grid.row_of(cell), grid.col_of(cell), view.number(cell));
      });
}

void append_turn_line(std::string& lines, std::uint32_t turn, const Board& board,
                      const sim::GraphPosition& view, std::optional<std::span<const Cell>> cells) {
  append_turn(
      lines, turn, board, view, cells,
      [](std::span<const Cell> list, const auto& visit) { std::ranges::for_each(list, visit); },
      [&](Cell cell) {
        lines += '[';
        for (const Cell coordinate : board.graph_board->coordinates_of(cell))
          append_format(lines, "{},", coordinate);
        append_format(lines, "{}]", view.number(cell));
      });
}

void append_end_line(std::string& lines, bool is_won, std::uint32_t turns) {
  append_format(lines, "{{\"type\":\"end\",\"won\":{},\"turns\":{}}}\n", is_won, turns);
}

std::size_t longest_answer(Cell cell_count) {
  constexpr std::size_t kKeys = 1024;
  constexpr std::size_t kDig = 64;  // `[4095, 4095], ` and `1.2345678901234567e-105, ` are 39
  return std::min(kKeys + kDig * cell_count, ChildProcess::kLongestLine);
}

void check_ready(std::string_view line) {
  boost::system::error_code error;
  line = sim::without_byte_order_mark(line);  // some systems write one at the start of any output
  const bj::value parsed = bj::parse({line.data(), line.size()}, error);
  if (error) throw WrongAnswer(fmt::format("is not valid JSON ({})", error.message()));
  if (!parsed.is_object()) throw WrongAnswer("is not a JSON object");
  const bj::object& object = parsed.get_object();
  const bj::value* type = object.if_contains("type");
  const bj::value* protocol = object.if_contains("protocol");
  if (type == nullptr || *type != "ready" || protocol == nullptr || !protocol->is_string() ||
      text_of(protocol->get_string()) != kPlayerProtocol)
    throw WrongAnswer(fmt::format(R"(is not {{"type":"ready","protocol":"{}"}})", kPlayerProtocol));
}

void read_digs(std::string_view line, const Board& board, const sim::View& view, const ExpectedTurn& turn,
               std::vector<solvers::Move>& digs, std::vector<solvers::Claim>& claims) {
  read(line, board, {view.hidden_count(), [&](Cell cell) { return view.is_hidden(cell); }}, turn, digs,
       claims);
}

void read_digs(std::string_view line, const Board& board, const sim::GraphPosition& view,
               const ExpectedTurn& turn, std::vector<solvers::Move>& digs,
               std::vector<solvers::Claim>& claims) {
  read(line, board, {view.hidden_count(), [&](Cell cell) { return view.is_hidden(cell); }}, turn, digs,
       claims);
}

}  // namespace sapper::experiments::minesweeper
