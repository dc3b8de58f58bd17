#include "app/kept/session_keeper.h"

#include <limits>
#include <memory>
#include <utility>

#include "core/formats/file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

}  // namespace

SessionKeeper::SessionKeeper(Write write)
    : write_(std::move(write)),
      touched_(never),
      thread_([this](const std::stop_token& stop) { work(stop); }) {}

SessionKeeper::~SessionKeeper() = default;

void SessionKeeper::touch(double now) {
  if (touched_ == never) touched_ = now;
}

double SessionKeeper::left(double now) const {
  return touched_ == never ? never : touched_ + delay - now;
}

void SessionKeeper::keep(Kept kept) {
  touched_ = never;
  const std::scoped_lock lock(mutex_);
  waiting_ = std::move(kept);
  changed_.notify_all();
}

bool SessionKeeper::writing() const {
  const std::scoped_lock lock(mutex_);
  return waiting_ || writing_;
}

void SessionKeeper::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !waiting_ && !writing_; });
}

std::string SessionKeeper::end(const Kept& kept) {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  write(kept);
  return failure();
}

void SessionKeeper::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return waiting_.has_value(); })) {
    if (stop.stop_requested()) return;
    const Kept kept = *std::exchange(waiting_, std::nullopt);
    writing_ = true;
    lock.unlock();
    write(kept);
    lock.lock();
    writing_ = false;
    changed_.notify_all();
  }
}

void SessionKeeper::write(const Kept& kept) {
  std::string failure;
  try {
    write_(kept);
  } catch (const std::exception& error) {
    failure = error.what();
  }
  const std::scoped_lock lock(mutex_);
  failure_ = failure;
}

std::string SessionKeeper::failure() const {
  const std::scoped_lock lock(mutex_);
  return failure_;
}

SessionKeeper::Write keep_in(const std::filesystem::path& folder,
                             const std::filesystem::path& settings, const Settings& before,
                             std::shared_ptr<const std::string> untouched) {
  struct Written {
    std::string session;
    Settings settings;
  };
  const auto written = std::make_shared<Written>(Written{{}, before});
  return [folder, settings, written,
          untouched = std::move(untouched)](const SessionKeeper::Kept& kept) {
    const std::string session = session_text(kept.session);
    const bool as_begun = untouched && written->session.empty() && session == *untouched;
    if (!as_begun && session != written->session) {
      write_session(folder, kept.session);
      written->session = session;
    }
    if (kept.settings == written->settings) return;
    write_kept(settings / "settings.json", write_settings(kept.settings));
    written->settings = kept.settings;
  };
}

}  // namespace glassformer
