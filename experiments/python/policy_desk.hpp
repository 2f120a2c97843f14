// A function of Python that plays for the strategy `policy`. It is called by the thread that asked for the games, in turns
// of serve(): what libraries keep by thread (whether gradients are recorded, the device) holds in it, and Ctrl-C reaches
// it. The threads that play wait for it.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/external/policy_player.hpp"

namespace sapper::experiments::python {

class PolicyDesk final : public minesweeper::Policy {
 public:
  // choose(label, obs int8 [n, rows, cols], in layers [n, layers, rows, cols], of a graph [n, cells],
  // action_mask bool [n, cells]) -> int64 [n], contiguous.
  PolicyDesk(pybind11::object choose, std::size_t batch_size)
      : choose_(std::move(choose)), batch_size_(batch_size) {}

  std::uint64_t choose(minesweeper::PolicyBatch& batch) override;
  std::size_t batch_size() const override { return batch_size_; }

  // Call before the games. interrupt: set, to end them, when nobody chooses any more; it must outlive them. stops_at_exit:
  // whether that is so once Python is ending.
  void open(std::atomic<bool>& interrupt, bool stops_at_exit);

  // Waits until there is a batch or the desk is closed, for a time, and lets the function choose. Needs Python's lock.
  // error_already_set if it raises.
  void serve(std::chrono::milliseconds patience);
  // Ends the service: threads that wait for a choice get sim::Interrupted.
  void close();

 private:
  // A batch, copied, since the thread that asked may be gone when the function returns.
  struct Request {
    std::string label;
    std::vector<pybind11::ssize_t> shape;  // of the arrays of cells
    std::vector<std::int8_t> cells;
    std::vector<std::uint8_t> hidden;
    std::vector<std::int64_t> digs;
    std::uint64_t ns = 0;
    bool is_answered = false;
  };

  std::shared_ptr<Request> next_request(std::chrono::milliseconds patience);
  void answer(Request& request) const;

  pybind11::object choose_;
  std::size_t batch_size_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Request>> requests_;
  std::atomic<bool>* interrupt_ = nullptr;
  bool stops_at_exit_ = true;
  bool is_closed_ = false;
};

}  // namespace sapper::experiments::python
