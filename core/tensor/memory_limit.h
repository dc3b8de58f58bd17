#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace glassformer {

// How much memory may be taken for what is asked for: 1 GB, unless the user allowed more. It is
// estimated before it is taken, so that a file or a lesson cannot bring the machine to its knees.
std::uint64_t memory_limit();                // bytes
void set_memory_limit(std::uint64_t bytes);  // of the whole program, before anything is computed

// "4GB", "500 MB", "1.5 GB", or bytes; nothing if it is no size.
std::optional<std::uint64_t> memory_size(std::string_view text);
// "2.7 GB"
std::string memory_text(double bytes);

// Throws UserError if that is more than the limit: "WHAT needs about 2.7 GB of memory, and no more
// than 1.0 GB is taken unasked; INSTEAD, or allow it with --memory 3GB".
void check_memory(std::string_view what, double bytes, std::string_view instead);

// While it lives, what this thread's tapes take for their values counts, and more than the limit
// throws as check_memory() does. A limit within another starts from nothing.
class LimitedMemory {
 public:
  LimitedMemory();
  ~LimitedMemory();
  LimitedMemory(const LimitedMemory&) = delete;
  LimitedMemory& operator=(const LimitedMemory&) = delete;

 private:
  friend void take_memory(double bytes);
  double taken_ = 0;
  LimitedMemory* before_;
};
void take_memory(double bytes);  // for this thread's LimitedMemory; without one it does nothing

}  // namespace glassformer
