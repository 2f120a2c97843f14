// Stress tests of in_order: thousands of tiny chunks on 1 to 16 threads, in order and complete, with exceptions in
// each stage, interruptions at random moments and parallel loops inside a chunk.
//
// ThreadSanitizer cannot watch oneTBB (it reports false races in most distributions' builds), so its builds use plain
// threads. Here every guarantee of in_order.hpp is checked by flags that the stages set and clear: two threads in one
// slot or in a serial stage collide there.
// Label: threads
#include "experiments/run/in_order.hpp"

#include <signal.h>
#include <unistd.h>

#include "experiments/run/interruption.hpp"
#include "sim/random/stream.hpp"
#include "solvers/support/parallel.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

constexpr std::size_t kMostThreads = 16;

// A pseudo-random number that depends on its arguments alone, whatever the order of calls.
std::uint32_t draw(std::uint64_t seed, std::uint64_t number, std::uint32_t bound) {
  return sim::Stream({seed, 0, number}, sim::StreamPurpose::playout).below(bound);
}

// Set while a thread is inside; records if it was already set.
class Room {
 public:
  void enter() {
    if (is_taken_.exchange(true)) was_shared_ = true;
  }
  void leave() { is_taken_ = false; }
  bool was_shared() const { return was_shared_; }
  bool is_taken() const { return is_taken_; }

 private:
  std::atomic<bool> is_taken_ = false;
  std::atomic<bool> was_shared_ = false;
};

class Visit {
 public:
  explicit Visit(Room& room) : room_(room) { room_.enter(); }
  ~Visit() { room_.leave(); }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  Room& room_;
};

enum class Stage { next, play, fold };

struct Plan {
  std::uint64_t seed = 0;
  std::size_t threads = 1;
  std::size_t in_flight = 1;
  std::uint64_t chunks = 0;
  std::uint32_t longest_work = 40;  // steps of a chunk, at most
  // The stage that throws, and at which chunk.
  std::optional<Stage> fails = std::nullopt;
  std::uint64_t fails_at = 0;
  bool has_nested_loops = false;
  Executor (*execute)(std::size_t threads) = on_threads;
};

class Stress {
 public:
  explicit Stress(const Plan& plan) : plan_(plan), items_(plan.in_flight) {}

  void run() {
    in_order(
        plan_.execute(plan_.threads), items_, [this](Item& item) { return next(item); },
        [this](Item& item, std::size_t slot) { play(item, slot); }, [this](Item& item) { fold(item); });
    is_over = true;
  }

  std::atomic<bool> interrupt = false;
  std::atomic<bool> is_over = false;
  std::atomic<std::uint64_t> handed_out = 0;
  std::uint64_t folded = 0;
  std::uint64_t given_up = 0;  // among the folded: the interruption came first

  void expect_promises_kept() const {
    EXPECT_FALSE(next_room_.was_shared()) << "two threads in next()";
    EXPECT_FALSE(fold_room_.was_shared()) << "two threads in fold()";
    for (const Room& slot : slots_) EXPECT_FALSE(slot.was_shared()) << "two chunks in one slot";
    EXPECT_FALSE(next_room_.is_taken() || fold_room_.is_taken()) << "a stage still runs";
    for (const Room& slot : slots_) EXPECT_FALSE(slot.is_taken()) << "a stage still runs";
    EXPECT_TRUE(is_in_order_) << "folded in another order than handed out";
    EXPECT_TRUE(is_whole_) << "a chunk came to fold() without all that play() wrote";
    EXPECT_TRUE(has_complete_loops_) << "a parallel loop inside a chunk was cut short";
    EXPECT_TRUE(fits_slots_) << "a slot that is not below the number of threads";
  }

 private:
  struct alignas(64) Item {
    std::uint64_t number = 0;
    std::array<std::uint64_t, 64> written{};  // plain memory, larger than a cache line
    bool is_complete = false;
  };

  bool fails(Stage stage, std::uint64_t number) const {
    return plan_.fails == stage && plan_.fails_at == number;
  }

  bool next(Item& item) {
    const Visit visit(next_room_);
    if (interrupt || handed_out == plan_.chunks) return false;
    if (fails(Stage::next, handed_out)) throw std::runtime_error("next");
    item.number = handed_out++;
    return true;
  }

  void play(Item& item, std::size_t slot) {
    if (slot >= plan_.threads) {
      fits_slots_ = false;
      return;
    }
    const Visit visit(slots_[slot]);
    item.is_complete = !interrupt;
    if (!item.is_complete) return;
    const std::uint32_t work = draw(plan_.seed, item.number, plan_.longest_work + 1);
    for (std::uint32_t step = 0; step < work; ++step)
      item.written[step % item.written.size()] = draw(item.number, step, 1000);
    if (plan_.has_nested_loops && item.number % 3 == 0) play_nested(item);
    if (fails(Stage::play, item.number)) throw std::runtime_error("play");
    std::iota(item.written.begin(), item.written.end(), item.number);
  }

  // While this thread waits for the others it must not start another chunk in its slot: Visit would detect it.
  void play_nested(const Item& item) {
    std::array<std::atomic<std::uint32_t>, 32> calls{};
    solvers::for_each_index_in_parallel(calls.size(), [&](std::size_t index) {
      for (std::uint32_t step = 0; step < 20; ++step) calls[index] += draw(item.number, step, 1000) / 1000;
      ++calls[index];
    });
    for (const auto& count : calls)
      if (count != 1) has_complete_loops_ = false;
  }

  void fold(Item& item) {
    const Visit visit(fold_room_);
    if (item.number != folded) is_in_order_ = false;
    if (fails(Stage::fold, item.number)) throw std::runtime_error("fold");
    ++folded;
    given_up += !item.is_complete;
    for (std::size_t i = 0; item.is_complete && i < item.written.size(); ++i)
      if (item.written[i] != item.number + i) is_whole_ = false;
    item.written.fill(0);
  }

  const Plan plan_;
  std::vector<Item> items_;
  Room next_room_, fold_room_;
  std::array<Room, kMostThreads> slots_;
  std::atomic<bool> is_in_order_ = true, is_whole_ = true, has_complete_loops_ = true, fits_slots_ = true;
};

template <class Check>
void for_each_number_of_threads(Check check) {
  for (const std::size_t threads : {1U, 2U, 3U, 5U, 8U, 16U}) {
    SCOPED_TRACE(testing::Message() << threads << " threads");
    check(threads);
  }
}

TEST(InOrder, FoldsThousandsOfChunksInOrder) {
  for_each_number_of_threads([](std::size_t threads) {
    for (const std::size_t in_flight : {std::size_t{1}, std::size_t{2}, threads, 8 * threads})
      for (const auto execute : {on_threads, on_plain_threads}) {
        Stress stress({.seed = in_flight,
                       .threads = threads,
                       .in_flight = in_flight,
                       .chunks = 3000,
                       .execute = execute});
        stress.run();
        stress.expect_promises_kept();
        EXPECT_EQ(stress.folded, 3000U) << in_flight << " in flight";
      }
  });
}

// Threads whose plan waits, as for input, do not hold up those that play and take.
TEST(InOrder, TakesWhatIsPlayedWhileThePlanWaits) {
  std::vector<int> items(8);
  std::atomic<int> taken = 0;
  int next = 0;
  in_order(
      on_plain_threads(2), items,
      [&](int& item) {
        item = next++;
        while (taken < item - 1) std::this_thread::yield();  // waits until all but one before it are taken
        return item < 100;
      },
      [](int, std::size_t) {}, [&](int) { ++taken; });
  EXPECT_EQ(taken, 100);
}

TEST(InOrder, RunsNothing) {
  Stress stress({.threads = 4, .in_flight = 32, .chunks = 0});
  stress.run();
  stress.expect_promises_kept();
  EXPECT_EQ(stress.folded, 0U);
}

TEST(InOrder, KeepsSlotsApartDuringNestedLoops) {
  for_each_number_of_threads([](std::size_t threads) {
    Stress stress(
        {.seed = 7, .threads = threads, .in_flight = 8 * threads, .chunks = 900, .has_nested_loops = true});
    stress.run();
    stress.expect_promises_kept();
    EXPECT_EQ(stress.folded, 900U);
  });
}

// Whichever stage throws, that exception is rethrown, the folded chunks are a gapless prefix, nothing runs afterwards,
// and the next run is unaffected.
TEST(InOrder, PassesOnAnExceptionOfAnyStage) {
  for_each_number_of_threads([](std::size_t threads) {
    for (std::uint64_t trial = 0; trial < 40; ++trial) {
      for (const auto& [stage, name] :
           {std::pair(Stage::next, "next"), std::pair(Stage::play, "play"), std::pair(Stage::fold, "fold")}) {
        Plan plan{.seed = trial, .threads = threads, .in_flight = 8 * threads, .chunks = 300};
        plan.fails = stage;
        plan.fails_at = draw(99, trial, 300);
        plan.has_nested_loops = trial % 4 == 0;
        if (trial % 2 == 1) plan.execute = on_plain_threads;
        Stress stress(plan);
        std::string thrown;
        try {
          stress.run();
        } catch (const std::runtime_error& error) {
          thrown = error.what();
        }
        SCOPED_TRACE(testing::Message() << name << " fails at " << plan.fails_at);
        EXPECT_EQ(thrown, name);
        stress.expect_promises_kept();
        if (stage == Stage::next) {
          EXPECT_LE(stress.folded, plan.fails_at);
        } else {
          EXPECT_EQ(stress.folded, plan.fails_at);
        }
        EXPECT_LE(stress.handed_out, plan.fails_at + plan.in_flight + 1);
      }
    }
    Stress after({.threads = threads, .in_flight = 8 * threads, .chunks = 300});
    after.run();
    after.expect_promises_kept();
    EXPECT_EQ(after.folded, 300U);
  });
}

// A chunk that fails cancels the others. A parallel loop inside one that is still being played must not
// return with some of its calls skipped: its result would be silently wrong.
TEST(InOrder, CompletesNestedLoopsWhenAnotherChunkFails) {
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<std::size_t> chunks(2);
    std::size_t next = 0;
    std::atomic<bool> is_inside = false, has_failed = false;
    std::atomic<std::size_t> calls = 0;
    const auto wait_for = [](const std::atomic<bool>& flag) {
      for (int tries = 0; !flag && tries < 2000; ++tries)
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    };
    constexpr std::size_t kCalls = 1000;
    const auto play = [&](std::size_t number, std::size_t) {
      if (number == 0) {
        solvers::for_each_index_in_parallel(kCalls, [&](std::size_t) {
          is_inside = true;
          wait_for(has_failed);
          ++calls;
        });
        return;
      }
      wait_for(is_inside);
      has_failed = true;
      throw std::runtime_error("play");
    };
    const auto hand_out = [&](std::size_t& number) { return (number = next++) < chunks.size(); };
    EXPECT_THROW(in_order(on_threads(2), chunks, hand_out, play, [](std::size_t) {}), std::runtime_error);
    EXPECT_EQ(calls, kCalls);
  }
}

// All stages but one throw at once: the process survives, and one of the exceptions is rethrown.
TEST(InOrder, SurvivesManyExceptionsAtOnce) {
  for_each_number_of_threads([](std::size_t threads) {
    for (int trial = 0; trial < 20; ++trial) {
      std::vector<std::size_t> chunks(32);
      std::size_t next = 0;
      EXPECT_THROW(
          in_order(
              on_threads(threads), chunks, [&](std::size_t& number) { return (number = next++) < 64; },
              [](std::size_t, std::size_t) { throw std::runtime_error("play"); },
              [](std::size_t) { FAIL() << "was not played"; }),
          std::runtime_error);
    }
  });
}

// An interruption at any moment: every chunk that was handed out is folded, in order, and none after it.
TEST(InOrder, HandsEveryChunkOverWhenInterrupted) {
  for_each_number_of_threads([](std::size_t threads) {
    for (std::uint64_t trial = 0; trial < 30; ++trial) {
      Stress stress({.seed = trial,
                     .threads = threads,
                     .in_flight = 8 * threads,
                     .chunks = ~std::uint64_t{0},
                     .has_nested_loops = trial % 3 == 0});
      std::thread user([&] {
        const std::uint64_t wait_for = draw(5, trial, 200);
        while (stress.handed_out < wait_for && !stress.is_over) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::microseconds(draw(6, trial, 300)));
        stress.interrupt = true;
      });
      stress.run();
      user.join();
      stress.expect_promises_kept();
      EXPECT_EQ(stress.folded, stress.handed_out);
      EXPECT_LE(stress.given_up, 8 * threads) << "more than were in flight";
    }
  });
}

// The run ends likewise at a signal, as a user sends it.
TEST(InOrder, StopsAtASignal) {
  for (const int signal : {SIGINT, SIGTERM}) {
    for (std::uint64_t trial = 0; trial < 10; ++trial) {
      const Interruption interruption;
      EXPECT_FALSE(interruption.flag());
      EXPECT_EQ(interruption.signal(), 0);
      Stress stress({.seed = trial, .threads = 4, .in_flight = 32, .chunks = ~std::uint64_t{0}});
      std::thread user([&] {
        while (stress.handed_out < draw(8, trial, 200) && !stress.is_over) std::this_thread::yield();
        ::kill(::getpid(), signal);
        while (!interruption.flag()) std::this_thread::yield();
        stress.interrupt = true;
      });
      stress.run();
      user.join();
      EXPECT_EQ(interruption.signal(), signal);
      stress.expect_promises_kept();
      EXPECT_EQ(stress.folded, stress.handed_out);
    }
  }
}

}  // namespace
}  // namespace sapper::experiments
