// The kinds of figures: which data each shows.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "experiments/figures/figure.hpp"
#include "experiments/figures/report_data.hpp"

namespace sapper::experiments::figures {

enum class Kind : std::uint8_t {
  density,
  win_rate,
  phases,
  guesses,
  risks,
  calibration,
  first_click,
  scaling,
  posterior
};

struct KindRow {
  Kind kind;
  std::string_view name;
  std::string_view description;
};
inline constexpr std::array<KindRow, 9> kKinds{{
    {Kind::density, "density", "win rate against mine density, by board size and strategy"},
    {Kind::win_rate, "win_rate", "win rate of each strategy on each board"},
    {Kind::phases, "phases", "where the time of a game goes"},
    {Kind::guesses, "guesses", "how many guesses a game takes"},
    {Kind::risks, "risks", "how risky guesses are"},
    {Kind::calibration, "calibration", "risk of guesses against the losses that they caused"},
    {Kind::first_click, "first_click", "win rate by the first cell, for a sweep over \"cell\": \"all\""},
    {Kind::scaling, "scaling", "speed-up and efficiency against threads, of sapper scale"},
    {Kind::posterior, "posterior", "time per posterior against frontier size, of the benchmarks"},
}};
std::string_view name_of(Kind kind);

// The kind that shows most of the data.
Kind usual_kind(std::span<const DataFile> files);

// Those kinds that a report has data for, in the order of kKinds.
std::vector<Kind> kinds_of(const Report& report);

// InputError if the files hold nothing that the kind shows, or one is of a kind that it does not show.
Figure make_figure(Kind kind, std::span<const DataFile> files);

}  // namespace sapper::experiments::figures
