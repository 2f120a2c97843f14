#include "experiments/python/interpreter_lock.hpp"

#include <cxxabi.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace sapper::experiments::python {
namespace {

std::atomic<int> works = 0;
std::atomic<int> calls = 0;
std::atomic<bool> ending = false;
std::atomic<pthread_t> ending_thread{};

constexpr std::chrono::milliseconds kPoll(2);
constexpr std::chrono::seconds kPatience(2);  // with calls of Python

// In a child of fork() there is only the thread that called it, which was not at work.
void forget_other_threads() {
  works = 0;
  calls = 0;
}

[[noreturn]] void wait_for_end() {
  for (;;) ::pause();
}

}  // namespace

bool is_ending() { return ending; }

PythonFreeWork::PythonFreeWork() { ++works; }
PythonFreeWork::~PythonFreeWork() { --works; }

WithoutLock::WithoutLock() {
  // The lock is held, so that `ending` does not change here.
  if (ending && pthread_equal(ending_thread, pthread_self()) == 0) {
    PyEval_SaveThread();
    wait_for_end();
  }
  ++works;
  thread_ = PyEval_SaveThread();
}

WithoutLock::~WithoutLock() {
  PyEval_RestoreThread(thread_);
  --works;
}

pybind11::object call_python(const pybind11::object& function, const pybind11::tuple& arguments) {
  ++calls;
  PyObject* result = nullptr;
  try {
    result = PyObject_CallObject(function.ptr(), arguments.ptr());
  } catch (abi::__forced_unwind&) {
    // Destructors that unwinding would run use Python's objects, without its lock.
    wait_for_end();
  }
  --calls;
  if (result == nullptr) throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::object>(result);
}

namespace {

// Python's exit calls this, with its lock held.
void await_work() {
  ending_thread = pthread_self();
  ending = true;
  const auto begin = std::chrono::steady_clock::now();
  while (works > 0 || (calls > 0 && std::chrono::steady_clock::now() - begin < kPatience)) {
    {
      const pybind11::gil_scoped_release others_run;
      std::this_thread::sleep_for(kPoll);
    }
    if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
  }
}

}  // namespace

void wait_for_work_at_exit(pybind11::module_& module) {
  ::pthread_atfork(nullptr, nullptr, forget_other_threads);
  module.def("await_work", await_work);
  pybind11::module_::import("atexit").attr("register")(module.attr("await_work"));
}

}  // namespace sapper::experiments::python
