// Work on a separate thread while Python's own serves signals and callbacks.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <utility>

#include "experiments/python/interpreter_lock.hpp"

namespace sapper::experiments::python {

// Work on a separate thread, so that this one can serve Python meanwhile. Work that an exception leaves is interrupted.
template <class Result>
class BackgroundResult {
 public:
  template <class Body>
  explicit BackgroundResult(const Body& body)
      : result_(
            std::async(std::launch::async, [body, this, work = std::make_unique<PythonFreeWork>()]() mutable {
              const std::unique_ptr<PythonFreeWork> until_done = std::move(work);
              return body(interrupt_);
            })) {}
  ~BackgroundResult() {
    if (!result_.valid() || is_over(std::chrono::milliseconds(0))) return;
    interrupt_ = true;
    const WithoutLock others_run;
    result_.wait();
  }
  BackgroundResult(const BackgroundResult&) = delete;
  BackgroundResult& operator=(const BackgroundResult&) = delete;

  // Calls between() now and then, after signals, and at the end. wait: that for the work; it may do something meanwhile.
  template <class Between>
  Result get(const Between& between,
             const std::function<void(std::chrono::milliseconds patience)>& wait = {}) {
    constexpr std::chrono::milliseconds kPatience(100);
    const auto serve = [&] {
      if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
      between();
    };
    if (wait) {
      auto last = std::chrono::steady_clock::now();
      while (!is_over(std::chrono::milliseconds(0))) {
        wait(kPatience);
        if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
        if (std::chrono::steady_clock::now() - last < kPatience) continue;
        between();
        last = std::chrono::steady_clock::now();
      }
    } else {
      while (!is_over(kPatience)) serve();
    }
    Result result = result_.get();
    serve();
    return result;
  }

 private:
  bool is_over(std::chrono::milliseconds patience) {
    const WithoutLock others_run;
    return result_.wait_for(patience) == std::future_status::ready;
  }

  std::atomic<bool> interrupt_ = false;
  std::future<Result> result_;
};

}  // namespace sapper::experiments::python
