#include "experiments/cli/console.hpp"

#include <fcntl.h>
#include <stdio_ext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <ostream>
#include <streambuf>
#include <utility>

#include "experiments/support/escapes.hpp"
#include "experiments/support/terminal_width.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/standard_error.hpp"

namespace sapper::experiments {
namespace {

// What could not be written is dropped, so that a failure is reported once.
[[noreturn]] void fail_output(int error) {
  ::__fpurge(stdout);
  std::clearerr(stdout);
  if (error == EPIPE) throw OutputClosed();
  throw OutputError(std::string("cannot write standard output: ") + std::strerror(error));
}

std::string& program_words() {
  static std::string words = "sapper";
  return words;
}

std::vector<std::string>& words_after_program() {
  static std::vector<std::string> words;
  return words;
}

class OutputBuffer final : public std::streambuf {
 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char character = traits_type::to_char_type(c);
    print({&character, 1});
    return c;
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    print({text, static_cast<std::size_t>(size)});
    return size;
  }
  int sync() override {
    flush_output();
    return 0;
  }
};

}  // namespace

void prepare_console() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  // The next opened file would reuse a closed descriptor. /dev/null is opened in the wrong direction, so that reading
  // or writing still fails.
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
    if (::fcntl(descriptor, F_GETFD) == -1 && errno == EBADF)
      static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

void set_called_as(std::string_view program, std::vector<std::string> words) {
  words_after_program() = std::move(words);
  const char* const script = std::getenv("SAPPER_CALLED_AS");
  if (script != nullptr && *script != '\0')
    program_words() = printable_file(script);
  else if (!program.empty())
    program_words() = shell_quoted(program);
}

const std::string& called_as() { return program_words(); }

std::string changed_command(std::span<const std::string_view> options,
                            std::span<const std::string_view> flags, const std::string& added) {
  const auto holds = [](std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  const std::vector<std::string>& words = words_after_program();
  const auto last_option = std::ranges::find(words, "--");
  std::string command = called_as();
  bool is_value = false;  // of an option that is left out
  for (auto word = words.begin(); word != last_option; ++word) {
    const bool is_left_out = std::exchange(is_value, holds(options, *word)) ||
                             holds(options, std::string_view(*word).substr(0, word->find('='))) ||
                             holds(flags, *word);
    if (!is_left_out) command += ' ' + shell_quoted(*word);
  }
  command += added;
  for (auto word = last_option; word != words.end(); ++word) command += ' ' + shell_quoted(*word);
  return command;
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_output(errno);
}

void flush_output() {
  errno = 0;
  if (std::fflush(stdout) != 0) fail_output(errno);
  // An earlier write failed and was not checked.
  if (std::ferror(stdout)) fail_output(errno != 0 ? errno : EIO);
}

std::ostream& output_stream() {
  static OutputBuffer buffer;
  static std::ostream stream(&buffer);
  stream.exceptions(std::ios::badbit);  // passes on the buffer's own exceptions
  return stream;
}

std::size_t output_width() {
  constexpr std::size_t kUsual = 80;
  return std::max(kUsual, text_width());
}

void print_error(std::string_view message) noexcept {
  using sim::write_to_standard_error;
  try {
    write_to_standard_error("sapper: " + std::string(message) + '\n');
  } catch (const std::bad_alloc&) {
    for (const std::string_view part : {std::string_view("sapper: "), message, std::string_view("\n")})
      write_to_standard_error(part);
  }
}

bool are_colours_wanted() {
  const char* const no_color = std::getenv("NO_COLOR");
  return takes_escapes(STDOUT_FILENO) && (no_color == nullptr || *no_color == '\0');
}

}  // namespace sapper::experiments
