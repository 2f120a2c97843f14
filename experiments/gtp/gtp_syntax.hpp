// The syntax of the Go Text Protocol: commands, replies and their parts.
//
// Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002, sections 2 and 3.
// Points and their letters are those of sim/go/text.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/go/board.hpp"

namespace sapper::experiments::go {

struct GtpLine {
  std::string id;  // a number in decimal, or empty
  std::string command;
  std::vector<std::string> arguments;
  // A blank line or a comment, which gets no reply.
  bool is_empty() const { return id.empty() && command.empty(); }
};

// Drops comments and control characters; words are separated by tabs and blanks.
GtpLine read_gtp_line(std::string_view text);

struct GtpReply {
  bool is_done = true;
  std::string text;
};

// `= text` or `? text`, with the command's id, and the empty line that ends a reply.
std::string written_reply(std::string_view id, const GtpReply& reply);

// b, w, black or white, case-insensitive.
std::optional<sim::go::Color> parse_color(std::string_view word);

// Ordered by line from the lowest: `A1 C1 B2`.
std::string written_points(const sim::go::Board& board, std::vector<sim::go::Point> points);

}  // namespace sapper::experiments::go
