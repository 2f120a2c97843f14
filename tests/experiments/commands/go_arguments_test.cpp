// Go's options as they are written on the command line.
#include "experiments/commands/go_arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"

namespace sapper::experiments::go {
namespace {

using sim::go::Scoring;
using solvers::go::PlayerKind;
using solvers::go::PlayerSpec;
using testing::HasSubstr;

GoArguments with(std::optional<std::string> GoArguments::*option, const char* text) {
  GoArguments arguments;
  arguments.*option = text;
  return arguments;
}

TEST(GoArguments, HaveDefaults) {
  const GtpOptions gtp = read_gtp_options({});
  EXPECT_EQ(gtp.size, 19);
  EXPECT_EQ(gtp.komi_halves, 15);
  EXPECT_EQ(gtp.scoring, Scoring::area);
  EXPECT_EQ(gtp.player, (PlayerSpec{PlayerKind::uct, 1000}));
  const GoPlayOptions play = read_play_options({});
  EXPECT_EQ(play.rules.size, 9);
  EXPECT_FALSE(play.black || play.white);
  EXPECT_EQ(read_play_options(with(&GoArguments::scoring, "majority")).rules.komi_halves, 0);
}

TEST(GoArguments, AreRead) {
  GoArguments arguments{.size = "13",
                        .komi = "-0.5",
                        .scoring = "majority",
                        .black = "random",
                        .white = "uct",
                        .player = "random",
                        .playouts = "77",
                        .seed = 9};
  const GoPlayOptions play = read_play_options(arguments);
  EXPECT_EQ(play.rules.size, 13);
  EXPECT_EQ(play.rules.komi_halves, -1);
  EXPECT_EQ(play.rules.scoring, Scoring::majority);
  EXPECT_EQ(play.black->kind, PlayerKind::random);
  EXPECT_EQ(*play.white, (PlayerSpec{PlayerKind::uct, 77}));
  EXPECT_EQ(play.seed, 9U);
  const GtpOptions gtp = read_gtp_options(arguments);
  EXPECT_EQ(gtp.size, 13);
  EXPECT_EQ(gtp.player.kind, PlayerKind::random);
  EXPECT_EQ(gtp.seed, 9U);
}

TEST(GoArguments, AreRefusedWithTheOptionsName) {
  const auto refusal = [](std::optional<std::string> GoArguments::*option, const char* text) {
    return tests::message_of<InputError>([&] {
      read_play_options(with(option, text));
      read_gtp_options(with(option, text));
    });
  };
  EXPECT_THAT(refusal(&GoArguments::size, "26"), HasSubstr("--size is \"26\"; a whole number from 1 to 25"));
  EXPECT_THAT(refusal(&GoArguments::size, "-1"), HasSubstr("--size"));
  EXPECT_THAT(refusal(&GoArguments::komi, "7.3"), HasSubstr("--komi is \"7.3\"; a multiple of 0.5"));
  EXPECT_THAT(refusal(&GoArguments::scoring, "are"), HasSubstr("did you mean \"area\"?"));
  EXPECT_THAT(refusal(&GoArguments::white, "humen"), HasSubstr("did you mean \"human\"?"));
  EXPECT_THAT(refusal(&GoArguments::black, ""), HasSubstr("--black"));
  EXPECT_THAT(refusal(&GoArguments::player, "human"), HasSubstr("--player is \"human\""));
  EXPECT_THAT(refusal(&GoArguments::playouts, "0"), HasSubstr("--playouts"));
}

}  // namespace
}  // namespace sapper::experiments::go
