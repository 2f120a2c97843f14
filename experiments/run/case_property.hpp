// What describes a case of an experiment: an ordered list of properties. Reports carry it; labels, tables, the axes of
// figures and the pairing of reports are read from it, so that nothing outside a kind of game knows its properties.
#pragma once

#include <boost/json/object.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::experiments {

struct CaseProperty {
  enum class Role : std::uint8_t {
    name,     // what the config calls the case: stands before its label, and does not tell games apart
    board,    // always in the label
    measure,  // likewise, but for the label of a series of cases along the axis
    setting,  // in the label where it varies
    axis,     // a number that follows from the others: win rates are drawn against it
  };
  std::string_view name;     // `rows`
  boost::json::value value;  // a scalar or a short list
  Role role = Role::setting;
  bool varies = false;  // over the sweep
  std::string text;     // in labels: `16 x 30`; may be empty
  double scale = 1;     // of an axis, whose text is its name with the unit: what values are multiplied by
};
using CaseProperties = std::vector<CaseProperty>;

// `Expert (16 x 30, 99 mines), ring`.
std::string label_of(std::span<const CaseProperty> properties);
// Likewise without what changes along the axis: `16 x 30, ring`.
std::string series_label_of(std::span<const CaseProperty> properties);
// The property with that role, or null.
const CaseProperty* find_role(std::span<const CaseProperty> properties, CaseProperty::Role role);
// What is played, as text: cases of the same key, seed and game number are of the same game.
std::string key_of(std::span<const CaseProperty> properties);
boost::json::object to_json(std::span<const CaseProperty> properties);

}  // namespace sapper::experiments
