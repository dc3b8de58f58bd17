#pragma once

#include <cstddef>
#include <memory>

namespace glassformer {

// So many bytes on 64-byte lines, not filled; where they are many, in pages of 2 MB if the system
// has such: then the processor knows where most of them lie. Throws std::bad_alloc.
std::shared_ptr<std::byte[]> large_memory(std::size_t bytes);

}  // namespace glassformer
