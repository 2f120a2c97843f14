// The kinds of figures and the data that each shows. A kind is a row in figure_kinds(), with a function that fills the
// figure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/figures/data_file.hpp"
#include "experiments/figures/figure.hpp"

namespace sapper::experiments::figures {

struct FigureKind {
  std::string_view name;  // of --kind
  std::string_view description;
  FileKind file_kind;
  std::string_view needs;  // what is missing if nothing can be drawn: `a report with win rates`
  void (*fill)(FigureMaker& made, std::span<const DataFile> files);
  // Whether it is one of the page's figures for these reports; null: for all that it can show.
  bool (*is_of_interest)(std::span<const DataFile> files) = nullptr;
  bool can_be_arranged = false;  // along other axes, curves and panels than the usual ones
};
std::span<const FigureKind> figure_kinds();

// The default kind: the one that shows most of the data, or the one that can be arranged as asked.
const FigureKind& usual_kind(std::span<const DataFile> files, const FigureRequest& request = {});

// One figure, or several where one would not fit a page. InputError if the files contain nothing that the kind shows,
// or one is of a wrong kind, or if the kind cannot be arranged as asked.
std::vector<Figure> make_figures(const FigureKind& kind, std::span<const DataFile> files,
                                 const Layout& layout = {}, const FigureRequest& request = {});
// The figures of these reports, in the order of the kinds.
std::vector<Figure> figures_of(std::span<const DataFile> reports);
// What a page of these reports shows first: the usual kind and, if strategies are compared, their differences. Of more panels
// than fit one page each holds whole rows and columns of a grid, or else an even sample, as its caption says.
std::vector<Figure> answer_figures(std::span<const DataFile> reports);
// The figures that such a page shows further down: the further parts of these, then the other kinds.
std::vector<Figure> further_figures(std::span<const DataFile> reports);

// The figure of the kind `time`, whose series have the exponents; without panels if the boards have one size.
Figure time_figure(std::span<const DataFile> reports);

// The kinds of guess_figures.cpp: how many guesses a game takes, how risky they are, whether as many lose as predicted,
// and win rates by the first cell.
void fill_guesses(FigureMaker& made, std::span<const DataFile> files);
void fill_calibration(FigureMaker& made, std::span<const DataFile> files);
void fill_risks(FigureMaker& made, std::span<const DataFile> files);
void fill_first_clicks(FigureMaker& made, std::span<const DataFile> files);
// Win rates along the axis, as curves and in panels as FigureMaker::asked says: arranged_figure.cpp. What else
// tells results apart has panels, too. InputError if one of these does not vary.
void fill_arranged(FigureMaker& made, std::span<const DataFile> files);
// The kind of phase_transition.cpp.
void fill_phase_transition(FigureMaker& made, std::span<const DataFile> files);

// Win rates by the first cell as maps of the board, one per label and per map that its results cover. A sweep over all
// first cells plays one cell of each class of cells equivalent under symmetry; the map shows its win rate in every cell
// of the class.
std::vector<Panel> first_click_panels(std::span<const LabelledResult> results);

}  // namespace sapper::experiments::figures
