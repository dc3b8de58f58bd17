#pragma once

#include <string>

namespace glassformer::testing {

// The system's calls under core/formats, as this program links them (tests/CMakeLists.txt: --wrap).
enum class Call {
  open,
  fstat,
  fcntl,
  mkostemp,
  pread,
  write,
  pwrite,
  fchmod,
  fsync,
  rename,
  mmap,
  count
};
std::string name_of(Call call);

// How a call goes wrong.
struct Fault {
  enum class Kind {
    error,  // it does nothing and sets errno to `error`
    half,   // a read or write of half of the bytes: no mistake, and nobody may notice
    none    // it reads or writes 0 bytes
  };
  Kind kind = Kind::error;
  int error = 0;
};

// While it lives, the nth call of that kind (from 1), on any thread, goes wrong; all others are
// what they were.
class FailingCall {
 public:
  FailingCall(Call call, int nth, Fault fault);
  ~FailingCall();
  FailingCall(const FailingCall&) = delete;
  FailingCall& operator=(const FailingCall&) = delete;
  bool happened() const;
};

// How often `call` is made while it lives; one at a time, and no FailingCall beside it.
class CountedCalls {
 public:
  CountedCalls();
  int of(Call call) const;
};

}  // namespace glassformer::testing
