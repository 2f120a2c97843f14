// Go's options: defaults that depend on one another, and what is refused.
#include "experiments/commands/go_options.hpp"

#include "experiments/cli/parse_words.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::go {
namespace {

using sim::go::Scoring;
using solvers::go::PlayerEntry;

struct Options {
  GoSettings settings{.size = 9};
  const PlayerEntry* black = nullptr;
  const PlayerEntry* player = solvers::go::player_named("uct").entry;
};

Options read(const std::vector<std::string>& words) {
  Options options;
  CommandSyntax syntax;
  add_settings(syntax, options.settings);
  add_player(syntax, "--black", "", options.black, HumanPlayers::yes);
  add_player(syntax, "--player", "", options.player, HumanPlayers::no);
  parse_words(syntax, "test", words);
  return options;
}

TEST(GoOptions, HaveDefaults) {
  const Options options = read({});
  EXPECT_EQ(options.settings.size, 9);
  EXPECT_EQ(options.settings.komi(), 15);
  EXPECT_EQ(options.settings.scoring, Scoring::area);
  EXPECT_EQ(options.settings.playouts, 1000U);
  EXPECT_FALSE(options.black);
  EXPECT_EQ(options.player->name, "uct");
  EXPECT_EQ(read({"--scoring", "majority"}).settings.komi(), 0);
}

TEST(GoOptions, AreRead) {
  const Options options = read({"--size", "13", "--komi", "-0.5", "--scoring=majority", "--black", "random",
                                "--player", "random", "--playouts", "1e3"});
  EXPECT_EQ(options.settings.size, 13);
  EXPECT_EQ(options.settings.komi(), -1);
  EXPECT_EQ(options.settings.scoring, Scoring::majority);
  EXPECT_EQ(options.settings.playouts, 1000U);
  EXPECT_EQ(options.black->name, "random");
  EXPECT_EQ(options.player->name, "random");
  EXPECT_FALSE(read({"--black", "human"}).black);
}

TEST(GoOptions, AreRefusedWithTheOptionsName) {
  const auto refusal = [](const char* option, const char* text) {
    return tests::message_of<InputError>([&] { read({option, text}); });
  };
  EXPECT_EQ(refusal("--size", "26"), "--size is \"26\"; expected a whole number from 1 to 25");
  EXPECT_THAT(refusal("--size", "-1"), HasSubstr("--size is \"-1\""));
  EXPECT_THAT(refusal("--komi", "7.3"), HasSubstr("--komi is \"7.3\"; expected a multiple of 0.5"));
  EXPECT_THAT(refusal("--scoring", "are"), HasSubstr("did you mean \"area\"?"));
  EXPECT_THAT(refusal("--black", "humen"), HasSubstr("did you mean \"human\"?"));
  EXPECT_THAT(refusal("--black", ""), HasSubstr("--black is \"\""));
  EXPECT_THAT(refusal("--player", "human"), HasSubstr("--player is \"human\""));
  EXPECT_THAT(refusal("--playouts", "0"), HasSubstr("--playouts is \"0\""));
}

}  // namespace
}  // namespace sapper::experiments::go
