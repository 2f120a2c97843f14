// Makes gnuplot's SVG smaller, to a third for maps, without a visible change to the picture: empty and repeated groups, tics of
// length 0 and default attributes go; cells of one colour become one path, and so do successive dots.
#pragma once

#include <string>
#include <string_view>

namespace sapper::experiments::figures {

// svg: as gnuplot 5.4 writes it. Lines of another form are kept as they are.
std::string compact_svg(std::string_view svg);

}  // namespace sapper::experiments::figures
