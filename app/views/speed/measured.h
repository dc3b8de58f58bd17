#pragma once

#include <memory>
#include <string>
#include <utility>

#include "app/session/session.h"
#include "app/views/speed/speed_text.h"

namespace glassformer {

// Keeps a measurement the one of what is asked for while its view is open, and draws what steers
// it. `Asked` can be compared with ==.
template <class Job, class Asked>
class Measured {
 public:
  // Begins the measurement, or takes the one that was made before unless `restart` is set.
  using Begin = std::shared_ptr<Job> (*)(Session&, const Asked&, bool restart);
  explicit Measured(Begin begin) : begin_(begin) {}
  ~Measured() {
    if (job_) job_->cancel();  // nobody looks any more
  }
  Measured(const Measured&) = delete;
  Measured& operator=(const Measured&) = delete;

  // What is measured so far. While a slider is held the measurement waits for where it is let go.
  auto keep(Ui& ui, Session& session, Asked asked) {
    if (!job_ || (!(asked == asked_) && !ui.input.down)) {
      asked_ = std::move(asked);
      job_ = begin_(session, asked_, false);
    }
    if (ui.input.still) job_->wait();
    return job_->latest();
  }
  const Asked& asked() const { return asked_; }

  void draw_row(Ui& ui, Session& session, std::string machine, Rect row) {
    const auto pressed = draw_measuring_row(ui, measuring_state(*job_, std::move(machine)), row);
    if (pressed == MeasuringPressed::stop) job_->cancel();
    if (pressed == MeasuringPressed::again) job_ = begin_(session, asked_, true);
  }

 private:
  Begin begin_;
  Asked asked_;
  std::shared_ptr<Job> job_;
};

}  // namespace glassformer
