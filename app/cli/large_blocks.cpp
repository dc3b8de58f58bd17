#include "app/cli/large_blocks.h"

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

namespace glassformer {

void free_large_blocks_at_once() {
#ifdef __GLIBC__
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 4 << 20);
#endif
}

}  // namespace glassformer
