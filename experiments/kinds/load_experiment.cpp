#include "experiments/kinds/load_experiment.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "experiments/go/go_experiment.hpp"
#include "experiments/minesweeper/minesweeper_experiment.hpp"
#include "experiments/tablet/tablet_experiment.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

// A kind of game is its row here and its folder.
struct KindOfGame {
  std::string_view name;
  std::unique_ptr<Experiment> (*make)(const json::Document& document, const fs::path& folder,
                                      const Overrides& overrides);
};
constexpr std::array kKinds{KindOfGame{minesweeper::kKindOfGame, minesweeper::make_experiment},
                            KindOfGame{tablet::kKindOfGame, tablet::make_experiment},
                            KindOfGame{go::kKindOfGame, go::make_experiment}};

std::unique_ptr<Experiment> make_experiment(const json::Document& document, const fs::path& folder,
                                            const Overrides& overrides) {
  const json::Node root(document);
  if (!root.is(json::Kind::object)) root.fail_value("expected an object, an experiment config");
  const std::array<std::string_view, 1> schemas{kConfigSchema};
  if (!root.find("schema"))
    root.fail(fmt::format(" lacks the key \"schema\"; add the line \"schema\": \"{}\",", kConfigSchema));
  root.need("schema").as_choice(schemas, "the format of this program's configs");
  std::array<std::string_view, kKinds.size()> names;
  for (std::size_t i = 0; i < kKinds.size(); ++i) names[i] = kKinds[i].name;
  std::size_t kind = 0;
  if (const auto node = root.find("game")) kind = node->as_choice(names, "a kind of game");
  std::unique_ptr<Experiment> experiment = kKinds[kind].make(document, folder, overrides);
  if (const auto& stop = experiment->common().stop;
      stop && stop->needs_risks() && &kKinds[kind] != &kKinds[0]) {
    const json::Node node = root.need("stop");
    (stop->sprt ? node.need("sprt").need("difference") : node.need("interval"))
        .fail_value(fmt::format("only {} has risks that adjust win rates; leave it out", kKinds[0].name));
  }
  check_stop_labels(experiment->common(), experiment->labels(), root);
  return experiment;
}

}  // namespace

std::unique_ptr<Experiment> load_experiment(const fs::path& file, const Overrides& overrides) {
  if (looks_like_report(file)) return experiment_of(ReportFile::read(file), overrides);
  return make_experiment(json::Document::read(file), file.parent_path(), overrides);
}

std::unique_ptr<Experiment> experiment_of(const ReportFile& report, const Overrides& overrides) {
  return make_experiment(report.config(), fs::path(report.name).parent_path(), overrides);
}

std::unique_ptr<Experiment> parse_experiment(std::string text, const std::string& name,
                                             const fs::path& folder, const Overrides& overrides) {
  return make_experiment(json::Document::parse(std::move(text), name), folder, overrides);
}

}  // namespace sapper::experiments
