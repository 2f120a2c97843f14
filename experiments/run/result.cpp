#include "experiments/run/result.hpp"

#include <boost/json/value.hpp>

#include "experiments/run/counters.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments {

void Result::set(std::string_view path, std::optional<double> Result::*number, std::optional<double> value) {
  if (value) value = json::rounded(*value);
  this->*number = value;
  set_path(json, path, value ? boost::json::value(*value) : boost::json::value());
}

void Result::clear(std::string_view path) {
  set_path(json, path, nullptr);
  if (path == "guesses.histogram") guess_histogram.clear();
  if (path == "guess_risk.losses") losses.reset();
  if (path == "mean_excess_risk") mean_excess_risk.reset();
}

}  // namespace sapper::experiments
