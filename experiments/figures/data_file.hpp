// A file that figures are drawn from: a report (sapper-report/2), a scaling report (sapper-scale/1), the trace of a tuning
// (sapper-tune/1) or a benchmark's JSON (Google Benchmark).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/report/report_results.hpp"
#include "experiments/run/case_size.hpp"
#include "experiments/support/file_kind.hpp"

namespace sapper::experiments::figures {

// One thread count of one board: medians, with minimum and maximum.
struct ScalingPoint {
  double threads = 0;
  double speed_up[3]{};  // median, least, most; the same below
  double efficiency[3]{};
  double memory_bytes = 0;           // that the games took; 0: unknown
  double processor_efficiency[3]{};  // by processor time per game, which other load does not change
  bool is_withheld = false;          // the former say nothing: other programs took cores
};
struct ScalingSeries {
  std::string label;
  bool is_total = false;  // of all boards
  std::vector<ScalingPoint> points;
  // These are the universal scalability law's, or Amdahl's, whose kappa is 0; nullopt where none was fitted.
  std::optional<double> sigma = {}, kappa = {};
  std::optional<double> physical_cores = {};
  std::optional<CaseSize> size = {};  // nullopt: of all boards, or unknown

  bool is_withheld() const;  // at some thread count
};

// A benchmark measured at several sizes.
struct BenchmarkSeries {
  std::string label;
  std::vector<std::pair<double, double>> points;  // cells, microseconds
};

// A setting while it was tuned.
struct TuningSeries {
  std::string player, setting;
  double from = 0, to = 1;
  std::vector<std::pair<double, double>> points;  // games of each side, value
};

using experiments::FileKind;

struct DataFile {
  FileKind kind = FileKind::report;  // report, scaling, tuning or benchmark
  std::string name;                  // of the file
  // These belong to FileKind::report.
  std::shared_ptr<const Report> report;
  ReportResults data;
  std::string
      baseline;  // label of the strategy that differences are taken from; empty: the one that wins most
  // These belong to the other kinds.
  std::vector<ScalingSeries> scaling;
  bool has_chosen_cases = false;  // by select(): these boards are shown, else all together
  std::vector<BenchmarkSeries> benchmarks;
  std::vector<TuningSeries> tuning;

  std::string report_name() const;  // printable
  std::string file_name() const;    // the same, without folder and ending
};

// The name of a case in figures and pages: `16 × 30`.
std::string shown_name(std::string name);

// What a figure shows of a report; empty: everything.
struct Selection {
  std::vector<std::string> strategies;
  std::vector<std::pair<std::size_t, std::size_t>> cases;  // first and last
  std::string baseline;
};
// InputError for a label or a case that no report has.
void select(std::vector<DataFile>& files, const Selection& selection);

// InputError if the file is not of one of these kinds. `-` is a report on standard input.
DataFile read_data(const std::filesystem::path& file);
DataFile data_of(Report report);

}  // namespace sapper::experiments::figures
