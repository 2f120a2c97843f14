// Memory of a depth-first search: a stack of words that grows in blocks. Allocations stay in place until they are
// released, last in, first out; blocks are kept for reuse, so that a search allocates nothing once its deepest path has
// been reached.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sapper::solvers::optimal {

class Scratch {
 public:
  struct Mark {
    std::size_t block;
    std::size_t used;
  };
  Mark mark() const { return {block_, used_}; }
  // Releases everything taken since the mark.
  void rewind(Mark mark) {
    block_ = mark.block;
    used_ = mark.used;
  }

  // Rewinds to its start when destroyed.
  class Scope {
   public:
    explicit Scope(Scratch& scratch) : scratch_(scratch), mark_(scratch.mark()) {}
    ~Scope() { scratch_.rewind(mark_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Scratch& scratch_;
    Mark mark_;
  };

  // Uninitialised words, contiguous.
  std::uint64_t* take(std::size_t words) {
    while (block_ < blocks_.size()) {
      if (blocks_[block_].size - used_ >= words) {
        std::uint64_t* const taken = blocks_[block_].words.get() + used_;
        used_ += words;
        return taken;
      }
      ++block_;
      used_ = 0;
    }
    const std::size_t size = std::max(words, kBlockWords);
    blocks_.push_back({std::make_unique_for_overwrite<std::uint64_t[]>(size), size});
    used_ = words;
    return blocks_.back().words.get();
  }

 private:
  static constexpr std::size_t kBlockWords = std::size_t{1} << 16;
  struct Block {
    std::unique_ptr<std::uint64_t[]> words;
    std::size_t size = 0;
  };

  std::vector<Block> blocks_;
  std::size_t block_ = 0;  // the block in use; blocks_.size() if none is left
  std::size_t used_ = 0;   // words used in it
};

}  // namespace sapper::solvers::optimal
