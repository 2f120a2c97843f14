// Bytes as text: base64 (RFC 4648, section 4), with padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sapper::experiments {

std::string base64(std::string_view bytes);
// nullopt for any other text than base64() writes.
std::optional<std::string> bytes_of_base64(std::string_view text);

}  // namespace sapper::experiments
