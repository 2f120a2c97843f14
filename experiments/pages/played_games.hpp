// Any game of a report, by case and number, played again on the page of the report by the engine of the browser's page
// (experiments/browser), which `./dev page` makes: 0.6 MB.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "experiments/figures/data_file.hpp"

namespace sapper::experiments::pages {

// The page of the browser: among the installed data, or where `./dev page` leaves it in the sources.
std::optional<std::filesystem::path> find_browser_page();

enum class PageEngine : std::uint8_t { embedded, left_out };

// Whether games of these reports could be played on their page, but the engine for it is not found.
bool lacks_engine(std::span<const figures::DataFile> files);

// The content of the section: how a game is replayed, and, where the page of the browser is found and of this version,
// the engine that does it. It is empty where the games have no replays.
std::string played_games(std::span<const figures::DataFile> files, PageEngine engine);

}  // namespace sapper::experiments::pages
