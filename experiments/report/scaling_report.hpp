// What `sapper scale` reports: `sapper-scale/1` (data/schema/scale.schema.json) and a table for people.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "experiments/run/scaling.hpp"
#include "experiments/support/environment.hpp"

namespace sapper::experiments {

inline constexpr std::string_view kScaleSchema = "sapper-scale/1";

// What the measurement could use.
struct AvailableProcessors {
  std::size_t cores = 1;           // processors that the program may use: hardware threads
  std::size_t physical_cores = 1;  // that they belong to
};

// At least one repeat is finished. started: when it began. predicted: thread counts, with the speeds that are to be expected.
boost::json::object scaling_to_json(const Experiment& experiment, const Scaling& scaling,
                                    const AvailableProcessors& processors, const RunStart& started,
                                    std::span<const std::size_t> predicted = {});
// Lines of at most `width` columns, as far as the figures allow.
std::string scaling_table(const Experiment& experiment, const Scaling& scaling,
                          const AvailableProcessors& processors, std::size_t width,
                          std::span<const std::size_t> predicted = {});

}  // namespace sapper::experiments
