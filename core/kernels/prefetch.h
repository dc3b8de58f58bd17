#pragma once

namespace glassformer {

// Begins to bring the line of memory at `address` near, to be changed there: the other cores give
// it up meanwhile, not only when it is written. Compilers turn __builtin_prefetch(address, 1) into
// this instruction only where they compile for newer processors; to the first ones of x86-64, which
// lack it, it is an instruction that does nothing.
[[gnu::always_inline]] inline void prefetch_to_change(const void* address) {
#ifdef __x86_64__
  asm volatile("prefetchw %0" : : "m"(*static_cast<const char*>(address)));
#else
  __builtin_prefetch(address, 1);
#endif
}

}  // namespace glassformer
