// The kinds of figures: which data each shows. A kind is its row in figure_kinds().
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
  std::string_view needs;  // what is missing where nothing can be drawn: `a report with win rates`
  Figure (*make)(std::span<const DataFile> files);
  // Of reports for which it is one of the page's figures; null: of all that it can show.
  bool (*is_of_interest)(std::span<const DataFile> files) = nullptr;
};
std::span<const FigureKind> figure_kinds();

// The kind that shows most of the data.
const FigureKind& usual_kind(std::span<const DataFile> files);

// One figure, or several where one would not fit a page. InputError if the files hold nothing that the kind shows, or one
// is of a kind that it does not show.
std::vector<Figure> make_figures(const FigureKind& kind, std::span<const DataFile> files);
// Those that a page of these reports holds, in the order of the kinds.
std::vector<Figure> figures_of(std::span<const DataFile> reports);

}  // namespace sapper::experiments::figures
