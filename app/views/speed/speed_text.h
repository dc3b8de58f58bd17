#pragma once

#include <string>
#include <utility>

#include "app/widgets/ui.h"
#include "core/grad/tape.h"

namespace glassformer {

// "309 ms", "85.2 µs", "2.31 s": three digits and the unit that suits them; "…" for 0, not
// measured.
std::string duration_text(double seconds);
// "6.21 GFLOP/s", "1.2 TFLOP/s"; the same for bytes with "B/s".
std::string rate_text(double per_second, const char* unit);

// The colours of ways and layers, the same in curves, bars and words.
Color series_color(const Theme& theme, std::size_t index);

// A size that the trace names, as a whole number from 1 to `most`; 1 for nan.
int size_in(const Tape& tape, Var var, int most);

// Where a measurement stands and where it is made, with a button that stops it or restarts it.
struct MeasuringState {
  bool finished = false;
  bool ended = false;  // without having finished: it was stopped
  double share = 0;    // that is done
  double seconds = 0;  // since it began
  std::string machine, message;
};
enum class MeasuringPressed { none, stop, again };
MeasuringPressed draw_measuring_row(Ui& ui, const MeasuringState& state, Rect row);

template <class Job>
MeasuringState measuring_state(const Job& job, std::string machine) {
  const bool ended = job.ended();  // before its last snapshot is read
  const auto now = job.latest();
  return {now->finished, ended, now->share, job.seconds(), std::move(machine), now->error};
}

}  // namespace glassformer
