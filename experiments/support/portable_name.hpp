// Names of files for archives, which are unpacked on other systems.
#pragma once

#include <string>
#include <string_view>

namespace sapper::experiments {

// The name with _ for whatever a file name may not hold somewhere: bytes that are not UTF-8, control characters, marks that
// change the text direction, and / \ < > : " | ? *; before a leading dot or dash and the names of devices (CON, NUL.txt);
// for a trailing dot or blank. Long names keep their ending and 100 bytes. Never empty. Other names are unchanged.
std::string portable_name(std::string_view name);

}  // namespace sapper::experiments
