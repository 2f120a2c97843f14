#include "experiments/browser/exchange.hpp"

#include "experiments/support/json/writer.hpp"

namespace sapper::experiments::browser {

std::string& input() {
  static std::string text;
  return text;
}

std::string& result() {
  static std::string text;
  return text;
}

std::vector<double>& numbers() {
  static std::vector<double> values;
  return values;
}

void give(const boost::json::value& value) { result() = json::to_line(value); }

SAPPER_EXPORT(sapper_input) char* sapper_input(std::size_t size) {
  input().resize(size);
  return input().data();
}
SAPPER_EXPORT(sapper_result) const char* sapper_result() { return result().data(); }
SAPPER_EXPORT(sapper_result_size) std::size_t sapper_result_size() { return result().size(); }
SAPPER_EXPORT(sapper_numbers) const double* sapper_numbers() { return numbers().data(); }

}  // namespace sapper::experiments::browser
