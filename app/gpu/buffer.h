#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

namespace glassformer {

// Memory of the graphics card. Buffers that are given back are kept for the next request of about
// the same size: allocating is slow, and a model that runs again asks for the same sizes.
class BufferPool {
 public:
  // Keeps at most so many idle bytes. `usage` is OpenGL's hint; 0: for shaders to read and write.
  explicit BufferPool(std::size_t most_idle_bytes = std::size_t{512} << 20U, unsigned usage = 0)
      : most_idle_bytes_(most_idle_bytes), usage_(usage) {}
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;

  struct Buffer {
    unsigned name = 0;  // OpenGL's
    std::size_t bytes = 0;
  };
  // At least so many bytes, of any content. Needs a current context; throws DeviceError.
  Buffer take(std::size_t bytes);
  // May be called on any thread, without a context.
  void give(Buffer buffer);
  void trim();   // frees what is idle beyond the limit; needs a current context
  void clear();  // frees all that is idle; likewise
  // The first error of an earlier OpenGL call that was found when a buffer was made, and forgets
  // it; 0: none.
  unsigned take_error();

  std::size_t used_bytes() const;

 private:
  void drop_one();
  void keep_errors();
  mutable std::mutex mutex_;
  std::multimap<std::size_t, unsigned> idle_;  // by size
  std::size_t idle_bytes_ = 0;
  std::size_t used_bytes_ = 0;
  std::size_t most_idle_bytes_;
  unsigned usage_;
  unsigned error_ = 0;
};

}  // namespace glassformer
