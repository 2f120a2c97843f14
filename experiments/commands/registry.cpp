// The list of commands. To add one, declare its function and add it to the list.
#include <array>
#include <span>

#include "experiments/cli/command.hpp"

namespace sapper::experiments {

Command analyze_command();
Command archive_command();
Command boards_command();
Command bound_command();
Command clicks_command();
Command compare_command();
Command gtp_command();
Command help_command();
Command judge_command();
Command list_command();
Command merge_command();
Command methods_command();
Command page_command();
Command play_command();
Command plot_command();
Command positions_command();
Command report_command();
Command review_command();
Command run_command();
Command scale_command();
Command score_command();
Command solve_command();
Command table_command();
Command thresholds_command();
Command tune_command();
Command validate_command();
Command verify_command();

std::span<const Command> commands() {
  static const std::array all{
      run_command(),        analyze_command(), validate_command(),  list_command(),  scale_command(),
      tune_command(),       merge_command(),   compare_command(),   plot_command(),  table_command(),
      thresholds_command(), methods_command(), report_command(),    judge_command(), review_command(),
      verify_command(),     archive_command(), positions_command(), score_command(), boards_command(),
      play_command(),       clicks_command(),  bound_command(),     page_command(),  solve_command(),
      gtp_command(),        help_command(),
  };
  return all;
}

}  // namespace sapper::experiments
