// A replay (sapper-replay/1) as a page that steps through the game, forward and back, with the reason of each dig and
// the risks before each guess. Without script the digs are shown in a table.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace sapper::experiments {
class Experiment;
}  // namespace sapper::experiments

namespace sapper::experiments::pages {

// Makes a replay of a game on a lattice or graph one for pages: adds the shapes of the cells, if the board is drawn
// (minesweeper::drawing_of()), in place of what its files say.
void add_drawing(boost::json::object& replay, const Experiment& experiment, std::size_t case_number);

std::string replay_page(const boost::json::object& replay);

// The part of it that steps through the games, without the table of digs, for other pages; each player may have a "board"
// of its own, in place of the replay's, with a number "drawing": the place of its cells' shapes in the replay's "drawings", empty
// where it has none; and the replay a "start": the digs made at first. The page's script must be
// replay_script(); in an element `replayed` keys are its own only while the focus is there.
std::string replay_boards(const boost::json::object& replay);
// The same of a replay of any kind, also of one that says `"clicks": true`, whose digs are clicks (clicks_view.js). help: the
// keys, as markup.
std::string steps_markup(const boost::json::object& replay, std::string_view help);
// A paragraph for the game of one player.
std::string replay_story(const boost::json::object& replay);
const char* replay_script();

}  // namespace sapper::experiments::pages
