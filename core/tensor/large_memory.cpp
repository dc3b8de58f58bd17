#include "core/tensor/large_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>

namespace glassformer {

std::shared_ptr<std::byte[]> large_memory(std::size_t bytes) {
  constexpr std::size_t line = 64;
  if (bytes > std::numeric_limits<std::size_t>::max() - line) throw std::bad_alloc();
  const std::size_t whole = std::max((bytes + line - 1) / line, std::size_t{1}) * line;
  auto* const memory = static_cast<std::byte*>(std::aligned_alloc(line, whole));
  if (memory == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  // Only advice, so it may fail.
  constexpr std::size_t huge = 2 << 20;
  const std::size_t before = (huge - reinterpret_cast<std::uintptr_t>(memory) % huge) % huge;
  if (whole >= before + huge) {
    ::madvise(memory + before, (whole - before) / huge * huge, MADV_HUGEPAGE);
  }
#endif
  return {memory, [](std::byte* p) { std::free(p); }};
}

}  // namespace glassformer
