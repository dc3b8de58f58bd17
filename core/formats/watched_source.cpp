#include "core/formats/watched_source.h"

#include <utility>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

// Tells now and then how far the file is.
class WatchedSource : public ByteSource {
 public:
  WatchedSource(const std::filesystem::path& file, std::function<bool(double)> watch)
      : source_(open_bytes(file)), file_(file), watch_(std::move(watch)) {}

  std::size_t read_some(char* to, std::size_t max) override {
    constexpr std::size_t often = 1 << 24;  // bytes
    const std::size_t n = source_->read_some(to, max);
    unwatched_ += n;
    if (unwatched_ >= often) {
      unwatched_ = 0;
      if (!watch_(done())) throw UserError(file_.string() + ": reading it was stopped");
    }
    return n;
  }
  double done() const override { return source_->done(); }

 private:
  std::unique_ptr<ByteSource> source_;
  std::filesystem::path file_;
  std::function<bool(double)> watch_;
  std::size_t unwatched_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> open_watched(const std::filesystem::path& file,
                                         std::function<bool(double share)> watch) {
  if (!watch) return open_bytes(file);
  return std::make_unique<WatchedSource>(file, std::move(watch));
}

}  // namespace glassformer
