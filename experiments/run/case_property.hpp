// The description of a case of an experiment: an ordered list of properties. It is part of reports; labels, tables, the
// axes of figures and the pairing of reports are derived from it, so that no code outside a kind of game depends on its
// properties.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::experiments {

struct CaseProperty {
  enum class Role : std::uint8_t {
    name,     // the config's name for the case: its text, if any, precedes the label; does not identify games
    board,    // always in the label
    measure,  // in the label, except that of a series of cases along the axis
    setting,  // in the label if it varies
    axis,     // a number derived from the others: the axis of win rate figures
  };
  std::string_view name;     // `rows`
  boost::json::value value;  // a scalar or a short list
  Role role = Role::setting;
  bool varies = false;  // over the sweep
  std::string text;     // in labels: `16 x 30`; may be empty
  double scale = 1;     // the factor of an axis's values; its text is the name with the unit
  // In tables and figures along the property, in place of its value. Names without a heading are not shown along.
  std::string heading = {};
};
using CaseProperties = std::vector<CaseProperty>;

// `Expert (16 x 30, 99 mines), ring`.
std::string label_of(std::span<const CaseProperty> properties);
// Leaves out what changes along the axis: `16 x 30, ring`.
std::string series_label_of(std::span<const CaseProperty> properties);
// The property with that role, or null.
const CaseProperty* find_role(std::span<const CaseProperty> properties, CaseProperty::Role role);
// Identifies what is played: cases with equal keys play the same games under the same seed.
std::string key_of(std::span<const CaseProperty> properties);
boost::json::object to_json(std::span<const CaseProperty> properties);

}  // namespace sapper::experiments
