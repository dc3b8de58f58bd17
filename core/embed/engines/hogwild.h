#pragma once

// Threads change rows under each other's hands, and mean to (Niu et al. 2011, "Hogwild!"): what is
// lost now and then matters less than what waiting would cost.
#if defined(__SANITIZE_THREAD__)
#define GLASSFORMER_HOGWILD __attribute__((no_sanitize("thread")))
#else
#define GLASSFORMER_HOGWILD
#endif
