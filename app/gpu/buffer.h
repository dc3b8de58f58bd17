#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

namespace glassformer {

// Memory of the graphics card. What is given back is kept for the next one who wants about as much:
// the driver takes its time over new memory, and a model that runs again asks for the same.
class BufferPool {
 public:
  // Keeps up to so many bytes that nobody uses. `usage` is OpenGL's hint; 0: for shaders to read
  // and write.
  explicit BufferPool(std::size_t most_idle_bytes = std::size_t{512} << 20U, unsigned usage = 0)
      : most_idle_bytes_(most_idle_bytes), usage_(usage) {}
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;

  struct Buffer {
    unsigned name = 0;  // of OpenGL
    std::size_t bytes = 0;
  };
  // At least so many bytes, with anything in them. Needs a current context; throws DeviceError.
  Buffer take(std::size_t bytes);
  // On any thread, without a context: nothing is asked of OpenGL here.
  void give(Buffer buffer);
  void trim();   // frees what is idle and too much; needs a current context
  void clear();  // frees all that is idle; likewise
  // The first error that OpenGL had to report of others when a buffer was made, once; 0: none.
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
