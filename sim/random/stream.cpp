#include "sim/random/stream.hpp"

#include <Random123/philox.h>

namespace sapper::sim {

void Stream::refill() {
  using Philox = r123::Philox4x64;
  const Philox::ctr_type counter{{block_++, game_, purpose_, 0}};
  const Philox::key_type key{{key_[0], key_[1]}};
  const Philox::ctr_type block = Philox{}(counter, key);
  for (unsigned i = 0; i < 4; ++i) {
    words_[2 * i] = static_cast<std::uint32_t>(block[i]);
    words_[2 * i + 1] = static_cast<std::uint32_t>(block[i] >> 32);
  }
  position_ = 0;
}

}  // namespace sapper::sim
