// The parts of tables, figures and pages that go beyond the properties and results of an experiment. A kind of game without
// them has the same pages without these parts.
#pragma once

#include <boost/json/fwd.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace sapper::experiments {

enum class RecordFilter : std::uint8_t;
struct CaseSize;
struct CellMap;

// A mistake in a game, as text of a few lines: the board and what was done.
struct ShownMistake {
  std::size_t dig = 0;  // from 1
  std::string text;
};

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
  // The first mistake of a kind (missed, wrong or excess) that a player makes in a game after so many digs; nullopt: none.
  // The text has at most kMistakeLines lines of at most 80 columns where the names are short.
  static constexpr int kMistakeLines = 19;
  virtual std::optional<ShownMistake> mistake(std::size_t case_number, std::uint64_t game,
                                              const std::string& label, RecordFilter kind,
                                              std::size_t after_dig) const = 0;
  // How its games are played, in sentences for a paper.
  virtual std::string methods() const = 0;
};

}  // namespace sapper::experiments
