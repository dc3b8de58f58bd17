#include "tests/faults/failing_memory.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names
extern "C" {
void* __real_malloc(std::size_t bytes);
void* __real_calloc(std::size_t count, std::size_t bytes);
void* __real_realloc(void* before, std::size_t bytes);
void* __real_aligned_alloc(std::size_t alignment, std::size_t bytes);
}

namespace glassformer::testing {

namespace {

std::atomic<std::int64_t> asked = 0;
std::atomic<std::int64_t> held = 0;
std::atomic<std::int64_t> left = -1;  // requests until the one that is refused; below 0: none is

bool refused() {
  asked.fetch_add(1, std::memory_order_relaxed);
  return left.load(std::memory_order_relaxed) > 0 && --left == 0;
}

void* take(std::size_t bytes, std::size_t alignment) noexcept {
  if (refused()) return nullptr;
  if (bytes == 0) bytes = 1;
  void* const memory =
      alignment <= alignof(std::max_align_t)
          ? __real_malloc(bytes)
          : __real_aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (memory != nullptr) held.fetch_add(1, std::memory_order_relaxed);
  return memory;
}

void* take_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const memory = take(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void give(void* memory) noexcept {
  if (memory == nullptr) return;
  held.fetch_sub(1, std::memory_order_relaxed);
  std::free(memory);
}

constexpr std::size_t usual = alignof(std::max_align_t);

}  // namespace

FailingMemory::FailingMemory(std::int64_t nth) {
  left = nth;
}

FailingMemory::~FailingMemory() {
  left = -1;
}

bool FailingMemory::happened() const {
  return left == 0;
}

std::int64_t requests() {
  return asked;
}

std::int64_t live() {
  return held;
}

}  // namespace glassformer::testing

namespace faults = glassformer::testing;

extern "C" {
void* __wrap_malloc(std::size_t bytes) {
  return faults::refused() ? nullptr : __real_malloc(bytes);
}
void* __wrap_calloc(std::size_t count, std::size_t bytes) {
  return faults::refused() ? nullptr : __real_calloc(count, bytes);
}
void* __wrap_realloc(void* before, std::size_t bytes) {
  return faults::refused() ? nullptr : __real_realloc(before, bytes);
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return faults::refused() ? nullptr : __real_aligned_alloc(alignment, bytes);
}
}
// NOLINTEND(bugprone-reserved-identifier)

void* operator new(std::size_t bytes) {
  return faults::take_or_throw(bytes, faults::usual);
}
void* operator new[](std::size_t bytes) {
  return faults::take_or_throw(bytes, faults::usual);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return faults::take_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return faults::take_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return faults::take(bytes, faults::usual);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return faults::take(bytes, faults::usual);
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return faults::take(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment,
                     const std::nothrow_t&) noexcept {
  return faults::take(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  faults::give(memory);
}
void operator delete[](void* memory) noexcept {
  faults::give(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  faults::give(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  faults::give(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  faults::give(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  faults::give(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  faults::give(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  faults::give(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  faults::give(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  faults::give(memory);
}
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept {
  faults::give(memory);
}
void operator delete[](void* memory, std::align_val_t, const std::nothrow_t&) noexcept {
  faults::give(memory);
}
