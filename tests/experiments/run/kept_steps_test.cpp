// The steps of a command on disk: read back as they were written, however often they were saved and wherever; refused when they
// were edited or belong to something else.
#include "experiments/run/kept_steps.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::tests {
namespace {

namespace bj = boost::json;
using experiments::InputError;
using experiments::KeptSteps;
using experiments::StepsOrigin;

class KeptStepsFile : public testing::Test {
 protected:
  static StepsOrigin origin(std::uint64_t seed = 5) {
    return {"sapper count", {{"seed", seed}, {"config", {{"name", "c"}, {"note", "any"}}}}, {}};
  }
  // The steps `from` to `to`, with their number as the state.
  static void add(KeptSteps& steps, std::uint64_t from, std::uint64_t to, std::uint64_t& state) {
    for (std::uint64_t step = from; step < to; ++step) steps.add("step " + std::to_string(step));
    state = to;
  }
  // Expects the file to hold the steps before `count`.
  static void expect_steps(KeptSteps& steps, const std::filesystem::path& file, std::uint64_t count) {
    std::vector<std::string> lines;
    const bj::value state = steps.read(file, [&](std::string_view line) { lines.emplace_back(line); });
    EXPECT_EQ(state, bj::value(count));
    ASSERT_EQ(lines.size(), count);
    for (std::uint64_t step = 0; step < count; ++step) EXPECT_EQ(lines[step], "step " + std::to_string(step));
  }
  std::string refusal(const StepsOrigin& reader) const {
    return message_of<InputError>(
        [&] { KeptSteps(reader, [] { return bj::value(); }).read(file_, [](std::string_view) {}); });
  }
  // A file with five steps, of two saves.
  void write_five() const {
    std::uint64_t state = 0;
    KeptSteps steps(origin(), [&] { return bj::value(state); });
    add(steps, 0, 3, state);
    steps.write(file_);
    add(steps, 3, 5, state);
    steps.write(file_);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "x.checkpoint";
  std::filesystem::path elsewhere_ = folder_.path() / "elsewhere.checkpoint";
};

TEST_F(KeptStepsFile, IsContinuedWhereverItWasSaved) {
  std::uint64_t state = 0;
  const auto state_now = [&] { return bj::value(state); };
  KeptSteps steps(origin(), state_now);
  EXPECT_FALSE(steps.has_any());
  add(steps, 0, 3, state);
  EXPECT_TRUE(steps.has_any());
  steps.write(file_);
  steps.write(file_);  // nothing is new
  add(steps, 3, 4, state);
  steps.write(file_);
  add(steps, 4, 7, state);
  steps.write(elsewhere_);
  KeptSteps again(origin(), state_now);
  expect_steps(again, elsewhere_, 7);
  add(again, 7, 9, state);
  again.write(elsewhere_);
  KeptSteps third(origin(), state_now), fourth(origin(), state_now);
  expect_steps(third, elsewhere_, 9);
  expect_steps(fourth, file_, 4);
}

// A save that was cut off is dropped, and the next one takes its place.
TEST_F(KeptStepsFile, LosesOnlyASaveThatWasCutOff) {
  write_five();
  const std::string whole = content_of(file_);
  const std::size_t first_save = whole.find("{\"saved\":");
  for (const std::size_t size : {whole.size() - 1, whole.rfind("{\"saved\":"), whole.find("step 4") + 2}) {
    folder_.write("x.checkpoint", whole.substr(0, size));
    std::uint64_t state = 3;
    KeptSteps steps(origin(), [&] { return bj::value(state); });
    expect_steps(steps, file_, 3);
    add(steps, 3, 5, state);
    steps.write(file_);
    EXPECT_EQ(content_of(file_), whole);
  }
  folder_.write("x.checkpoint", whole.substr(0, first_save));
  EXPECT_THAT(refusal(origin()), HasSubstr("is not a valid checkpoint of `sapper count`"));
}

TEST_F(KeptStepsFile, IsRefusedWhenAnyByteIsWrong) {
  write_five();
  const std::string whole = content_of(file_);
  const std::string begin_of_save = "{\"saved\":";  // without it, it is a save that was cut off
  const std::size_t last_save = whole.rfind(begin_of_save);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    if (whole[at] == '\n' || (at >= last_save && at < last_save + begin_of_save.size())) continue;
    std::string edited = whole;
    edited[at] = edited[at] == '1' ? '2' : '1';
    folder_.write("x.checkpoint", edited);
    const std::string message = refusal(origin());
    EXPECT_THAT(message, HasSubstr("delete it and run without --resume to start over")) << at << edited[at];
    EXPECT_THAT(message, Not(HasSubstr("\n")));
  }
}

TEST_F(KeptStepsFile, IsRefusedByAnotherCommand) {
  write_five();
  EXPECT_THAT(refusal(origin(6)), HasSubstr("belongs to another `sapper count` (its seed differs)"));
  StepsOrigin renamed = origin();
  renamed.options["config"].as_object()["note"] = "corrected";
  EXPECT_EQ(refusal(renamed), "");
  renamed.options["config"].as_object()["name"] = "d";
  EXPECT_THAT(refusal(renamed), HasSubstr("(its config.name differs)"));
  StepsOrigin other = origin();
  other.command = "sapper list";
  EXPECT_THAT(refusal(other), HasSubstr("is not a valid checkpoint of `sapper list`"));
  folder_.write("x.checkpoint", "");
  EXPECT_THAT(refusal(origin()), HasSubstr("is not a valid checkpoint"));
}

TEST_F(KeptStepsFile, IsRefusedByAnotherVersionOfAProgram) {
  StepsOrigin with_player = origin();
  with_player.programs = {{"bot", 0, "bot.py", "0123456789abcdef"}};
  KeptSteps steps(with_player, [] { return bj::value(); });
  steps.add("step 0");
  steps.write(file_);
  EXPECT_EQ(refusal(with_player), "");
  with_player.programs[0].hash[0] = '1';
  EXPECT_THAT(refusal(with_player),
              HasSubstr("bot.py (player \"bot\") has changed since then; delete it and run without"));
}

}  // namespace
}  // namespace sapper::tests
