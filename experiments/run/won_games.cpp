#include "experiments/run/won_games.hpp"

#include <algorithm>
#include <utility>

#include "experiments/support/base64.hpp"

namespace sapper::experiments {

void WonGames::start(std::size_t player_count, std::uint64_t game_count) {
  won_.resize(player_count);
  for (auto& words : won_) words.assign((game_count + 63) / 64, 0);
  game_count_ = game_count;
}

WonGames WonGames::of_players(std::vector<std::vector<std::uint64_t>> words, std::uint64_t game_count) {
  WonGames won;
  won.won_ = std::move(words);
  won.game_count_ = game_count;
  return won;
}

void WonGames::append(const WonGames& next) {
  if (next.player_count() != player_count()) return clear();
  const std::uint64_t shift = game_count_ % 64;
  game_count_ += next.game_count_;
  for (std::size_t player = 0; player < won_.size(); ++player) {
    std::vector<std::uint64_t>& words = won_[player];
    for (const std::uint64_t word : next.won_[player]) {
      if (shift > 0) words.back() |= word << shift;
      words.push_back(shift > 0 ? word >> (64 - shift) : word);
    }
    words.resize((game_count_ + 63) / 64);
  }
}

std::uint64_t WonGames::both_won(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                                 std::uint64_t games) {
  std::uint64_t count = 0;
  for (std::uint64_t word = 0; word < games / 64; ++word)
    count += static_cast<std::uint64_t>(std::popcount(a[word] & b[word]));
  if (const std::uint64_t rest = games % 64; rest > 0)
    count += static_cast<std::uint64_t>(
        std::popcount(a[games / 64] & b[games / 64] & ((std::uint64_t{1} << rest) - 1)));
  return count;
}

std::vector<std::string> WonGames::texts() const {
  std::vector<std::string> texts;
  for (const std::vector<std::uint64_t>& words : won_) {
    std::string bytes((game_count_ + 7) / 8, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<char>(static_cast<unsigned char>(words[i / 8] >> 8 * (i % 8) & 255));
    texts.push_back(base64(bytes));
  }
  return texts;
}

std::optional<WonGames> WonGames::of_texts(std::span<const std::string> texts, std::uint64_t game_count) {
  // Before any memory is taken for as many games as a file claims.
  const std::uint64_t byte_count = game_count / 8 + (game_count % 8 > 0 ? 1 : 0);
  for (const std::string& text : texts)
    if (text.size() / 4 != byte_count / 3 + (byte_count % 3 > 0 ? 1 : 0)) return std::nullopt;
  WonGames won;
  won.start(texts.size(), game_count);
  for (std::size_t player = 0; player < texts.size(); ++player) {
    const std::optional<std::string> bytes = bytes_of_base64(texts[player]);
    if (!bytes || bytes->size() != byte_count) return std::nullopt;
    std::vector<std::uint64_t>& words = won.won_[player];
    for (std::size_t i = 0; i < bytes->size(); ++i)
      words[i / 8] |= std::uint64_t{static_cast<unsigned char>((*bytes)[i])} << 8 * (i % 8);
    if (game_count % 64 > 0 && words.back() >> game_count % 64 != 0) return std::nullopt;
  }
  return won;
}

}  // namespace sapper::experiments
