#pragma once

#include <cstddef>

// How the C library keeps memory that was freed; nothing happens with another library than glibc.
namespace glassformer {

// Threads share few heaps. Each thread that computes would get one of its own otherwise, and what
// one of them freed, no other could use. Large matrices lie outside of the heaps and go back as
// soon as they are freed. Before the first thread begins.
void share_heaps();
// What the program holds, in bytes: without what was freed and has not gone back. 0: not known.
std::size_t memory_in_use();
// Bytes that the process holds beside them: what was freed and not given back, and its code. 0
// where that is not known.
std::size_t spare_memory();
// What is free goes back to the system: after a lesson with large matrices most of the heap may be.
// Takes some milliseconds, so while nothing moves.
void give_memory_back();

}  // namespace glassformer
