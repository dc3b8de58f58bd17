#pragma once

#include <cstdint>

namespace glassformer::testing {

// Memory as this program takes it: operator new in all its forms, and malloc as our own objects
// call it, which is what Eigen does (tests/CMakeLists.txt: --wrap). Other libraries' malloc is
// theirs.

// While it lives, the nth request for memory (from 1), on any thread, is refused, once.
class FailingMemory {
 public:
  explicit FailingMemory(std::int64_t nth);
  ~FailingMemory();
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;
  bool happened() const;
};

std::int64_t requests();  // so far
std::int64_t live();      // pieces of memory that were taken by operator new and not given back

}  // namespace glassformer::testing
