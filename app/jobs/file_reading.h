#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "app/jobs/job.h"

namespace glassformer {

template <class Made>
struct FileRead : JobSnapshot {
  FileRead() { progress = -1; }
  std::shared_ptr<const Made> made;  // null until it is read
  std::string described;             // what it is
};

// A file that is read in the background, whatever it holds.
class AnyReading {
 public:
  AnyReading() = default;
  virtual ~AnyReading() = default;
  AnyReading(const AnyReading&) = delete;
  AnyReading& operator=(const AnyReading&) = delete;

  virtual void stop() = 0;
  virtual bool ended(bool wait) const = 0;   // `wait`: returns only when it has
  virtual std::string progress() const = 0;  // "Reading words.bin: 43 %; Esc stops"
  virtual const std::string& file() const = 0;
  virtual bool failed() const = 0;       // once it has ended
  virtual std::string told() const = 0;  // likewise: what it is, or why it could not be read
};

template <class Made>
class FileReading : public AnyReading {
 public:
  using Ptr = std::shared_ptr<const Made>;
  // Called with the share read so far, 0 … 1; returns false to stop the reading.
  using Watch = std::function<bool(double share)>;
  using Read = std::function<Ptr(const std::string& file, Watch watch)>;
  using Describe = std::function<std::string(const std::string& file, const Made& made)>;

  FileReading(std::string file, Read read, Describe describe)
      : file_(std::move(file)),
        job_(body(file_, std::move(read), std::move(describe)), JobControl::Begin::running) {}

  void stop() override { job_.cancel(); }
  bool ended(bool wait) const override {
    if (wait) job_.wait();
    return job_.ended();
  }
  std::string progress() const override {
    // A reader that reports no share cannot be stopped.
    const double share = job_.latest()->progress;
    return "Reading " + std::filesystem::path(file_).filename().string() +
           (share < 0 ? "" : fmt::format(": {:.0f} %; Esc stops", 100 * share));
  }
  const std::string& file() const override { return file_; }

  // Once it has ended: what was read, or null.
  Ptr made() const { return job_.latest()->made; }
  bool failed() const override { return made() == nullptr; }
  std::string told() const override {
    const auto last = job_.latest();
    return last->made ? last->described : last->error;
  }

 private:
  using Reading = Job<FileRead<Made>>;
  static typename Reading::Body body(std::string file, Read read, Describe describe) {
    return [file = std::move(file), read = std::move(read),
            describe = std::move(describe)](Reading& job) {
      FileRead<Made> done;
      done.made = read(file, [&](double share) {
        FileRead<Made> now;
        now.progress = share;
        return job.publish(std::move(now));
      });
      done.progress = 1;
      done.described = describe(file, *done.made);
      return done;
    };
  }

  const std::string file_;
  Reading job_;
};

}  // namespace glassformer
