// In place of the C library's conversion of texts: the host decodes (sapper.js). It converts a whole text to UTF-8 and never
// fails; what the encoding lacks becomes the replacement character.
#include <iconv.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

// Writes at most `room` bytes of UTF-8 and returns how many. encoding: 0 is GB18030, 1 WINDOWS-1252.
extern "C" __attribute__((import_module("sapper"), import_name("decode"))) std::size_t sapper_decode(
    const char* text, std::size_t size, int encoding, char* out, std::size_t room);

iconv_t iconv_open(const char* /*to*/, const char* from) {
  return reinterpret_cast<iconv_t>(static_cast<std::intptr_t>(std::string_view(from) == "GB18030" ? 0 : 1));
}
std::size_t iconv(iconv_t converter, char** in, std::size_t* left, char** out, std::size_t* room) {
  const auto encoding = static_cast<int>(reinterpret_cast<std::intptr_t>(converter));
  const std::size_t written = sapper_decode(*in, *left, encoding, *out, *room);
  *in += *left;
  *left = 0;
  *out += written;
  *room -= written;
  return 0;
}
int iconv_close(iconv_t) { return 0; }
