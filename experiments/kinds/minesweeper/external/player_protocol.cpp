#include "experiments/kinds/minesweeper/external/player_protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "experiments/config/settings_json.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
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

// Processes an answer while it is parsed: a document of all its values would need thirty times the line's memory.
class AnswerHandler : public json::Events<AnswerHandler> {
 public:
  AnswerHandler(const sim::View& view, const ExpectedTurn& turn, std::vector<solvers::Move>& digs)
      : view_(view), turn_(turn), digs_(digs), first_(digs.size()) {}

  // The parser's events; WrongAnswer.
  bool begin(json::Kind kind, error_code&) {
    if (kind == json::Kind::object) {
      if (is_open_) refuse_value("an object");
      return is_open_ = true;
    }
    ++depth_;
    if (key_ == Key::dig && depth_ == 2) place_ = {};
    const int deepest = key_ == Key::dig ? 2 : key_ == Key::p_mine ? 1 : 0;
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
    if (digs.empty()) throw WrongAnswer("has no \"dig\", a list of at least one [row, col]");
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
    std::array<std::int64_t, 2> at{};
  };

  [[noreturn]] static void refuse_place() { throw WrongAnswer("has a dig that is not [row, col]"); }
  // A value that is wrong for its key and depth; `what` describes it.
  [[noreturn]] void refuse_value(std::string_view what) const {
    if (!is_open_) throw WrongAnswer("is not a JSON object");
    const auto refuse = [&](std::string_view name, std::string_view expected) {
      throw WrongAnswer(fmt::format("has a {} that is {}; expected {}", name, what, expected));
    };
    if (key_ == Key::certain) refuse("\"certain\"", "true or false");
    if (key_ == Key::p_mine && depth_ == 0) refuse("\"p_mine\"", "a list of one number for each dig");
    if (key_ == Key::p_mine) refuse("P(mine)", "a number from 0 to 1");
    if (key_ == Key::dig && depth_ == 0) refuse("\"dig\"", "a list of at least one [row, col]");
    if (key_ == Key::dig && depth_ == 1) refuse("dig", "[row, col]");
    if (key_ == Key::dig && place_.count == 2) refuse_place();
    if (key_ == Key::dig)
      throw WrongAnswer(fmt::format("has a dig whose {} is {}; expected a whole number",
                                    place_.count == 0 ? "row" : "column", what));
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
      if (place_.count == 2) refuse_place();
      place_.at[place_.count++] = number;
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
    if (beliefs_.size() == view_.hidden_count()) {
      depth_ = 0;  // the list is wrong, not the number
      refuse_value(
          fmt::format("longer than the {} that are hidden", count_text(view_.hidden_count(), "cell")));
    }
    beliefs_.push_back(number);
  }
  void add_dig() {
    if (place_.count != 2) refuse_place();
    const sim::Grid& grid = view_.grid();
    const auto [row, col] = place_.at;
    if (row < 0 || row >= grid.rows() || col < 0 || col >= grid.cols())
      throw WrongAnswer(fmt::format("digs a cell outside the board: rows are 0 to {}, columns 0 to {}",
                                    grid.rows() - 1, grid.cols() - 1));
    const Cell cell = grid.at(static_cast<int>(row), static_cast<int>(col));
    if (view_.is_shown(cell))
      throw WrongAnswer(fmt::format("digs [{}, {}], which is already shown", row, col));
    if (digs_.size() - first_ == view_.hidden_count())
      throw WrongAnswer(
          fmt::format("digs more than the {} that are hidden", count_text(view_.hidden_count(), "cell")));
    digs_.push_back({cell, solvers::MoveKind::guess, 0, false});
  }
  const sim::View& view_;
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

}  // namespace

void append_case_line(std::string& lines, std::size_t case_number, const sim::GameRules& rules,
                      Cell first_cell, const std::vector<solvers::NamedNumber>& settings) {
  const sim::Grid& grid = *rules.grid;
  bj::value cell;
  if (first_cell != sim::kNoCell) cell = cell_json(grid, first_cell);
  bj::object line{
      {"type", "case"},
      {"protocol", kPlayerProtocol},
      {"case", case_number},
      {"rows", grid.rows()},
      {"cols", grid.cols()},
      {"mines", rules.mine_count},
      {"topology", sim::name_of(grid.topology())},
      {"first_click", bj::object{{"rule", sim::name_of(rules.first_click)}, {"cell", std::move(cell)}}},
      {"reveal", sim::name_of(rules.reveal)},
      {"motion", sim::name_of(rules.motion)}};
  if (!settings.empty()) line["settings"] = numbers_json(settings);
  lines += json::to_line(line);
}

void append_game_line(std::string& lines, std::uint64_t game, std::uint64_t seed) {
  append_format(lines, "{{\"type\":\"game\",\"game\":{},\"seed\":{}}}\n", game, seed);
}

void append_turn_line(std::string& lines, std::uint32_t turn, const sim::View& view,
                      std::optional<std::span<const sim::CellBlock>> cells) {
  append_format(lines, R"({{"type":"turn","turn":{},"shown":[)", turn);
  const sim::Grid& grid = view.grid();
  const auto append = [&](Cell cell) {
    if (lines.back() != '[') lines += ',';
    append_format(lines, "[{},{},{}]", grid.row_of(cell), grid.col_of(cell), view.number(cell));
  };
  if (cells) {
    sim::for_each_cell(*cells, append);
  } else {
    for (Cell cell = 0; cell < grid.cell_count(); ++cell)
      if (view.is_shown(cell)) append(cell);
  }
  lines += "]}\n";
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

void read_digs(std::string_view line, const sim::View& view, const ExpectedTurn& turn,
               std::vector<solvers::Move>& digs, std::vector<solvers::Claim>& claims) {
  bj::basic_parser<AnswerHandler> parser(bj::parse_options(), view, turn, digs);
  bj::error_code error;
  const std::size_t size = parser.write_some(false, line.data(), line.size(), error);
  if (!error) parser.handler().finish(claims);
  if (!error && size < line.size()) error = bj::error::extra_data;
  if (error) throw WrongAnswer(fmt::format("is not valid JSON ({})", error.message()));
}

}  // namespace sapper::experiments::minesweeper
