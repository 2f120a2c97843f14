// `sapper play nim`: Nim, against a perfect player.
#include <optional>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/play/nim_play.hpp"
#include "experiments/play/terminal.hpp"
#include "experiments/support/errors.hpp"
#include "sim/nim/heaps.hpp"

namespace sapper::experiments {
namespace {

struct PlayNimOptions {
  std::vector<int> heaps;
  std::optional<int> most;
  bool computer_begins = false;
};

int play_nim(const PlayNimOptions& options) {
  NimPlayOptions play;
  if (!options.heaps.empty()) play.heaps = sim::nim::Heaps(options.heaps);
  if (play.heaps.total() == 0) throw InputError("play nim: every heap is empty; expected one with objects");
  play.max_taken = options.most.value_or(sim::nim::kNoLimit);
  if (options.computer_begins) play.first = NimPlayOptions::FirstPlayer::computer;
  const QuickExit quick_exit;
  play_nim(terminal_dialogue(output_stream()), play);
  return 0;
}

void add_play_nim_options(CommandSyntax& syntax, PlayNimOptions& options) {
  syntax.arguments("HEAP", "the sizes of the heaps", more_whole_numbers(options.heaps, 0, sim::nim::kMaxHeap),
                   0, sim::nim::kMaxHeaps);
  syntax.option("--most", "N", "how many objects may be taken at a time",
                whole_number(options.most, 1, sim::nim::kMaxHeap), "all of a heap");
  syntax.flag("--second", "let the computer begin", options.computer_begins);
}

}  // namespace

Command play_nim_command() {
  return {.name = "nim",
          .summary = "Nim, against a perfect player that says why",
          .details =
              "Without numbers there are three heaps, of 3, 4 and 5. In the game, why shows the "
              "nim-sum and the move that wins; a lost game ends with the first move that gave it "
              "away.",
          .examples = {"sapper play nim", "sapper play nim 3 5 7 --second", "sapper play nim 21 --most 3"},
          .declare = declared(add_play_nim_options, play_nim)};
}

}  // namespace sapper::experiments
