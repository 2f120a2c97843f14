// `sapper validate CONFIG`: says what would run, or throws InputError for what is wrong; runs nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace sapper::experiments {

struct ValidateOptions {
  std::filesystem::path config;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> games;
};

// Prints to standard output; answers the exit status, 0.
int validate(const ValidateOptions& options);

}  // namespace sapper::experiments
