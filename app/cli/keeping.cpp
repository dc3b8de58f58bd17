#include "app/cli/keeping.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "app/jobs/jobs.h"
#include "app/kept/kept_model.h"
#include "app/platform/crash_report.h"
#include "app/platform/folders.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Keeping::Keeping(App& app, const Settings& before)
    : app_(app), mark_(cache_folder()), folder_(config_folder()), keeper_(write_to(before)) {
  shown_ = this;
  std::atexit([] {
    if (shown_ == nullptr) return;
    std::fputs("glassformer: the display is gone; what was done is kept\n", stderr);
    shown_->end();
  });
}

bool Keeping::must_not_resume() const {
  const int times = mark_.ended_while_opening();
  return times > 1 || (times == 1 && has_report_of(crash_folder(), mark_.process_that_ended()));
}

void Keeping::drawn() {
  if (app_.is_reading() || app_.session().busy()) return;
  constexpr int frames_that_show_all = 10;
  if (++drawn_ >= frames_that_show_all || !app_.wants_frame()) mark_.opened();
}

void Keeping::frame(bool active) {
  if (active) keeper_.touch(now());
  if (keeper_.due(now())) {
    keeper_.keep({app_.kept(), app_.settings()});
    watches_ = true;
  } else if (!keeper_.writing()) {
    watches_ = false;
  }
  if (told_) return;
  // Whoever prepares a class must know before it is over.
  if (const std::string failed = keeper_.failure(); !failed.empty()) {
    told_ = true;
    app_.notify({"What you do here is not kept: " + failed + ". Ctrl S saves it elsewhere."});
  }
}

double Keeping::left() const {
  // A window that stands still would not learn that it failed.
  constexpr double look_again = 0.1;
  const double left = std::max(0.0, keeper_.left(now()));
  return watches_ ? std::min(left, look_again) : left;
}

void Keeping::end() {
  shown_ = nullptr;
  const std::string failed = keeper_.end({app_.kept(), app_.settings()});
  if (!failed.empty()) {
    std::fprintf(stderr, "glassformer: the session was not kept: %s\n", failed.c_str());
  }
  keep("model", keep_trained_model);
  keep("word vectors", keep_trained_vectors);
  keep("pre-training", keep_pretraining);
  // The next window to be opened alone resumes what the first one left; this one it lists.
  if (folder_.number() > 1 && failed.empty()) {
    app_.recent().add((folder_.path() / "session.json").string(), RecentFiles::Kind::session);
  }
  mark_.remove();
}

void Keeping::keep(const char* what, void (*write)(const Jobs&, const std::filesystem::path&)) {
  try {
    write(app_.session().jobs(), folder_.path());
  } catch (const UserError& error) {
    std::fprintf(stderr, "glassformer: what was trained (%s) was not kept: %s\n", what,
                 error.what());
  }
}

SessionKeeper::Write Keeping::write_to(const Settings& before) const {
  if (folder_.path().empty()) return [](const SessionKeeper::Kept&) {};
  return keep_in(folder_.path(), config_folder(), before, untouched_);
}

}  // namespace glassformer
