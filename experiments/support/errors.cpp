#include "experiments/support/errors.hpp"

#include <new>
#include <string_view>
#include <system_error>

namespace sapper::experiments {

std::string error_text(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "out of memory";
  const auto* const system = dynamic_cast<const std::system_error*>(&error);
  const bool is_of_thread = system != nullptr && system->code() == std::errc::resource_unavailable_try_again;
  // oneTBB throws a plain runtime_error.
  if (is_of_thread || std::string_view(error.what()).starts_with("pthread_create"))
    return "out of threads or memory: " + std::string(error.what()) + "; fewer --threads may do";
  return error.what();
}

}  // namespace sapper::experiments
