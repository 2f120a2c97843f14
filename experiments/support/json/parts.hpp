// Reads the wanted parts of a JSON text of any size, front to back, without building a tree of the rest: for reports,
// which may hold hundreds of megabytes. Boost.JSON's parser checks all of the text; numbers with a fraction are
// converted exactly. A byte order mark before the text is skipped.
//
//     PartReader parts;
//     parts.on("config", [&](boost::json::value&& config) { ... });
//     parts.on("results[]", [&](boost::json::value&& result) { ... });  // each item of the list
//     parts.read(text, "a.json");
//
// Time is linear in the text; memory is that of one part of at most kMostValues values at a time.
#pragma once

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::experiments::json {

class PartReader {
 public:
  // More than the config of the largest sweep has.
  static constexpr std::size_t kMostValues = 20'000'000;
  using Take = std::function<void(boost::json::value&& value)>;

  // path: the keys from the root, joined by dots; `[]` after a key means each item of a list. Parts must not be nested.
  void on(std::string path, Take take) { parts_.push_back({std::move(path), std::move(take)}); }

  // Calls the functions in the order of the text and passes on what they throw. InputError `NAME:LINE:COLUMN: ...` if
  // the text is not valid JSON, is nested too deeply, has a part of too many values, or contains a part (other than items of lists) twice.
  void read(std::string_view text, const std::string& name) const;

  struct Part {
    std::string path;
    Take take;
  };

 private:
  std::vector<Part> parts_;
};

}  // namespace sapper::experiments::json
