#include "app/platform/heap.h"

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
#include <unistd.h>

#include <algorithm>
#include <fstream>

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

std::size_t spare_memory() {
#ifdef __GLIBC__
  std::size_t size = 0, resident = 0;  // pages
  std::ifstream statm("/proc/self/statm");
  if (!(statm >> size >> resident)) return 0;
  resident *= static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return resident - std::min(resident, memory_in_use());
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
