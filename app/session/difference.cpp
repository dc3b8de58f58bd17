#include "app/session/difference.h"

#include <utility>

#include "core/scenes/change.h"

namespace glassformer {

namespace {

Inputs with_cell(Inputs inputs, const Target& cell, double value) {
  inputs.options.erase("gradients");  // only the loss is asked for
  set_cell(inputs, cell.path, {cell.row, cell.col, value});
  return inputs;
}

}  // namespace

void DifferenceCheck::ask(const RunPtr& run, const Inputs& inputs, const Target& cell,
                          double value) {
  if (run == run_ && cell == cell_) return;
  run_ = run;
  cell_ = cell;
  loss_above_.reset();
  loss_below_.reset();
  result_.reset();
  error_.clear();
  above_.cancel();
  below_.cancel();
  above_.submit(with_cell(inputs, cell, value + step));
  below_.submit(with_cell(inputs, cell, value - step));
}

const std::optional<DifferenceCheck::Result>& DifferenceCheck::result(bool wait) {
  const auto take = [&](Worker& worker, std::optional<double>& loss) {
    const auto done = wait ? worker.take_when_done() : worker.take(std::chrono::milliseconds{0});
    if (!done) return;
    if (!done->run) {
      error_ = done->error;
    } else if (done->run->loss) {
      loss = done->run->tape.value(done->run->loss)(0, 0);
    }
  };
  if (!result_) {
    take(above_, loss_above_);
    take(below_, loss_below_);
    if (loss_above_ && loss_below_) result_ = Result{*loss_above_, *loss_below_};
  }
  return result_;
}

}  // namespace glassformer
