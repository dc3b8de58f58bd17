#pragma once

#include <cstdint>

#include "core/tensor/memory_limit.h"

namespace glassformer::testing {

// Another limit of memory; at the end of a test it is as it was.
class WithMemoryLimit {
 public:
  explicit WithMemoryLimit(std::uint64_t bytes) : before_(memory_limit()) {
    set_memory_limit(bytes);
  }
  ~WithMemoryLimit() { set_memory_limit(before_); }
  WithMemoryLimit(const WithMemoryLimit&) = delete;
  WithMemoryLimit& operator=(const WithMemoryLimit&) = delete;

 private:
  std::uint64_t before_;
};

}  // namespace glassformer::testing
