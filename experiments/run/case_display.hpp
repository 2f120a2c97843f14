// The parts of tables, figures and pages that go beyond the properties and results of an experiment. A kind of game without
// them has the same pages without these parts.
#pragma once

#include <boost/json/fwd.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace sapper::experiments {

struct CaseSize;
struct CellMap;

class CaseDisplay {
 public:
  virtual ~CaseDisplay() = default;
  // Columns of a table that describe a case beyond its properties.
  virtual boost::json::object case_columns(std::size_t case_number) const = 0;
  virtual std::optional<CaseSize> size_of(std::size_t case_number) const = 0;
  // The place of a case in a map of its board; nullopt if it has none.
  virtual std::optional<CellMap> cell_map(std::size_t case_number) const = 0;
  // The replay of a game for programs and pages.
  virtual boost::json::object replay_json(std::size_t case_number, std::uint64_t game,
                                          const std::string* label) const = 0;
  // How its games are played, in sentences for a paper.
  virtual std::string methods() const = 0;
};

}  // namespace sapper::experiments
