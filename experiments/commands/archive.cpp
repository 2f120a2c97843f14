// `sapper archive REPORT... -o FILE.zip`: reports and all that belongs to them as one research object.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/figures/figure_kinds.hpp"
#include "experiments/figures/render.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/pages/report_page.hpp"
#include "experiments/pages/ro_crate.hpp"
#include "experiments/report/report_results.hpp"
#include "experiments/report/verification.hpp"
#include "experiments/support/compression.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;
namespace bj = boost::json;

constexpr std::string_view kMetadata = "ro-crate-metadata.json";

struct ArchiveOptions {
  std::vector<std::string> reports;
  std::vector<std::string> games;
  RecordFilter games_where = RecordFilter::all;  // of all of them
  std::optional<fs::path> output;
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
  Archive(const ArchiveOptions& options, OutputFile& output) : options_(options), zip_(output) {}

  void write() {
    for (Report& report : load_reports(options_.reports)) {
      // The page names the file in the archive, not the folders of this machine.
      report.file = free_name("report", fs::path(report.file).filename().string());
      files_.push_back(figures::data_of(std::move(report)));
    }
    describe_object();
    for (std::size_t i = 0; i < files_.size(); ++i) add_report(i);
    for (const std::string& file : options_.games) add_records(file);
    add_page_and_figures();
    add_text("environment.json", json::to_text(environments()) + "\n", "application/json",
             "machines and builds that played, as the reports name them");
    add_text("CITATION.bib", bibtex(environment_list("sapper"), environment_list("commit")),
             "application/x-bibtex", "how to cite the program");
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
    if (crate_.description.empty())
      crate_.description =
          fmt::format("{} of sapper: configs, results, figures", counted(files_.size(), "report"));
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
    run.config = free_name("config", run.name + ".json");
    run.report = file.name;
    run.more_results.push_back(free_name("tables", run.name + ".csv"));
    add_text(run.config, json::to_text(experiment.config()) + "\n", "application/json",
             "the experiment, every default filled in: `sapper run` plays it again");
    add_file(run.report, options_.reports[index], "application/json", "the report of the run");
    add_text(run.more_results.front(), text_of(*file.report, write_csv), "text/csv",
             "the results as a table, one row per case and strategy");
    crate_.runs.push_back(std::move(run));
  }

  // The run whose records they are, as `verify` finds. InputError if they are of none of them, or not whole.
  pages::CrateRun& run_of_records(const std::string& file) {
    constexpr std::uint64_t kSample = 100;
    std::string wrong;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const Report& report = *files_[i].report;
      if (!report.experiment->has_records()) continue;
      const std::uint64_t sample = report.experiment->commands().empty() ? kSample : 0;
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
    const std::string path = free_name("records", fs::path(file).filename().string());
    add_file(path, file,
             compression == Compression::gzip   ? "application/gzip"
             : compression == Compression::zstd ? "application/zstd"
                                                : "application/jsonl",
             "records of games, one line of JSON each (sapper-games/1)", compression != Compression::none);
    run.more_results.push_back(path);
  }

  void add_page_and_figures() {
    add_text("report.html", pages::report_page(files_), "text/html",
             "a page of the reports: tables, figures, provenance");
    for (const figures::Figure& figure : figures::figures_of(files_)) {
      try {
        const std::string svg = figures::render(figure, figures::Format::svg);
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
    crate_.files.push_back({path, std::move(media_type), std::move(description), size});
  }

  const ArchiveOptions& options_;
  ZipWriter zip_;
  std::vector<figures::DataFile> files_;
  pages::Crate crate_;
  std::set<std::string> names_;
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
  if (!options.output) throw InputError("archive: -o FILE.zip is missing: where the archive goes");
  if (lower_case(options.output->extension().string()) != ".zip")
    throw InputError::in_file(options.output->string(), "expected a name that ends in .zip");
  if (options.license && !options.license->starts_with("https://") &&
      !options.license->starts_with("http://"))
    throw InputError::in_value("--license", *options.license,
                               "expected a URL, such as https://creativecommons.org/licenses/by/4.0/");
  if (options.games.empty() && options.games_where != RecordFilter::all)
    throw InputError("archive: --games-where goes with --games only");
  for (const auto* const files : {&options.reports, &options.games}) refuse_pipes(*files);
  Inputs inputs(options.reports);
  for (const std::string& file : options.games) inputs.add(file);
  OutputFile output(*options.output, inputs, existing(options.force));
  Archive made(options, output);
  made.write();
  print(fmt::format("{} of {}: {}\n", counted(made.file_count(), "file"),
                    counted(options.reports.size(), "report"), printable_file(*options.output)));
  return 0;
}

void add_archive_options(Syntax& syntax, ArchiveOptions& options) {
  syntax.option("-o, --output", "FILE", "the archive, .zip", path(options.output));
  Value records = more_files(options.games);
  records.is_repeatable = true;
  syntax.option("--games", "FILE", "records of games that go in too; may be given several times", records);
  add_games_where(syntax, options.games_where, "which games the records are of");
  syntax.option("--license", "URL", "the licence of the data", text(options.license), "none is named");
  add_force(syntax, options.force);
  syntax.arguments("REPORT", "reports of sapper run or merge", more_files(options.reports), 1, kMostReports);
}

}  // namespace

Command archive_command() {
  return {.name = "archive",
          .summary = "put reports and all that belongs to them into one research object",
          .details =
              "A ZIP file of the configs, the reports, their tables, the page with its figures (by gnuplot, "
              "where it is installed), the environment, a citation, records where --games names them, and "
              "ro-crate-metadata.json, which describes them (RO-Crate 1.1). Every report is checked before, "
              "and records are compared with their report, as `verify` does. The same files give the same "
              "bytes, wherever they are. In names, _ stands for what some systems cannot hold.",
          .examples = {"sapper archive classic.report.json --games games.jsonl.zst -o classic.zip",
                       "sapper archive a.report.json b.report.json -o study.zip"},
          .declare = declared(add_archive_options, archive)};
}

}  // namespace sapper::experiments
