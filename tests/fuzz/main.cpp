// The libFuzzer program: `sapper_fuzz --target=NAME FOLDER [OPTION]...`, with libFuzzer's options. FOLDER, which must
// exist, receives the findings; if it is empty, the target's corpus is copied there first. `./dev fuzz` runs it.
#include <time.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/fuzz/targets.hpp"

namespace {

const sapper::tests::FuzzTarget* target = nullptr;

void write_corpus(const std::filesystem::path& folder) {
  int number = 0;
  for (const std::string& input : sapper::tests::fuzz_corpus(*target))
    std::ofstream(folder / ("seed-" + std::to_string(number++)), std::ios::binary) << input;
}

double processor_s() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  const std::string option = "--target=";
  for (int i = 1; i < *argc; ++i)
    if (const std::string word = (*argv)[i]; word.starts_with(option))
      target = sapper::tests::find_fuzz_target(word.substr(option.size()));
  if (target == nullptr) {
    std::fprintf(stderr, "sapper_fuzz: expected --target=NAME with one of");
    for (const auto& known : sapper::tests::fuzz_targets())
      std::fprintf(stderr, " %.*s", static_cast<int>(known.name.size()), known.name.data());
    std::fprintf(stderr, "\n");
    std::exit(2);
  }
  for (int i = 1; i < *argc; ++i)
    if (const std::filesystem::path folder = (*argv)[i];
        std::filesystem::is_directory(folder) && std::filesystem::is_empty(folder))
      write_corpus(folder);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const double begin_s = processor_s();
  sapper::tests::run_fuzz_target(*target, std::string(reinterpret_cast<const char*>(bytes), size));
  const double used_s = processor_s() - begin_s;
  const double max_s = target->max_s_per_megabyte * static_cast<double>(size) / 1e6;
  if (max_s > 0 && size >= sapper::tests::kTimedBytes && used_s > max_s) {
    std::fprintf(stderr, "sapper_fuzz: %zu bytes took %.1f s of processor time, more than %.1f\n", size,
                 used_s, max_s);
    std::abort();
  }
  return 0;
}
