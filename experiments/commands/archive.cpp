// `sapper archive REPORT... -o FILE.zip`: reports and all that belongs to them as one research object.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/report_input.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/config_difference.hpp"
#include "experiments/figures/figure_kinds.hpp"
#include "experiments/figures/image_format.hpp"
#include "experiments/figures/render.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/pages/methods.hpp"
#include "experiments/pages/report_page.hpp"
#include "experiments/pages/ro_crate.hpp"
#include "experiments/report/report_results.hpp"
#include "experiments/report/verification.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/program_file.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/support/bibtex.hpp"
#include "experiments/support/compression.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/file_identity.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/portable_name.hpp"
#include "experiments/support/text.hpp"
#include "experiments/support/zip_writer.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;
namespace bj = boost::json;

constexpr std::string_view kMetadata = "ro-crate-metadata.json";
constexpr std::size_t kReadmeWidth = 100;

struct ArchiveOptions {
  std::vector<std::string> reports;
  std::vector<std::string> games;
  RecordFilter games_where = RecordFilter::all;  // of all of them
  std::optional<fs::path> output;
  std::vector<std::string> configs;  // as they were written
  std::optional<std::string> title;
  std::optional<std::string> license;
  bool force = false;
};

// What the archive says of when it was made: the day of the latest run, so that its bytes follow from its files.
std::string day_of(const std::vector<figures::DataFile>& files) {
  std::string latest;
  for (const figures::DataFile& file : files)
    latest = std::max(latest, file.report->environment_text("started").substr(0, 10));
  const bool is_day = latest.size() == 10 && latest[4] == '-' && latest[7] == '-';
  return is_day ? latest : "1970-01-01";
}

class Archive {
 public:
  Archive(const ArchiveOptions& options, OutputFile& output) : options_(options), zip_(output) {
    for (const auto* const files : {&options.reports, &options.games, &options.configs})
      for (const std::string& file : *files) states_[file] = state_of(file);
  }

  void write() {
    for (Report& report : load_reports(options_.reports)) {
      // The page names the file in the archive, not the folders of this machine.
      report.file = free_name("report", fs::path(report.file).filename().string());
      files_.push_back(figures::data_of(std::move(report)));
    }
    describe_object();
    for (std::size_t i = 0; i < files_.size(); ++i) add_report(i);
    for (const std::string& file : options_.configs) add_written_config(file);
    for (const std::string& file : options_.games) add_records(file);
    add_page_and_figures();
    add_text("environment.json", json::to_text(environments()) + "\n", "application/json",
             "machines and builds that played, as the reports name them");
    add_text("CITATION.bib", bibtex(environment_list("sapper"), environment_list("commit")),
             "application/x-bibtex", "how to cite the program");
    crate_.citation = bibtex(environment_list("sapper"), environment_list("commit"));
    const std::string readme = pages::crate_readme(crate_);
    add_text("README.md", readme, "text/markdown", "what this is, how to check it and how to play it again");
    zip_.add(std::string(kMetadata), json::to_text(pages::ro_crate_metadata(crate_)) + "\n");
    zip_.commit();
  }
  std::size_t file_count() const { return crate_.files.size() + 1; }

 private:
  void describe_object() {
    for (const figures::DataFile& file : files_) {
      const CommonConfig& common = file.report->experiment->common();
      crate_.name += (crate_.name.empty() ? "" : ", ") + common.name;
      if (!common.note.empty()) crate_.description += common.note + '\n';
    }
    if (options_.title) crate_.name = *options_.title;
    if (crate_.description.empty())
      crate_.description =
          fmt::format("{} of sapper: configs, results, figures", count_text(files_.size(), "report"));
    crate_.date = day_of(files_);
    crate_.license = options_.license.value_or("");
    crate_.version = std::string(version());
  }

  void add_report(std::size_t index) {
    const figures::DataFile& file = files_[index];
    const Experiment& experiment = *file.report->experiment;
    pages::CrateRun run;
    run.name = experiment.common().name;
    run.started = file.report->environment_text("started");
    run.build = file.report->build_id();
    run.methods = pages::methods_of(file, kReadmeWidth);
    run.methods.resize(std::min(run.methods.find("\n\n"), run.methods.size()));  // the program is cited once
    run.config = free_name("config", stem_of(file.name) + ".json");
    run.report = file.name;
    run.more_results.push_back(free_name("tables", stem_of(file.name) + ".csv"));
    add_text(run.config, json::to_text(experiment.config()) + "\n", "application/json",
             "the experiment, every default filled in: `sapper run` plays it again");
    add_file(run.report, options_.reports[index], "application/json", "the report of the run");
    add_text(run.more_results.front(), text_of(*file.report, write_csv), "text/csv",
             "the results as a table, one row per case and strategy");
    crate_.runs.push_back(std::move(run));
    add_files_beside(index);
  }

  // What config and report name by its hash lies beside each of them, where they look for it.
  void add_files_beside(std::size_t index) {
    const Experiment& experiment = *files_[index].report->experiment;
    refuse_missing_file(experiment, options_.reports[index]);
    for (const fs::path& file : files_beside_report_of(experiment)) {
      const std::string name = file.filename().string();
      const std::string hash = hash_of_file(file);
      const auto [known, is_new] = beside_.try_emplace(lower_case(name), hash);
      if (!is_new && known->second == hash) continue;
      states_.try_emplace(file.string(), state_of(file));
      for (const std::string_view folder : {"config", "report"}) {
        const std::string path = fmt::format("{}/{}", folder, name);
        if (!names_.insert(lower_case(path)).second)
          throw InputError::in_file(
              file.string(),
              fmt::format("would be {}, as another file of the archive; archive its report by itself", path));
        add_file(path, file.string(), "application/json",
                 fmt::format("a board of {}, which names it by its hash", files_[index].name));
      }
    }
  }

  // The config from which a report was played, perhaps with options of the command line in place of some of its values.
  void add_written_config(const std::string& file) {
    std::string wrong;
    std::optional<InputError> failure;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const Experiment& played = *files_[i].report->experiment;
      const bj::object config = played.config();
      ConfigOverrides overrides{.seed = played.common().seed, .games = played.common().games};
      if (const bj::value* const judged = config.if_contains("judge"))
        overrides.judged_games = judged->to_number<std::uint64_t>();
      std::string difference;
      try {
        difference = difference_of(load_experiment(file, overrides)->config(), config, GameCounts::compared);
      } catch (const InputError& error) {  // a config of another report may not be played with these options
        if (!failure) failure = error;
        continue;
      }
      if (!difference.empty()) {
        if (wrong.empty()) wrong = difference;
        continue;
      }
      pages::CrateRun& run = crate_.runs[i];
      if (!run.written_config.empty()) continue;
      const std::unique_ptr<Experiment> written = load_experiment(file);
      std::string with;
      if (written->common().games != played.common().games)
        with += fmt::format(" --games {}", played.common().games);
      if (written->common().seed != played.common().seed)
        with += fmt::format(" --seed {}", played.common().seed);
      if (overrides.judged_games && !written->config().contains("judge"))
        with += fmt::format(" --judge {}", *overrides.judged_games);
      run.written_config = free_name("config", stem_of(run.report) + ".as-written.json");
      add_file(run.written_config, file, "application/json",
               "the config as its author wrote it" + (with.empty() ? "" : ", played with" + with));
      return;
    }
    if (wrong.empty() && failure) throw InputError(*failure);
    throw InputError::in_file(
        file, fmt::format("is not the config of {} ({}); expected that of one of them, each once",
                          files_.size() == 1 ? "the report" : "any of the reports",
                          wrong.empty() ? "which has it already" : wrong));
  }

  // The run whose records they are, as `verify` finds. InputError if they are of none of them, or not whole.
  pages::CrateRun& run_of_records(const std::string& file) {
    constexpr std::uint64_t kSample = 100;
    std::string wrong;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const Report& report = *files_[i].report;
      if (!report.experiment->parts().has_records) continue;
      const std::uint64_t sample = commands_of(*report.experiment).empty() ? kSample : 0;
      const Verification checked =
          verify_records(report, file, options_.games_where, sample, 1, [](auto...) {});
      if (checked.passed()) return crate_.runs[i];
      if (wrong.empty())
        wrong = fmt::format("{}: {}", printable_file(options_.reports[i]), checked.differences.front());
    }
    throw InputError::in_file(
        file,
        fmt::format("does not hold the records of {} ({}); expected all of them, or those of --games-where",
                    files_.size() == 1 ? "the report" : "any of the reports",
                    wrong.empty() ? "this kind of game has none" : wrong));
  }

  void add_records(const std::string& file) {
    pages::CrateRun& run = run_of_records(file);
    const Compression compression = compression_of(fs::path(file));
    constexpr std::array<std::string_view, 3> kEndings{".jsonl", ".jsonl.gz", ".jsonl.zst"};
    const std::string path = free_name(
        "records", stem_of(run.report) + std::string(kEndings[compression == Compression::gzip   ? 1
                                                              : compression == Compression::zstd ? 2
                                                                                                 : 0]));
    add_file(path, file,
             compression == Compression::gzip   ? "application/gzip"
             : compression == Compression::zstd ? "application/zstd"
                                                : "application/jsonl",
             "records of games, one line of JSON each (sapper-games/1)", compression != Compression::none);
    run.more_results.push_back(path);
  }

  void add_page_and_figures() {
    // Without the engine, which not every machine has: an archive has the same bytes wherever it is made.
    add_text("report.html", pages::report_page(files_, pages::PageEngine::left_out), "text/html",
             "a page of the reports: tables, figures, provenance");
    for (const figures::Figure& figure : figures::figures_of(files_)) {
      try {
        const std::string svg = figures::render(figure, figures::ImageFormat::svg);
        add_text(free_name("figures", figure.name + ".svg"), svg, "image/svg+xml", figure.caption);
      } catch (const figures::GnuplotMissing&) {
        return;  // the page says so
      }
    }
  }

  bj::array environments() const {
    bj::array all;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      bj::object environment = files_[i].report->environment;
      environment["report"] = crate_.runs[i].report;
      environment["wall_s"] = files_[i].report->wall_s;
      environment["threads"] = files_[i].report->threads;
      all.push_back(std::move(environment));
    }
    return all;
  }

  // What the environments name: `abc, def`.
  std::string environment_list(std::string_view key) const {
    std::set<std::string> texts;
    for (const figures::DataFile& file : files_)
      if (std::string text = file.report->environment_text(key); !text.empty()) texts.insert(std::move(text));
    return fmt::format("{}", fmt::join(texts, ", "));
  }

  // The name that all files of a report have in common: `classic` of `report/classic.report.json`.
  static std::string stem_of(const std::string& report) {
    std::string stem = fs::path(report).filename().string();
    for (const std::string_view ending : {".json", ".report"})
      if (stem.ends_with(ending) && stem.size() > ending.size()) stem.resize(stem.size() - ending.size());
    return stem;
  }

  // FOLDER/NAME, or FOLDER/2-NAME where that is taken, as on systems that do not distinguish capitals.
  std::string free_name(std::string_view folder, std::string_view wanted) {
    const std::string name = portable_name(wanted);
    std::string path = fmt::format("{}/{}", folder, name);
    for (int number = 2; !names_.insert(lower_case(path)).second; ++number)
      path = fmt::format("{}/{}-{}", folder, number, name);
    return path;
  }
  void add_text(const std::string& path, std::string_view text, std::string media_type,
                std::string description) {
    zip_.add(path, text);
    crate_.files.push_back({path, std::move(media_type), std::move(description), text.size()});
  }
  void add_file(const std::string& path, const std::string& file, std::string media_type,
                std::string description, bool is_compressed = false) {
    const std::uint64_t size = zip_.add_file(path, file, is_compressed);
    // What was read of it before is to be what the archive holds.
    if (state_of(file) != states_.at(file))
      throw InputError::in_file(file, "was changed while it was archived; archive it again");
    crate_.files.push_back({path, std::move(media_type), std::move(description), size});
  }

  const ArchiveOptions& options_;
  ZipWriter zip_;
  std::map<std::string, std::optional<FileState>>
      states_;  // of what goes in, by name, before any of it was read
  std::vector<figures::DataFile> files_;
  pages::ResearchCrate crate_;
  std::set<std::string> names_;
  std::map<std::string, std::string>
      beside_;  // the hashes of files beside reports, by their names in lower case
};

// Files are read several times: they are checked, and copied.
void refuse_pipes(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    std::error_code ignored;
    const fs::file_status status = fs::status(file, ignored);
    if (file == "-" || (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)))
      throw InputError::in_file(
          file, "is not a file; expected the name of one, which archive checks and copies: save it first");
  }
}

int archive(const ArchiveOptions& options) {
  constexpr std::array<std::string_view, 1> kEndings{".zip"};
  const fs::path& file =
      needed_output(options.output, "archive: -o FILE.zip is missing: where the archive goes", kEndings);
  if (options.license && !options.license->starts_with("https://") &&
      !options.license->starts_with("http://"))
    throw InputError::in_value("--license", *options.license,
                               "expected a URL, such as https://creativecommons.org/licenses/by/4.0/");
  if (options.games.empty() && options.games_where != RecordFilter::all)
    throw InputError("archive: --games-where goes with --games only");
  for (const auto* const files : {&options.reports, &options.games, &options.configs}) refuse_pipes(*files);
  if (options.title && printable(*options.title, options.title->size()) != *options.title)
    throw InputError::in_value("--title", *options.title, "expected printable characters in one line");
  InputFiles inputs(options.reports);
  for (const auto* const files : {&options.games, &options.configs})
    for (const std::string& input : *files) inputs.add(input);
  OutputFile output(file, inputs, overwrite_policy(options.force));
  Archive made(options, output);
  made.write();
  print(fmt::format("{} of {}: {}\n", count_text(made.file_count(), "file"),
                    count_text(options.reports.size(), "report"), printable_file(file)));
  return 0;
}

void add_archive_options(CommandSyntax& syntax, ArchiveOptions& options) {
  syntax.option("-o, --output", "FILE", "the archive, .zip", path(options.output));
  OptionValue records = more_files(options.games);
  records.is_repeatable = true;
  syntax.option("--games", "FILE", "records of games that go in too; may be given several times", records);
  add_games_where(syntax, options.games_where, "which games the records are of");
  OptionValue configs = more_files(options.configs);
  configs.is_repeatable = true;
  syntax.option("--config", "FILE",
                "the config of a report as it was written, which goes in too; may be given several times",
                configs);
  syntax.option("--title", "TEXT", "the title of the object", text(options.title), "the reports' names");
  syntax.option("--license", "URL", "the licence of the data", text(options.license), "none is named");
  add_force(syntax, options.force);
  syntax.arguments("REPORT", "reports of sapper run or merge", more_files(options.reports), 1, kMostReports);
}

}  // namespace

Command archive_command() {
  return {
      .name = "archive",
      .summary = "put reports and all that belongs to them into one research object",
      .details =
          "A ZIP file of the configs, the reports, their tables, the page with its figures (by gnuplot, "
          "where it is installed), the environment, a citation, records where --games names them, README.md, "
          "which says what is in it and how to check and repeat it, and ro-crate-metadata.json, the same for "
          "programs (RO-Crate 1.1). Configs are written with every default filled in; --config adds them as "
          "their author wrote them. All files of a report have its name. Every report is checked before, "
          "and records are compared with their report, as `verify` does. The same files give the same "
          "bytes, wherever they are. In names, _ stands for what some systems cannot hold.",
      .examples = {"sapper archive classic.report.json --games games.jsonl.zst -o classic.zip",
                   "sapper archive a.report.json --config a.json --title \"My study\" -o study.zip"},
      .declare = declared(add_archive_options, archive)};
}

}  // namespace sapper::experiments
