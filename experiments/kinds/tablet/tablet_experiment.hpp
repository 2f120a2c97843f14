// The poisoned tablet as a kind of experiment.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "experiments/kinds/tablet/config.hpp"
#include "experiments/run/experiment.hpp"
#include "sim/tablet/tablet.hpp"

namespace sapper::experiments::tablet {

// One of the two studies described in config.hpp.
std::unique_ptr<Experiment> make_experiment(const json::Document& document,
                                            const std::filesystem::path& folder,
                                            const ConfigOverrides& overrides);

// Tablets and their moves as text, and as JSON.

// `9 x 7`: columns, then rows.
std::string size_of(const sim::tablet::Tablet& tablet);
// `the 9 x 7 tablet with its poison at column 3, row 0`.
std::string name_of(const sim::tablet::Tablet& tablet);
// `vertical cut before column 4`: a cut before column 4 is between columns 3 and 4.
std::string name_of(const sim::tablet::Move& move);
// The meaning of a value: `won in 191 moves`, `lost in 198 moves`, `lost: no move is left`.
std::string meaning_of(int value);

// The squares with column and row numbers: `X` the poison, `.` the others. One line per row.
std::string draw(const sim::tablet::Tablet& tablet);

boost::json::object to_json(const sim::tablet::Tablet& tablet);  // cols, rows, poison [column, row]
boost::json::object to_json(const sim::tablet::Move& move);      // cut, before

// The texts common to both studies of the tablet.

// What `validate` prints: the boards, where the poison lies, the players.
std::string outline_of(const Config& config);
// The first line of a replay: the experiment, the game and its tablet.
std::string replay_head(const Config& config, std::size_t case_number, std::uint64_t game);

}  // namespace sapper::experiments::tablet
