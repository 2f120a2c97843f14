#include "experiments/kinds/minesweeper/boards/board_generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/graph_statistics.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/strategies/no_guess.hpp"

namespace sapper::experiments::minesweeper {
namespace {

// Boards differ in how many tries they take.
constexpr std::size_t kBoardsPerThread = 16;

std::optional<solvers::Proof> proof_of(const sim::View& view, sim::Cell cell) {
  return solvers::prove(view, {}, cell);
}
std::optional<solvers::Proof> proof_of(const sim::GraphPosition& view, sim::Cell cell) {
  return solvers::prove(view, cell);
}

// Boards: OnGrids or OnGraphs.
template <class Boards>
CertifiedDig certify(const typename Boards::View& view, sim::Cell cell) {
  constexpr std::array<std::string_view, 4> kReasons{"rule", "rules", "numbers", "mine_count"};  // [Means]
  if (const std::optional<solvers::Proof> proof = proof_of(view, cell))
    return {cell, kReasons[static_cast<std::size_t>(proof->means)], proof->numbers};
  CertifiedDig dig{cell, "all", {}};
  for (sim::Cell shown = 0; shown < Boards::board_of(view).cell_count(); ++shown)
    if (!view.is_hidden(shown)) dig.numbers.push_back(shown);
  return dig;
}

std::uint8_t number_at(const sim::Graph& graph, sim::Cell cell, const std::vector<sim::Cell>& mines) {
  return static_cast<std::uint8_t>(std::ranges::count_if(
      graph.sees(cell), [&](sim::Cell seen) { return std::ranges::binary_search(mines, seen); }));
}

// Draws boards on one thread.
class BoardMaker {
 public:
  virtual ~BoardMaker() = default;
  virtual GeneratedBoard make(std::uint64_t number) = 0;
};

sim::BoardStatistics count(sim::BoardCounter& counter, const sim::Grid&, const sim::Layout& layout) {
  return counter.count(layout);
}
sim::BoardStatistics count(sim::GraphCounter& counter, const sim::Graph& graph,
                           const sim::GraphLayout& layout) {
  return counter.count(graph, layout.mines(), layout.numbers());
}

// Boards: OnGrids or OnGraphs.
template <class Boards>
class BoardMakerOf final : public BoardMaker {
 public:
  static constexpr bool kIsOnGrid = std::is_same_v<Boards, solvers::OnGrids>;
  using Layout = typename Boards::Layout;
  using View = typename Boards::View;

  explicit BoardMakerOf(const BoardRequest& request)
      : request_(request),
        key_(key_of(request.board)),
        // Repaired layouts are played again as fixed ones.
        layouts_([&] {
          typename Boards::GameRules rules = rules_for(request);
          const Guessing guessing = request.board.guessing;
          if (guessing == Guessing::allowed || guessing == Guessing::none) return rules;
          repaired_.emplace(rules, guessing == Guessing::walked ? request.walk_steps : 0);
          rules.fixed_mines = mines_;
          return rules;
        }()),
        game_(layouts_.game().rules()) {}

  GeneratedBoard make(std::uint64_t number) override {
    const sim::GameId id{request_.seed, key_, number};
    GeneratedBoard board;
    board.number = number;
    if (request_.board.guessing == Guessing::none) {
      const auto tries = layouts_.draw(id, request_.first, request_.most_tries);
      if (!tries) fail_without(number, "needs a guess; expected --method repair");
      board.tries = *tries;
      if (request_.is_certified) certify_digs(id, board.tries - 1, board);
      take(layouts_.game().layout(), board);
    } else if (repaired_) {
      const auto tries = repaired_->draw(id, request_.first, request_.most_tries);
      if (!tries) fail_without(number, "needs a guess after its repair; expected");
      board.tries = *tries;
      board.moved_mines = repaired_->moved_mines();
      mines_->assign(repaired_->layout().mines().begin(), repaired_->layout().mines().end());
      certify_digs(id, 0, board);
      take(layouts_.game().layout(), board);
    } else {
      game_.start(id);
      game_.lay(request_.first);
      take(game_.layout(), board);
    }
    return board;
  }

 private:
  static typename Boards::GameRules rules_for(const BoardRequest& request) {
    if constexpr (kIsOnGrid)
      return rules_of(request.board, request.rule);
    else
      return graph_rules_of(request.board, request.rule);
  }

  [[noreturn]] void fail_without(std::uint64_t number, std::string_view why) const {
    throw RunError(fmt::format(
        "board {}: each of {} layouts {}, a lower mine density, a smaller board, or more tries (--max-tries)",
        number, with_commas(request_.most_tries), why));
  }

  // Plays the layout of the try once more, which must need no guess.
  void certify_digs(const sim::GameId& id, std::uint64_t attempt, GeneratedBoard& board) {
    if (request_.is_certified) board.certificate.push_back({request_.first});
    const bool is_solved =
        layouts_.solves(id, attempt, request_.first, [&](const View& view, const solvers::Move& dig) {
          if (request_.is_certified) board.certificate.push_back(certify<Boards>(view, dig.cell));
        });
    if (!is_solved) throw std::logic_error("a layout that needed no guess needs one now");
  }

  void take(const Layout& layout, GeneratedBoard& board) {
    board.mines.assign(layout.mines().begin(), layout.mines().end());
    std::ranges::sort(board.mines);
    board.statistics = count(counter_, layouts_.game().rules().board(), layout);
  }

  const BoardRequest& request_;
  std::uint64_t key_;
  std::conditional_t<kIsOnGrid, sim::BoardCounter, sim::GraphCounter> counter_;
  std::shared_ptr<std::vector<sim::Cell>> mines_ = std::make_shared<std::vector<sim::Cell>>();
  std::optional<solvers::RepairedLayoutsOf<Boards>> repaired_;
  solvers::NoGuessLayoutsOf<Boards> layouts_;
  typename Boards::Game game_;  // where layouts may need a guess
};

}  // namespace

void generate_boards(const BoardRequest& request, std::uint64_t first, std::uint64_t count,
                     std::size_t threads, const std::atomic<bool>& interrupt,
                     const std::function<void(const GeneratedBoard&)>& take) {
  std::vector<std::unique_ptr<BoardMaker>> makers;  // [slot]
  makers.reserve(threads);
  for (std::size_t i = 0; i < threads; ++i)
    if (request.board.graph_board)
      makers.push_back(std::make_unique<BoardMakerOf<solvers::OnGraphs>>(request));
    else
      makers.push_back(std::make_unique<BoardMakerOf<solvers::OnGrids>>(request));
  std::vector<GeneratedBoard> in_flight(threads * kBoardsPerThread);
  std::uint64_t next = first;
  in_order_until(
      interrupt, on_threads(threads), in_flight,
      [&](GeneratedBoard& board) {
        if (next == first + count) return false;
        board.number = next++;
        return true;
      },
      [&](GeneratedBoard& board, std::size_t slot) { board = makers[slot]->make(board.number); }, take);
}

boost::json::object to_json(const BoardRequest& request, const GeneratedBoard& board) {
  const sim::BoardStatistics& statistics = board.statistics;
  boost::json::object line{{"board", board.number}};
  add_shape(line, request.board);
  boost::json::array mines;
  for (const sim::Cell mine : board.mines) mines.push_back(cell_json(request.board, mine));
  line["rule"] = sim::name_of(request.rule);
  line["first"] = cell_json(request.board, request.first);
  line["mines"] = std::move(mines);
  line["bv3"] = statistics.three_bv;
  line["openings"] = statistics.openings;
  line["isolated"] = statistics.three_bv - statistics.openings;
  line["tries"] = board.tries;
  if (request.board.guessing != Guessing::allowed) {
    line["method"] = row_of(request.board.guessing).method;
    line["uniform"] = request.board.guessing == Guessing::none;
    if (request.board.guessing != Guessing::none) line["moved"] = board.moved_mines;
    if (request.board.guessing == Guessing::walked) line["steps"] = request.walk_steps;
  }
  if (!request.is_certified) return line;
  boost::json::array certificate;
  for (const CertifiedDig& dig : board.certificate) {
    boost::json::array numbers;
    for (const sim::Cell number : dig.numbers) numbers.push_back(cell_json(request.board, number));
    certificate.push_back(boost::json::object{{"dig", cell_json(request.board, dig.cell)},
                                              {"reason", dig.reason},
                                              {"numbers", std::move(numbers)}});
  }
  line["certificate"] = std::move(certificate);
  return line;
}

GeneratedBoard board_of(const BoardRequest& request, const boost::json::value& line) {
  GeneratedBoard board;
  try {
    board.number = line.at("board").to_number<std::uint64_t>();
    board.tries = line.at("tries").to_number<std::uint64_t>();
    for (const boost::json::value& mine : line.at("mines").as_array()) {
      std::vector<std::uint64_t> coordinates;
      if (mine.is_array())
        for (const boost::json::value& value : mine.get_array())
          coordinates.push_back(value.to_number<std::uint64_t>());
      else
        coordinates.push_back(mine.to_number<std::uint64_t>());
      const auto cell = cell_at(request.board, coordinates);
      if (!cell) throw std::invalid_argument("a mine outside the board");
      board.mines.push_back(*cell);
    }
  } catch (const std::exception& wrong) {
    throw std::invalid_argument(wrong.what());
  }
  if (request.board.graph_board) {
    const sim::Graph& graph = *request.board.graph_board->graph;
    std::ranges::sort(board.mines);
    std::vector<std::uint8_t> numbers;
    for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell)
      numbers.push_back(number_at(graph, cell, board.mines));
    board.statistics = sim::GraphCounter().count(graph, board.mines, numbers);
    return board;
  }
  const sim::Grid grid(request.board.rows, request.board.cols, request.board.topology);
  sim::Layout layout(grid);
  layout.set_mines(board.mines);
  board.statistics = sim::BoardCounter().count(layout);
  return board;
}

}  // namespace sapper::experiments::minesweeper
