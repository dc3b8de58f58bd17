#pragma once

namespace glassformer {

// How many threads the calling thread's parallel loops use from now on; 0: one for each core.
void use_threads(int threads);
int threads_in_use();
// How many a parallel loop would use here: 1 within another one.
int free_threads();

// Calls body(context, i) once for each 0 ≤ i < n, in any order, on the calling thread and up to
// `threads` − 1 others, which stay for the next call. `body` must not throw.
//
// Who finds nothing left to take never waits for a thread that has not come: where other programs
// keep the cores busy, those that run do its share. Without them each thread takes the same numbers
// from call to call, and finds the cells of the last call near. Who waits gives up its core after
// some microseconds.
void share_calls(int n, int threads, void (*body)(const void* context, int i), const void* context);

}  // namespace glassformer
