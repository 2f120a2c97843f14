// Whether a terminal obeys escape sequences: colours, the cursor, clearing. All output asks here.
#pragma once

namespace sapper::experiments {

// Whether the descriptor is a terminal and TERM is set to anything but `dumb`.
bool takes_escapes(int descriptor);

}  // namespace sapper::experiments
