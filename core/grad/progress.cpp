#include "core/grad/progress.h"

#include <algorithm>

namespace glassformer {

namespace {

thread_local Progress* watched = nullptr;

}  // namespace

void Progress::restart() {
  stop = false;
  expected = 0;
  made = 0;
}

double Progress::share() const {
  const double all = expected;
  return all > 0 ? std::min(1.0, made / all) : 0;
}

Watch::Watch(Progress& progress) : before_(watched) {
  watched = &progress;
}

Watch::~Watch() {
  watched = before_;
}

void expect_cells(double cells) {
  if (watched != nullptr) watched->expected = cells;
}

void made_cells(double cells) {
  if (watched == nullptr) return;
  watched->made = watched->made + cells;
  if (watched->stop) throw Stopped();
}

}  // namespace glassformer
