// A paragraph of methods for a paper, from what a report says: what was played, how often, what the intervals are, by
// which version. Every sentence is true of the report: what it does not have is not mentioned.
#pragma once

#include <cstdint>
#include <string>

#include "experiments/figures/data_file.hpp"

namespace sapper::experiments::pages {

enum class MethodsFormat : std::uint8_t { text, latex };

// One paragraph, then an empty line and the BibTeX entry of the program, in LaTeX as comments; lines of at most `width`
// columns.
std::string methods_of(const figures::DataFile& file, std::size_t width,
                       MethodsFormat format = MethodsFormat::text);

}  // namespace sapper::experiments::pages
