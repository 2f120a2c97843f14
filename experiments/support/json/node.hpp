// Typed access to a document. A node is a value with its path (`boards[2].density[1]`); an error in it
// becomes an InputError `FILE:LINE:COLUMN: PATH is VALUE; what is allowed`.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/errors.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::json {

class Node {
 public:
  explicit Node(const Document& document) : Node(document, 0) {}

  Place place() const { return document_->place_of(document_->offset_of(value_)); }
  std::string path() const;  // empty: the whole document
  bool is(Kind kind) const { return document_->kind_of(value_) == kind; }
  // A string's content; a number, true or false as written.
  std::string_view text() const { return document_->text_of(value_); }
  std::string_view key() const { return document_->key_of(value_); }  // of a member

  // Throws InputError with the node's place, its path and the error: `boards[0].mines` + ` is 75; ...`.
  [[noreturn]] void fail(std::string_view wrong) const;
  // The same with the value in between: fail_value("expected X") says `seed is -1; expected X`.
  [[noreturn]] void fail_value(std::string_view expected) const;

  // Objects. Unknown keys are errors that suggest the nearest right one; the file's own "$schema", a text by which
  // editors find its JSON schema, is ignored.
  void expect_object(std::span<const std::string_view> keys) const;
  void expect_object(std::initializer_list<std::string_view> keys) const {
    expect_object(std::span(keys.begin(), keys.size()));
  }
  std::vector<Node> members() const;  // those of an object, in the order of the text
  std::optional<Node> find(std::string_view key) const;
  Node need(std::string_view key) const;

  // Arrays.
  std::size_t size() const { return document_->size_of(value_); }
  std::vector<Node> items() const;           // may be empty
  std::vector<Node> nonempty_items() const;  // at least one
  // The items of a list, at least one; the node itself if it is not a list.
  std::vector<Node> items_or_itself() const;

  // Scalars.
  std::string_view as_string() const;
  bool as_bool() const;
  double as_number(double least, double most) const;  // inclusive bounds
  // A number that is whole, in whatever form: 1000000, 1e6, 1.0; bounds included.
  std::uint64_t as_whole(std::uint64_t least, std::uint64_t most) const;
  // The string must be one of the names; its index among them.
  std::size_t as_choice(std::span<const std::string_view> names, std::string_view what) const;
  // The string must name a row of the table; that row.
  template <class Table>
  const auto& as_row(const Table& table, std::string_view what) const {
    return table[as_choice(names_in(table), what)];
  }

 private:
  Node(const Document& document, std::uint32_t value) : document_(&document), value_(value) {}
  // All items or members.
  std::vector<Node> children() const;

  const Document* document_;
  std::uint32_t value_;
};

// The one of `names` that was probably meant; empty if none is similar.
std::string_view nearest_name(std::string_view wrong, std::span<const std::string_view> names);

// `WHAT is "NAME"; ` and what suggest() says of it.
InputError unknown_name(std::string_view what, std::string_view name,
                        std::span<const std::string_view> names);

// The row of that name, whose case does not matter. InputError as of unknown_name() if there is none.
template <class Table>
const auto& row_named(const Table& table, std::string_view what, std::string_view name) {
  for (const auto& row : table)
    if (lower_case(row.name) == lower_case(name)) return row;
  throw unknown_name(what, name, names_in(table));
}

// `did you mean "csp"? ` and all allowed names, for an unknown name.
std::string suggest(std::string_view wrong, std::span<const std::string_view> names);

}  // namespace sapper::experiments::json
