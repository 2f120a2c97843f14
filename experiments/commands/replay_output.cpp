#include "experiments/commands/replay_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <string_view>

#include "experiments/cli/console.hpp"
#include "experiments/pages/replay_page.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

struct NamedGame {
  std::size_t case_number = 0;
  std::uint64_t game = 0;
  std::optional<std::string> strategy;  // of a record
};

NamedGame read_record(const Experiment& experiment, const std::string& line) {
  const json::Document document = json::Document::parse(line, "--replay");
  const json::Node record(document);
  NamedGame named;
  named.case_number = record.need("case").as_whole(0, experiment.case_count() - 1);
  named.game = record.need("game").as_whole(0, experiment.common().games - 1);
  if (const auto strategy = record.find("strategy")) named.strategy = strategy->as_string();
  return named;
}

NamedGame read_numbers(const Experiment& experiment, std::string_view text) {
  const auto read = [&](std::string_view part, const char* what, std::uint64_t most) {
    if (const auto number = sim::parse_whole_number(part, most)) return *number;
    throw InputError(
        fmt::format("--replay is \"{}\"; expected CASE:GAME, with {} from 0 to {}, or the record of a game",
                    printable(text), what, most));
  };
  std::string_view rest = text;
  NamedGame named;
  named.case_number = read(take_until(rest, ':'), "CASE", experiment.case_count() - 1);
  named.game = read(rest, "GAME", experiment.common().games - 1);
  return named;
}

}  // namespace

int show_replay(const Experiment& experiment, const std::string& which,
                const std::optional<std::string>& strategy, const ReplayOutput& output) {
  const NamedGame named =
      which.starts_with('{') ? read_record(experiment, which) : read_numbers(experiment, which);
  const std::optional<std::string>& chosen = strategy ? strategy : named.strategy;
  const std::string* const label = chosen ? &*chosen : nullptr;
  if (!output.file || *output.file == "-") {
    print(output.json ? json::to_text(experiment.replay_json(named.case_number, named.game, label)) + "\n"
                      : experiment.replay(named.case_number, named.game, label));
    return 0;
  }
  const std::string ending = lower_case(output.file->extension().string());
  if (ending != ".html" && ending != ".json")
    throw InputError::in_file(output.file->string(),
                              "expected a name that ends in .html or .json for a replay");
  OutputFile file(*output.file, output.inputs, output.existing);
  const boost::json::object replay = experiment.replay_json(named.case_number, named.game, label);
  file.write(ending == ".html" ? pages::replay_page(replay) : json::to_text(replay) + "\n");
  file.commit();
  if (output.json) print(json::to_text(replay) + "\n");
  return 0;
}

}  // namespace sapper::experiments
