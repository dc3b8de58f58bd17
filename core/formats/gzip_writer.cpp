#include "core/formats/gzip_writer.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace glassformer {

struct GzipWriter::Stream {
  z_stream z{};
  std::array<char, 1 << 16> packed{};

  Stream() {
    constexpr int gzip = 16, usual_memory = 8;
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzip, usual_memory,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Stream() { deflateEnd(&z); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  void run(std::string_view bytes, int flush, const Out& out) {
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib only reads it
    z.avail_in = static_cast<uInt>(bytes.size());
    do {
      z.next_out = reinterpret_cast<Bytef*>(packed.data());
      z.avail_out = static_cast<uInt>(packed.size());
      deflate(&z, flush);
      out({packed.data(), packed.size() - z.avail_out});
    } while (z.avail_out == 0);
  }
};

GzipWriter::GzipWriter(Out out) : stream_(std::make_unique<Stream>()), out_(std::move(out)) {}

GzipWriter::~GzipWriter() = default;

void GzipWriter::write(std::string_view bytes) {
  constexpr std::size_t max = 1 << 30;  // that zlib counts at once
  for (; !bytes.empty(); bytes.remove_prefix(std::min(max, bytes.size()))) {
    stream_->run(bytes.substr(0, max), Z_NO_FLUSH, out_);
  }
}

void GzipWriter::finish() {
  stream_->run({}, Z_FINISH, out_);
}

}  // namespace glassformer
