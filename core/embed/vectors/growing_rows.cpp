#include "core/embed/vectors/growing_rows.h"

#include <sys/mman.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace glassformer {

namespace {
constexpr std::size_t line_floats = 16;  // 64 bytes
constexpr std::size_t first_bytes = std::size_t{1} << 16;
constexpr std::size_t worth_huge_pages = std::size_t{1} << 25;
}  // namespace

// Pages of the system, zero until they are written; moved in the page table when they grow.
class GrowingRows::Memory {
 public:
  Memory() = default;
  ~Memory() {
    if (pages_ != nullptr) ::munmap(pages_, bytes_);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  float* data() const { return static_cast<float*>(pages_); }
  std::size_t bytes() const { return bytes_; }

  void resize(std::size_t bytes) {
    void* const pages = pages_ == nullptr
                            ? ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                            : ::mremap(pages_, bytes_, bytes, MREMAP_MAYMOVE);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    if (bytes >= worth_huge_pages) ::madvise(pages, bytes, MADV_HUGEPAGE);  // only makes it faster
    pages_ = pages;
    bytes_ = bytes;
  }

 private:
  void* pages_ = nullptr;
  std::size_t bytes_ = 0;
};

GrowingRows::GrowingRows(std::size_t dim)
    : dim_(dim),
      stride_((dim + line_floats - 1) / line_floats * line_floats),
      memory_(std::make_shared<Memory>()) {}

float* GrowingRows::data() const {
  return memory_->data();
}

std::span<float> GrowingRows::append() {
  if (count_ == room_) {
    const std::size_t row = std::max(stride_, line_floats) * sizeof(float);
    const std::size_t bytes = std::max({first_bytes, memory_->bytes() * 2, row});
    if (bytes <= memory_->bytes() || bytes > std::numeric_limits<std::ptrdiff_t>::max()) {
      throw std::bad_alloc();
    }
    memory_->resize(bytes);
    room_ = bytes / row;
  }
  return (*this)[count_++];
}

Rows GrowingRows::finish() {
  const float* const first = data();
  Rows rows(std::exchange(memory_, std::make_shared<Memory>()), first, count_, dim_, stride_);
  count_ = room_ = 0;
  return rows;
}

}  // namespace glassformer
