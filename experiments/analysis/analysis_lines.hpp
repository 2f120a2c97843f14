// The lines that the analyses of all boards have in text: certain cells, components, moves, outcomes of a dig, and why a
// cell is certain.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "experiments/analysis/analysis_text.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"

namespace sapper::experiments::minesweeper {

class AnalysisLines {
 public:
  // columns: the width of the terminal; 0: 80. The analysis must outlive the object.
  AnalysisLines(const solvers::Analysis& analysis, NameCell name, int columns);

  std::size_t width() const { return width_; }
  // The text wrapped into lines that are indented by the length of `head`.
  void append(std::string_view head, std::string_view text);
  void append_raw(std::string_view text) { text_ += text; }

  void append_cells(std::string_view title, std::span<const sim::Cell> cells);
  // marks: [component], before its line; empty: none.
  void append_components(std::string_view marks);
  // letters: those of the cells on a drawn board; empty: there is none.
  void append_moves(const std::map<sim::Cell, char>& letters);
  void append_what_if(const WhatIfDug& what_if);
  // The sentences of an argument, unless the cell is given, which has been said.
  void append_argument(const ExplainedCell& explained);

  std::string take() { return std::move(text_); }

 private:
  void append_candidates(std::span<const solvers::Explanation::Candidate> candidates);

  const solvers::Analysis& analysis_;
  NameCell name_;
  std::size_t width_;
  std::string text_;
};

}  // namespace sapper::experiments::minesweeper
