// Python's lock (GIL) around work that does not need it, and the end of the interpreter.
//
// While Python ends it kills each daemon thread that asks for its lock, by unwinding it; in a destructor of C++ that ends
// the process with an error. Therefore, before Python begins to end, an atexit function waits until no thread works here
// or asks for the lock; runs stop as after Ctrl-C. Other threads that come here later wait until the process has ended.
#pragma once

#include <pybind11/pybind11.h>

namespace sapper::experiments::python {

// Whether Python is about to end, so that runs are to stop.
bool is_ending();

// Work that does not hold Python's lock. Exit waits for it.
class PythonFreeWork {
 public:
  PythonFreeWork();
  ~PythonFreeWork();
  PythonFreeWork(const PythonFreeWork&) = delete;
  PythonFreeWork& operator=(const PythonFreeWork&) = delete;
};

// Releases Python's lock, which the thread must hold, for the time of some work.
class WithoutLock {
 public:
  WithoutLock();
  ~WithoutLock();
  WithoutLock(const WithoutLock&) = delete;
  WithoutLock& operator=(const WithoutLock&) = delete;

 private:
  PyThreadState* thread_;
};

// Calls a function of the caller and returns what it returns; error_already_set if it raises. Exit waits for it too, but not for long: it may be waiting
// for something that never comes. If Python kills the thread in it, the thread waits until the process has ended.
pybind11::object call_python(const pybind11::object& function, const pybind11::tuple& arguments);

// Lets Python's exit wait.
void wait_for_work_at_exit(pybind11::module_& module);

}  // namespace sapper::experiments::python
