#include "experiments/cli/syntax.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace sapper::experiments {

void Syntax::argument(std::string name, std::string help, Value value, Presence presence) {
  arguments_.push_back(
      {std::move(name), std::move(help), presence == Presence::required ? 1U : 0U, 1, std::move(value)});
}

void Syntax::arguments(std::string name, std::string help, Value value, std::size_t least, std::size_t most) {
  arguments_.push_back({std::move(name), std::move(help), least, most, std::move(value)});
}

void Syntax::option(const std::string& names, std::string value_name, std::string help, Value value,
                    std::string fallback) {
  Option option;
  const auto comma = names.find(", ");
  option.name = comma == std::string::npos ? names : names.substr(comma + 2);
  if (comma != std::string::npos) option.short_name = names.substr(0, comma);
  if (find_option(option.name) != nullptr) throw std::logic_error(option.name + " is declared twice");
  option.value_name = std::move(value_name);
  option.help = std::move(help);
  option.fallback = fallback.empty() ? value.fallback : std::move(fallback);
  option.value = std::move(value);
  options_.push_back(std::move(option));
}

void Syntax::flag(const std::string& names, std::string help, bool& target) {
  Value value;
  value.read = [&target](const std::string&, const std::string&) { target = true; };
  option(names, "", std::move(help), std::move(value));
}

const Option* Syntax::find_option(std::string_view name) const {
  const auto found = std::find_if(options_.begin(), options_.end(), [&](const Option& option) {
    return option.name == name || (!option.short_name.empty() && option.short_name == name);
  });
  return found == options_.end() ? nullptr : &*found;
}

}  // namespace sapper::experiments
