#pragma once

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <utility>

namespace glassformer {

// A file that is read on a thread of its own while the window goes on.
template <class Made>
class FileReading {
 public:
  using Ptr = std::shared_ptr<const Made>;
  // Tells which share is read, and is told by false to stop.
  using Watch = std::function<bool(double share)>;
  using Read = std::function<Ptr(const std::string& file, Watch watch)>;
  using Tell = std::function<std::string(const std::string& file, const Made& made)>;

  FileReading(std::string file, Read read, Tell tell)
      : file_(std::move(file)), tell_(std::move(tell)) {
    result_ = std::async(std::launch::async, [this, read = std::move(read)] {
      return read(file_, [this](double share) {
        share_ = share;
        return !stopping_;
      });
    });
  }
  ~FileReading() { stop(); }
  FileReading(const FileReading&) = delete;
  FileReading& operator=(const FileReading&) = delete;

  void stop() { stopping_ = true; }
  // Looks whether it has ended; `wait`: waits until it has.
  bool ended(bool wait) {
    if (!result_.valid()) return true;
    if (!wait && result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
      return false;
    }
    try {
      made_ = result_.get();
      told_ = tell_(file_, *made_);
    } catch (const std::exception& error) {
      told_ = error.what();
    }
    return true;
  }
  std::string progress() const {  // "Reading words.bin: 43 %; Esc stops"
    const double share = share_;
    return "Reading " + std::filesystem::path(file_).filename().string() +
           (share < 0 ? "" : fmt::format(": {:.0f} %; Esc stops", 100 * share));
  }
  const std::string& file() const { return file_; }

  // Once it has ended: what it holds, or null; what that is, or why there is none.
  const Ptr& made() const { return made_; }
  bool failed() const { return made_ == nullptr; }
  const std::string& told() const { return told_; }

 private:
  std::string file_, told_;
  Tell tell_;
  Ptr made_;
  std::atomic<bool> stopping_ = false;
  std::atomic<double> share_ = -1;  // as long as it is not told, nobody asks whether to stop
  std::future<Ptr> result_;         // last: to go it waits for the thread, which uses the others
};

}  // namespace glassformer
