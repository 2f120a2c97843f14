#include "experiments/cli/command_syntax.hpp"

#include <stdexcept>

#include "experiments/cli/option_value.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

void CommandSyntax::argument(std::string name, std::string help, OptionValue value,
                             ArgumentPresence presence) {
  arguments(std::move(name), std::move(help), std::move(value),
            presence == ArgumentPresence::required ? 1 : 0, 1);
}

void CommandSyntax::arguments(std::string name, std::string help, OptionValue value, std::size_t least,
                              std::size_t most) {
  arguments_.push_back({std::move(name), std::move(help), least, most, std::move(value)});
}

void CommandSyntax::option(std::string_view names, std::string value_name, std::string help,
                           OptionValue value, std::string fallback) {
  const std::vector<std::string_view> both = split(names, ", ");
  if (find_option(both.back()) != nullptr) throw std::logic_error(std::string(names) + " is declared twice");
  if (!fallback.empty()) value.fallback = std::move(fallback);
  options_.push_back({std::string(both.back()), std::string(both.size() > 1 ? both.front() : ""),
                      std::move(value_name), std::move(help), std::move(value)});
}

void CommandSyntax::flag(std::string_view name, std::string help, bool& target) {
  option(name, "", std::move(help), {.read = [&target](const auto&, const auto&) { target = true; }});
}

const Option* CommandSyntax::find_option(std::string_view name) const {
  for (const Option& option : options_)
    if (option.name == name || (!option.short_name.empty() && option.short_name == name)) return &option;
  return nullptr;
}

}  // namespace sapper::experiments
