#include "experiments/python/policy_desk.hpp"

#include <pybind11/numpy.h>

#include <algorithm>
#include <string>

#include "experiments/python/interpreter_lock.hpp"
#include "sim/support/interruptible.hpp"
#include "solvers/support/phase_timer.hpp"

namespace sapper::experiments::python {

namespace py = pybind11;

void PolicyDesk::open(std::atomic<bool>& interrupt, bool stops_at_exit) {
  interrupt_ = &interrupt;
  stops_at_exit_ = stops_at_exit;
}

std::uint64_t PolicyDesk::choose(minesweeper::PolicyBatch& batch) {
  const auto request = std::make_shared<Request>();
  request->label = batch.label;
  request->shape.push_back(static_cast<py::ssize_t>(batch.size));
  for (const std::uint32_t side : batch.sides) request->shape.push_back(side);
  request->cells.assign(batch.cells.begin(), batch.cells.end());
  request->hidden.assign(batch.hidden.begin(), batch.hidden.end());
  request->digs.resize(batch.size);
  std::unique_lock lock(mutex_);
  if (!is_closed_) requests_.push_back(request);
  changed_.notify_all();
  constexpr std::chrono::milliseconds kLookEvery(100);  // whether Python is ending
  while (!request->is_answered && !is_closed_) {
    if (stops_at_exit_ && is_ending()) is_closed_ = true;
    changed_.wait_for(lock, kLookEvery);
  }
  if (!request->is_answered) {
    *interrupt_ = true;
    throw sim::Interrupted();
  }
  std::copy(request->digs.begin(), request->digs.end(), batch.digs.begin());
  return request->ns;
}

std::shared_ptr<PolicyDesk::Request> PolicyDesk::next_request(std::chrono::milliseconds patience) {
  const WithoutLock others_run;
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return !requests_.empty() || is_closed_; });
  if (requests_.empty() || is_closed_) return nullptr;
  const auto request = requests_.front();
  requests_.pop_front();
  return request;
}

void PolicyDesk::serve(std::chrono::milliseconds patience) {
  const std::shared_ptr<Request> request = next_request(patience);
  if (!request) return;
  const std::uint64_t begin_ns = solvers::thread_ns();
  answer(*request);
  const std::lock_guard lock(mutex_);
  request->ns = solvers::thread_ns() - begin_ns;
  request->is_answered = true;
  changed_.notify_all();
}

void PolicyDesk::answer(Request& request) const {
  const auto size = static_cast<py::ssize_t>(request.digs.size());
  py::array_t<std::int8_t> obs(request.shape);
  std::copy(request.cells.begin(), request.cells.end(), obs.mutable_data());
  py::array_t<bool> mask({size, static_cast<py::ssize_t>(request.hidden.size()) / size});
  std::copy(request.hidden.begin(), request.hidden.end(), mask.mutable_data());
  const py::object chosen =
      call_python(choose_, py::make_tuple(request.label, std::move(obs), std::move(mask)));
  const auto digs = chosen.cast<py::array_t<std::int64_t, py::array::c_style>>();
  std::copy_n(digs.data(), request.digs.size(), request.digs.begin());
}

void PolicyDesk::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

}  // namespace sapper::experiments::python
