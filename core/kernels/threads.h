#pragma once

namespace glassformer {

// How many threads the calling thread's parallel loops use from now on; 0: one for each core.
void use_threads(int threads);
int threads_in_use();
// How many a parallel loop would use here: 1 within another one.
int free_threads();

}  // namespace glassformer
