#include <cstdlib>

#include "app/cli/command.h"

// Between the ops of a pass OpenMP's threads sleep at once where the window and its worker have a
// team each, and waking them takes longer than most ops: an edit of a decoder of 12 layers × 768
// took 32 ms, and takes 22 when they look for work a while first. OpenMP reads this when its
// library is loaded, which is before main. What the user has set stays.
#if defined(_OPENMP) && defined(__ELF__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
namespace {

void wait_actively() {
  constexpr int keep = 0;
  ::setenv("OMP_WAIT_POLICY", "active", keep);
  ::setenv("GOMP_SPINCOUNT", "1500", keep);  // some 50 µs
}

[[gnu::section(".preinit_array"), gnu::used]] void (*const before_libraries)() = wait_actively;

}  // namespace
#endif

int main(int argc, char** argv) {
  return glassformer::run_command_line(argc, argv);
}
