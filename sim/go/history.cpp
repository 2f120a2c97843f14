#include "sim/go/history.hpp"

#include "sim/random/stream.hpp"

namespace sapper::sim::go {
namespace {

using KeyTable = std::array<std::array<PositionKey, kMaxSites>, 2>;

KeyTable make_keys() {
  Stream words(GameId{0x676F, 0x6B657973, 0}, Purpose::layout);
  KeyTable table;
  for (auto& keys : table) {
    for (PositionKey& key : keys) {
      key.high = words.next64();
      key.low = words.next64();
    }
  }
  return table;
}

const KeyTable kKeys = make_keys();
constexpr std::size_t kFirstSlots = 1024;

}  // namespace

const PositionKey& stone_key(Point point, Color color) { return kKeys[index_of(color)][point]; }

PositionHistory::PositionHistory() : slots_(kFirstSlots, kFree), mask_(kFirstSlots - 1) {
  keys_.reserve(kFirstSlots / 2);
}

void PositionHistory::clear() {
  while (!keys_.empty()) remove_last();
}

void PositionHistory::add(const PositionKey& key) {
  if (2 * (keys_.size() + 1) > slots_.size()) grow();
  const std::size_t slot = slot_of(key);
  if (slots_[slot] == kFree) slots_[slot] = static_cast<std::uint32_t>(keys_.size());
  keys_.push_back(key);
}

void PositionHistory::remove_last() {
  const std::size_t slot = slot_of(keys_.back());
  // A repeated key stays in the table because of its first occurrence.
  if (slots_[slot] == keys_.size() - 1) slots_[slot] = kFree;
  keys_.pop_back();
}

void PositionHistory::grow() {
  slots_.assign(2 * slots_.size(), kFree);
  mask_ = slots_.size() - 1;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    const std::size_t slot = slot_of(keys_[i]);
    if (slots_[slot] == kFree) slots_[slot] = static_cast<std::uint32_t>(i);
  }
}

}  // namespace sapper::sim::go
