#pragma once

#include <functional>
#include <memory>
#include <string_view>

namespace glassformer {

// Packs bytes as a gzip file (RFC 1952) and passes on what comes of them, piece by piece.
class GzipWriter {
 public:
  using Out = std::function<void(std::string_view)>;
  explicit GzipWriter(Out out);
  ~GzipWriter();
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;

  void write(std::string_view bytes);
  void finish();  // once, at the end

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
  Out out_;
};

}  // namespace glassformer
