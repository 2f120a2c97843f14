#include "experiments/kinds/load_experiment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>

#include "experiments/kinds/go/go_experiment.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/kinds/tablet/tablet_experiment.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/support/file_kind.hpp"
#include "experiments/support/json/parts.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

// Configs of the largest sweeps take tens of megabytes.
constexpr json::Limits kConfigLimits{std::size_t{1} << 29, json::PartReader::kMostValues, 64};

// A kind of game consists of its row here and its folder.
struct KindOfGame {
  std::string_view name;
  std::unique_ptr<Experiment> (*make)(const json::Document& document, const fs::path& folder,
                                      const ConfigOverrides& overrides);
};
constexpr std::array kKinds{KindOfGame{minesweeper::kKindOfGame, minesweeper::make_experiment},
                            KindOfGame{tablet::kKindOfGame, tablet::make_experiment},
                            KindOfGame{go::kKindOfGame, go::make_experiment}};

std::unique_ptr<Experiment> make_experiment(const json::Document& document, const fs::path& folder,
                                            const ConfigOverrides& overrides) {
  const json::Node root(document);
  if (!root.is(json::Kind::object)) root.fail_value("expected an object, an experiment config");
  const std::array<std::string_view, 1> schemas{kConfigSchema};
  if (!root.find("schema"))
    root.fail(fmt::format(" lacks the key \"schema\"; add the line \"schema\": \"{}\",", kConfigSchema));
  root.need("schema").as_choice(schemas, "the format of this program's configs");
  const std::vector<std::string_view> names = kinds_of_experiment();
  std::size_t kind = 0;
  if (const auto node = root.find("game")) {
    if (node->is(json::Kind::number))
      node->fail_value(fmt::format("expected a kind of game ({}); how many are played is \"games\"",
                                   fmt::join(names, ", ")));
    kind = node->as_choice(names, "a kind of game");
  }
  std::unique_ptr<Experiment> experiment = kKinds[kind].make(document, folder, overrides);
  if (const auto& stop = experiment->common().stop;
      stop && stop->needs_risks() && !experiment->parts().has_risks) {
    const json::Node node = root.need("stop");
    (stop->sprt ? node.need("sprt").need("difference") : node.need("interval"))
        .fail_value("this kind of game has no risks to adjust win rates by; omit it");
  }
  if (overrides.judged_games && !experiment->parts().has_risks)
    throw InputError("--judge: this kind of game has no exact risks and win chances to judge digs by");
  check_stop_labels(experiment->common().stop, experiment->labels(), root);
  return experiment;
}

// Creates the experiments of reports, reusing the last one for reports with the same config.
class ExperimentMaker {
 public:
  std::shared_ptr<const Experiment> operator()(std::string config, const std::string& file) {
    if (!experiment_ || config != config_) {
      experiment_ = make_experiment(json::Document::parse(config, file, kConfigLimits),
                                    fs::path(file).parent_path(), {});
      config_ = std::move(config);
    }
    return experiment_;
  }

 private:
  std::string config_;
  std::shared_ptr<const Experiment> experiment_;
};

}  // namespace

std::vector<std::string_view> kinds_of_experiment() {
  std::vector<std::string_view> names;
  names.reserve(std::size(kKinds));
  for (const KindOfGame& kind : kKinds) names.push_back(kind.name);
  return names;
}

std::unique_ptr<Experiment> load_experiment(const fs::path& file, const ConfigOverrides& overrides) {
  if (looks_like_report(file)) return experiment_of(load_report(file), overrides);
  refuse_other_kinds(file, {FileKind::config}, fmt::format("an experiment config ({})", kConfigSchema));
  return make_experiment(json::Document::read(file), file.parent_path(), overrides);
}

std::unique_ptr<Experiment> experiment_of(const Report& report, const ConfigOverrides& overrides) {
  return make_experiment(
      json::Document::parse(json::to_text(report.experiment->config(), 2), report.file, kConfigLimits),
      fs::path(report.file).parent_path(), overrides);
}

std::unique_ptr<Experiment> parse_experiment(std::string text, const std::string& name,
                                             const fs::path& folder, const ConfigOverrides& overrides) {
  return make_experiment(json::Document::parse(std::move(text), name), folder, overrides);
}

Report load_report(const fs::path& file) { return read_report(file, ExperimentMaker()); }

std::vector<Report> load_reports(std::span<const std::string> files) {
  ExperimentMaker make;
  std::vector<Report> reports;
  for (const std::string& file : files) reports.push_back(read_report(file, std::ref(make)));
  return reports;
}

}  // namespace sapper::experiments
