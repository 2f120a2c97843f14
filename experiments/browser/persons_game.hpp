// A game that a person plays on the page: game `number` of a case, the same as that of the case's strategies. The rows of
// layers follow one another, and the cells of a graph are one row.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "experiments/kinds/minesweeper/config/config.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments::minesweeper {

class PersonsGame {
 public:
  virtual ~PersonsGame() = default;

  virtual sim::BoardSize size() const = 0;
  // std::runtime_error if no layout that needs no guess was found.
  virtual void dig(sim::Cell cell) = 0;

  // What the person sees, and after the end the mines.
  boost::json::object json() const;

 protected:
  struct Course {
    sim::FirstClickRule first_click;
    bool is_over;
    sim::Cell exploded;
    std::uint64_t tries;  // the layouts that were drawn
  };
  virtual Course course() const = 0;
  virtual boost::json::object position() const = 0;
  virtual bool is_mine(sim::Cell cell) const = 0;  // after the end
};

// InputError if the numbers of the case's board have no signs.
std::unique_ptr<PersonsGame> start_game(const Config& config, const Case& played, std::uint64_t number);

// [row] the signs of a board's cells; sign(cell) returns a char.
template <class Sign>
boost::json::array rows_of_signs(sim::BoardSize size, const Sign& sign) {
  boost::json::array rows;
  sim::Cell cell = 0;
  for (int row = 0; row < size.rows; ++row) {
    std::string signs;
    for (int col = 0; col < size.cols; ++col) signs.push_back(sign(cell++));
    rows.emplace_back(signs);
  }
  return rows;
}

}  // namespace sapper::experiments::minesweeper
