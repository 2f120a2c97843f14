// A replay (sapper-replay/1) as a page that steps through the game, forward and back, with the reason of each dig and
// the risks before each guess. Without script the digs are shown in a table.
#pragma once

#include <boost/json/object.hpp>
#include <string>

namespace sapper::experiments::pages {

std::string replay_page(const boost::json::object& replay);

}  // namespace sapper::experiments::pages
