// How to cite the program, as BibTeX: the reference of CITATION.cff with the version and the commit that played.
#pragma once

#include <string>
#include <string_view>

#include "experiments/support/environment.hpp"

namespace sapper::experiments {

// One @software entry, ended by a line feed. commits: one or several, separated
// by commas; empty: unknown. Both texts may come from a report: characters with a meaning in BibTeX are left out.
// address: of the repository; empty: none.
std::string bibtex(std::string_view version, std::string_view commits,
                   std::string_view address = repository());

}  // namespace sapper::experiments
