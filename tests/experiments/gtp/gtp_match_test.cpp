// Matches against GNU Go through the protocol: every move must be legal for the other side, and both must reach
// the same score. Skipped where gnugo is not installed.
#include "experiments/gtp/gtp_engine.hpp"
#include "sim/go/text.hpp"
#include "tests/support/gtp_program.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::go {
namespace {

using tests::GtpProgram;

// Debian installs games in a folder that is not in every PATH.
std::optional<std::string> gnugo_path() {
  std::string path = std::getenv("PATH") != nullptr ? std::getenv("PATH") : "";
  path += ":/usr/games:/usr/local/games";
  for (std::size_t first = 0; first < path.size();) {
    const std::size_t end = std::min(path.find(':', first), path.size());
    const std::filesystem::path file = std::filesystem::path(path.substr(first, end - first)) / "gnugo";
    if (std::filesystem::exists(file)) return file.string();
    first = end + 1;
  }
  return std::nullopt;
}

std::string text_of(const std::string& answer) { return answer.size() > 2 ? answer.substr(2) : ""; }

class Match {
 public:
  Match(const std::string& gnugo, const GtpOptions& options, unsigned seed)
      : engine_(options),
        gnugo_({gnugo, "--mode", "gtp", "--level", "1", "--chinese-rules", "--positional-superko",
                "--forbid-suicide", "--capture-all-dead", "--seed", std::to_string(seed)}) {
    both("boardsize " + std::to_string(options.size));
    both("clear_board");
    both("komi 6.5");
  }

  // Plays until both have passed. Our side passes only as a last resort, so that all dead stones are captured.
  void play(bool is_ours_black) {
    const int points = engine_.game().rules().size * engine_.game().rules().size;
    int passes = 0;
    for (int move = 0; passes < 2; ++move) {
      ASSERT_LT(move, 10 * points) << "the match does not end";
      const bool is_black = move % 2 == 0;
      const std::string color = is_black ? "black" : "white";
      const bool is_ours = is_black == is_ours_black;
      const std::string generated =
          is_ours ? ours("kgs-genmove_cleanup " + color) : gnugo_.ask("genmove " + color);
      ASSERT_EQ(generated.front(), '=') << generated;
      const std::string vertex = text_of(generated);
      const std::string sent = "play " + color + ' ' + vertex;
      const std::string answer = is_ours ? gnugo_.ask(sent) : ours(sent);
      ASSERT_EQ(answer.front(), '=') << sent << ": " << answer << '\n' << ours("showboard");
      passes = vertex == "pass" || vertex == "PASS" ? passes + 1 : 0;
      ++moves_;
    }
  }

  void expect_same_board_and_score() {
    for (const std::string color : {"black", "white"}) {
      std::istringstream theirs(text_of(gnugo_.ask("list_stones " + color)));
      std::set<std::string> stones;
      for (std::string stone; theirs >> stone;) stones.insert(stone);
      const sim::go::Board& board = engine_.game().board();
      std::set<std::string> own;
      for (int row = 0; row < board.size(); ++row)
        for (int col = 0; col < board.size(); ++col)
          if (name_of(board.color(board.at(row, col))) == color)
            own.insert(to_text(board, board.at(row, col)));
      EXPECT_EQ(own, stones);
    }
    EXPECT_EQ(text_of(ours("final_score")), text_of(gnugo_.ask("final_score"))) << ours("showboard");
  }

  int moves() const { return moves_; }

 private:
  std::string ours(const std::string& command) {
    std::string answer = engine_.reply_to(command);
    answer.resize(answer.size() - 2);
    return answer;
  }
  void both(const std::string& command) {
    ASSERT_EQ(ours(command).front(), '=');
    ASSERT_EQ(gnugo_.ask(command).front(), '=') << command;
  }

  GtpEngine engine_;
  GtpProgram gnugo_;
  int moves_ = 0;
};

struct Pairing {
  const char* name;
  int size;
  solvers::go::PlayerChoice player;
  unsigned games;
};
void PrintTo(const Pairing& pairing, std::ostream* out) {
  *out << pairing.games << " games of " << pairing.player.name();
}

class GoMatch : public testing::TestWithParam<Pairing> {};

TEST_P(GoMatch, AgainstGnuGoIsLegalAndScoredAlike) {
  const auto gnugo = gnugo_path();
  if (!gnugo) GTEST_SKIP() << "gnugo is not installed";
  const Pairing& pairing = GetParam();
  for (unsigned game = 0; game < pairing.games; ++game) {
    Match match(*gnugo, {.size = pairing.size, .komi_halves = 13, .player = pairing.player, .seed = game},
                game + 1);
    match.play(game % 2 == 0);
    if (HasFatalFailure()) return;
    match.expect_same_board_and_score();
    EXPECT_GT(match.moves(), pairing.size);
  }
}

using solvers::go::player_named;
INSTANTIATE_TEST_SUITE_P(Players, GoMatch,
                         testing::Values(Pairing{"Random5", 5, player_named("random", 1), 4},
                                         Pairing{"Random9", 9, player_named("random", 1), 2},
                                         Pairing{"Uct5", 5, player_named("uct", 300), 2},
                                         Pairing{"Uct7", 7, player_named("uct", 300), 2},
                                         Pairing{"Uct9", 9, player_named("uct", 200), 2}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace sapper::experiments::go
