#pragma once

#include <functional>

namespace glassformer {

// `wanted`, or one for each core if it is 0.
int threads_for(int wanted);

// body(0) … body(threads − 1), each on a thread of its own as far as there are threads to be had,
// the first and the rest on the caller's. The first exception, by number, is thrown again when all
// have ended.
void on_threads(int threads, const std::function<void(int)>& body);

}  // namespace glassformer

// Threads change rows under each other's hands, and mean to (Niu et al. 2011, "Hogwild!"): what is
// lost now and then matters less than what waiting would cost.
#if defined(__SANITIZE_THREAD__)
#define GLASSFORMER_HOGWILD __attribute__((no_sanitize("thread")))
#else
#define GLASSFORMER_HOGWILD
#endif
