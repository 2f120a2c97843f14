// What figures and pages need of a report (sapper-report/1), a scaling report (sapper-scale/1) or a benchmark's
// JSON (Google Benchmark), read from its file. Fields that a kind of game does not have are left empty.
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/support/json/document.hpp"
#include "experiments/support/json/node.hpp"

namespace sapper::experiments::figures {

// Guesses whose exact P(mine) lay in [low, high), and how many of them lost.
struct CalibrationBin {
  double low = 0;
  double high = 0;
  double guesses = 0;
  double predicted = 0;  // the sum of their P(mine)
  double losses = 0;
};

struct Phase {
  std::string name;
  double seconds = 0;  // of all games
};

// A player's games of one case.
struct Result {
  std::size_t case_number = 0;
  std::string case_name;   // `Expert`, `16 x 30, 99 mines`, with what else the report varies
  std::string board_size;  // `16 x 30`, with what else varies but the mines
  std::string label;
  std::uint64_t games = 0;
  std::optional<std::uint64_t> wins;
  std::optional<double> win_rate, low, high;  // with its 95 % interval
  // Minesweeper.
  int rows = 0, cols = 0;
  std::uint64_t mines = 0;
  std::optional<double> density;
  std::string topology, rule, reveal, motion;
  bool has_board_file = false;
  std::optional<std::pair<int, int>> first_cell;
  std::vector<double> guess_histogram;  // [guesses] games
  std::optional<double> mean_guesses, predicted_losses, losses, standard_error;
  std::vector<CalibrationBin> calibration;
  std::vector<std::pair<std::string, double>> moves;  // by kind
  // Timing.
  std::vector<Phase> phases;
  bool has_stable_phases = true;  // no single game decides them
  std::optional<double> games_per_s;
};

struct Comparison {
  std::size_t case_number = 0;
  std::string a, b;
  double both = 0, only_a = 0, only_b = 0, neither = 0;
  double difference = 0;
  std::optional<double> low, high;
  double p_value = 1;
};

struct Report {
  std::string file, name, game;
  std::vector<Result> results;
  std::vector<Comparison> comparisons;
  double wall_s = 0;
  std::uint64_t threads = 0;
  std::vector<std::pair<std::string, std::string>> environment;
  boost::json::value config;

  const Result* find_case(std::size_t case_number) const;  // any result of it; null: none
};

// One thread count of one board: medians with their least and most.
struct ScalingPoint {
  double threads = 0;
  double speed_up[3]{};  // median, least, most; so too below
  double efficiency[3]{};
};
struct ScalingSeries {
  std::string label;
  std::vector<ScalingPoint> points;
};

// A benchmark measured at several sizes.
struct BenchmarkSeries {
  std::string label;
  std::vector<std::pair<double, double>> points;  // cells, microseconds
};

enum class FileKind : std::uint8_t { report, scaling, benchmark };

// A file of any of these kinds. InputError if it is none of them.
struct DataFile {
  FileKind kind = FileKind::report;
  Report report;
  std::vector<ScalingSeries> scaling;
  std::vector<BenchmarkSeries> benchmarks;
  std::string name;  // of the file
};
DataFile read_data(const std::filesystem::path& file);

// A file that must be a report.
Report read_report(const std::filesystem::path& file);

}  // namespace sapper::experiments::figures
