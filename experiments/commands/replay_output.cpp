#include "experiments/commands/replay_output.hpp"

#include <boost/json/serialize.hpp>

#include "experiments/commands/console.hpp"
#include "experiments/pages/replay_page.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

int show_replay(const Experiment& experiment, std::size_t case_number, std::uint64_t game,
                const std::string* label, const ReplayOutput& output) {
  if (!output.file || *output.file == "-") {
    print(output.json ? json::to_text(experiment.replay_json(case_number, game, label)) + "\n"
                      : experiment.replay(case_number, game, label));
    return 0;
  }
  const std::string ending = lower_case(output.file->extension().string());
  if (ending != ".html" && ending != ".json")
    throw InputError::in_file(output.file->string(),
                              "expected a name that ends in .html or .json for a replay");
  const std::filesystem::path path = check_output(*output.file);
  const boost::json::object replay = experiment.replay_json(case_number, game, label);
  AtomicFile file(path);
  file.write(ending == ".html" ? pages::replay_page(replay) : json::to_text(replay) + "\n");
  file.commit();
  if (output.json) print(json::to_text(replay) + "\n");
  return 0;
}

}  // namespace sapper::experiments
