// The files in which `run` writes results beside its report, each by an option: a row for each, from which its option, its
// place among the outputs, what it may replace and the command that continues follow.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "experiments/report/report_results.hpp"
#include "experiments/run/report_file.hpp"

namespace sapper::experiments {

struct ResultsFormat {
  const char* option;  // `--csv FILE` asks for it
  const char* help;
  std::string_view name;       // in messages: `the table`, without the article
  std::string_view beginning;  // of each such file, by which one of an earlier run is known
  ReportFormat& write;
};

inline constexpr std::array kResultsFormats{
    ResultsFormat{"--csv", "write the results as a table, one row per case and strategy", "table", "case,",
                  write_csv},
};

// A value for each format, in that order.
template <class T>
using ByFormat = std::array<T, kResultsFormats.size()>;

}  // namespace sapper::experiments
