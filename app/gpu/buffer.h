#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

namespace glassformer {

// What a shader sees at one of its bindings: a buffer or some bytes of one.
struct Binding {
  unsigned name = 0;
  std::size_t offset = 0;  // bytes
  std::size_t bytes = 0;
};

// A driver may say only now that an earlier dispatch had no memory: who allocates next keeps that
// error apart from its own, for whoever checks the dispatches.
class GlErrors {
 public:
  static bool any();  // clears what OpenGL has to report
  void keep();        // and keeps the first of it
  unsigned take();    // what is kept, GL_NO_ERROR if nothing; then nothing is

 private:
  unsigned kept_ = 0;
};

// A pool of OpenGL buffers. Buffers that are given back are kept for the next request of about the
// same size: allocating is slow, and a model that runs again asks for the same sizes.
class BufferPool {
 public:
  // Keeps at most that many idle bytes. `usage` is OpenGL's hint (GL_STREAM_READ, …); 0: for
  // shaders to read and write.
  explicit BufferPool(std::size_t max_idle_bytes = std::size_t{512} << 20U, unsigned usage = 0)
      : max_idle_bytes_(max_idle_bytes), usage_(usage) {}
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;

  struct Buffer {
    unsigned name = 0;  // OpenGL's
    std::size_t bytes = 0;
  };
  // A buffer of at least that many bytes; what they hold is undefined. Needs a current context;
  // throws DeviceError if the card has no memory left.
  Buffer take(std::size_t bytes);
  // May be called on any thread, without a context.
  void give(Buffer buffer);
  void trim();   // frees what is idle beyond the limit; needs a current context
  void clear();  // frees all that is idle; likewise
  // Returns and clears the first OpenGL error that was found while a buffer was allocated but came
  // from an earlier call; 0: none.
  unsigned take_error();

  std::size_t used_bytes() const;

 private:
  void drop_one();
  mutable std::mutex mutex_;
  std::multimap<std::size_t, unsigned> idle_;  // by size
  std::size_t idle_bytes_ = 0;
  std::size_t used_bytes_ = 0;
  std::size_t max_idle_bytes_;
  unsigned usage_;
  GlErrors errors_;
};

}  // namespace glassformer
