// Numbers of a struct as a list of whole ones, from which they are read back to the last bit: doubles by their bits, since
// a parser may be a unit in the last place off. A function visits them in order, for writing and reading alike:
//
//     template <class Gain, class Visit>
//     void each_number(Gain& gain, Visit&& visit) {
//       visit(gain.guesses);
//       visit(gain.sum);
//     }
#pragma once

#include <bit>
#include <boost/json/array.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "experiments/run/fields.hpp"

namespace sapper::experiments {

class NumberWriter {
 public:
  void operator()(double number) { list_.emplace_back(std::bit_cast<std::uint64_t>(number)); }
  template <std::integral Whole>
  void operator()(Whole number) {
    list_.emplace_back(static_cast<std::uint64_t>(number));
  }
  template <class Item>
  void size(const std::vector<Item>& items) {
    (*this)(items.size());
  }
  boost::json::array take() { return std::move(list_); }

 private:
  boost::json::array list_;
};

// WrongField if the list is not what is read.
class NumberReader {
 public:
  explicit NumberReader(const boost::json::value& list) {
    if (!list.is_array()) throw WrongField("is not a list");
    list_ = &list.get_array();
  }
  void operator()(bool& truth) { truth = next() != 0; }
  void operator()(double& number) { number = std::bit_cast<double>(next()); }
  template <std::integral Whole>
  void operator()(Whole& number) {
    const std::uint64_t whole = next();
    number = static_cast<Whole>(whole);
    if (static_cast<std::uint64_t>(number) != whole) throw WrongField("holds a number that is too large");
  }
  // The size of a list whose items follow, each of at least one number.
  template <class Item>
  void size(std::vector<Item>& items) {
    const std::uint64_t count = next();
    if (count > list_->size() - at_) throw WrongField("ends early");
    items.resize(count);
  }
  void end() const {
    if (at_ != list_->size()) throw WrongField("holds more numbers than expected");
  }

 private:
  std::uint64_t next() {
    if (at_ == list_->size()) throw WrongField("ends early");
    std::uint64_t number = 0;
    read_json((*list_)[at_++], "a number", number);
    return number;
  }

  const boost::json::array* list_ = nullptr;
  std::size_t at_ = 0;
};

}  // namespace sapper::experiments
