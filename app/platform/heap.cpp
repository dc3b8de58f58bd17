#include "app/platform/heap.h"

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

namespace glassformer {

void share_heaps() {
#ifdef __GLIBC__
  ::mallopt(M_ARENA_MAX, 2);
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

std::size_t memory_in_use() {
#ifdef __GLIBC__
  const struct ::mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

void give_memory_back() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace glassformer
