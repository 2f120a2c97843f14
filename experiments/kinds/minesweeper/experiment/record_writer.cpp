#include "experiments/kinds/minesweeper/experiment/record_writer.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <charconv>
#include <cstring>
#include <optional>

#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::experiments::minesweeper {
namespace {

// Writes at the end of a text, into room that was made for all of it before.
class PieceWriter {
 public:
  PieceWriter(std::string& text, std::size_t room) : text_(text) {
    const std::size_t begin = text.size();
    text.resize(begin + room);
    next_ = text.data() + begin;
    end_ = next_ + room;
  }
  ~PieceWriter() { text_.resize(static_cast<std::size_t>(next_ - text_.data())); }
  PieceWriter(const PieceWriter&) = delete;
  PieceWriter& operator=(const PieceWriter&) = delete;

  void add(std::string_view piece) {
    std::memcpy(next_, piece.data(), piece.size());
    next_ += piece.size();
  }
  void add_truth(bool value) { add(value ? "true" : "false"); }
  void add_number(std::uint64_t value) { next_ = std::to_chars(next_, end_, value).ptr; }
  // To twelve digits; nullopt: null.
  void add_risk(std::optional<double> risk) {
    if (!risk) return add("null");
    next_ = std::to_chars(next_, end_, *risk, std::chars_format::general, 12).ptr;
  }

 private:
  std::string& text_;
  char* next_;
  char* end_;
};

// More than any number takes, with its comma.
constexpr std::size_t kNumberRoom = 24;
// More than the keys and numbers of a game without guesses take, its label apart.
constexpr std::size_t kGameRoom = 512 + kNumberRoom * (10 + solvers::kMoveKindCount);

}  // namespace

RecordWriter::RecordWriter(std::size_t case_number, std::string_view label)
    : before_game_(R"({"case":)" + std::to_string(case_number) + R"(,"game":)"),
      after_game_(R"(,"strategy":)" + boost::json::serialize(boost::json::string(label)) + R"(,"won":)") {}

void RecordWriter::append(const GameSummary& game, const sim::BoardStatistics& board,
                          std::string& lines) const {
  PieceWriter line(
      lines, before_game_.size() + after_game_.size() + kGameRoom + 2 * kNumberRoom * game.guesses.size());
  const auto add_number = [&](std::string_view before, std::uint64_t value) {
    line.add(before);
    line.add_number(value);
  };
  const auto add_each_guess = [&](auto risk_of) {
    for (std::size_t i = 0; i < game.guesses.size(); ++i) {
      if (i > 0) line.add(",");
      line.add_risk(risk_of(game.guesses[i]));
    }
  };
  add_number(before_game_, game.number);
  line.add(after_game_);
  line.add_truth(game.is_won);
  line.add(R"(,"moves":{)");
  for (std::size_t kind = 0; kind < solvers::kMoveKindCount; ++kind) {
    line.add(kind == 0 ? R"(")" : R"(,")");
    line.add(solvers::kMoveKindNames[kind]);
    add_number(R"(":)", game.moves[kind]);
  }
  line.add(R"(},"guesses":[)");
  add_each_guess([](const GuessRisk& guess) { return guess.p_mine; });
  line.add(R"(],"lowest":[)");
  add_each_guess([](const GuessRisk& guess) { return guess.lowest; });
  line.add(R"(],"lost_risk":)");
  line.add_risk(game.is_lost_by_guess ? std::optional(game.guesses.back().p_mine) : std::nullopt);
  add_number(R"(,"turns":)", game.turns);
  add_number(R"(,"bv3":)", board.three_bv);
  add_number(R"(,"openings":)", board.openings);
  add_number(R"(,"isolated":)", board.three_bv - board.openings);
  add_number(R"(,"missed_safe":)", game.missed_safe);
  add_number(R"(,"wrong_claims":)", game.wrong_claims);
  line.add(R"(,"forfeited":)");
  line.add_truth(game.is_forfeited);
  line.add("}\n");
}

}  // namespace sapper::experiments::minesweeper
