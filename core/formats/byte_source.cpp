#include "core/formats/byte_source.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "core/formats/file.h"
#include "core/formats/zip_source.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t piece = 1 << 16;

double share(std::uintmax_t part, std::uintmax_t whole) {
  return whole == 0 ? 1.0 : std::min(1.0, static_cast<double>(part) / static_cast<double>(whole));
}

class FileSource : public ByteSource {
 public:
  explicit FileSource(const fs::path& file) : in_(file) {}

  std::size_t read_some(char* to, std::size_t max) override {
    const std::size_t n = in_.read_some(at_, to, max);
    at_ += n;
    return n;
  }
  double done() const override { return share(at_, in_.size()); }

 private:
  InputFile in_;
  std::uintmax_t at_ = 0;
};

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}

  std::size_t read_some(char* to, std::size_t max) override {
    const std::size_t n = bytes_.copy(to, max, at_);
    at_ += n;
    return n;
  }
  double done() const override { return share(at_, bytes_.size()); }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

class GzipSource : public ByteSource {
 public:
  GzipSource(std::unique_ptr<ByteSource> packed, std::string named)
      : packed_(std::move(packed)), named_(std::move(named)), input_(piece) {
    constexpr int gzip_only = 16;
    if (inflateInit2(&stream_, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { inflateEnd(&stream_); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  std::size_t read_some(char* to, std::size_t max) override {
    max = std::min<std::size_t>(max, std::numeric_limits<uInt>::max());
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(max);
    while (stream_.avail_out == max && max > 0) {
      if (between_members_ && !next_member()) return 0;
      if (stream_.avail_in == 0 && !refill()) {
        fail("ends in the middle of its packed data; it is truncated, get it again");
      }
      const int state = inflate(&stream_, Z_NO_FLUSH);
      if (state == Z_STREAM_END) {
        between_members_ = true;
      } else if (state != Z_OK && state != Z_BUF_ERROR) {
        fail(fmt::format("its packed data is damaged ({}, after {} bytes); get it again",
                         stream_.msg != nullptr ? stream_.msg : "bad data", unpacked_));
      }
    }
    const std::size_t n = max - stream_.avail_out;
    unpacked_ += n;
    return n;
  }
  double done() const override { return packed_->done(); }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw UserError(named_ + ": " + what); }

  bool refill() {
    stream_.avail_in = static_cast<uInt>(packed_->read_some(input_.data(), input_.size()));
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    return stream_.avail_in > 0;
  }

  // Zeros that pad the last member, as tapes have them, are no member.
  bool next_member() {
    for (;;) {
      if (stream_.avail_in == 0 && !refill()) return false;
      if (*stream_.next_in != 0 || first_) break;
      ++stream_.next_in;
      --stream_.avail_in;
    }
    if (!first_ && *stream_.next_in != 0x1f) {
      fail(fmt::format(
          "after its packed data, which unpacks to {} bytes, stands something that is not packed; "
          "get it again, or unpack it with gzip -dc, which leaves that out",
          unpacked_));
    }
    if (!first_) inflateReset(&stream_);
    first_ = between_members_ = false;
    return true;
  }

  std::unique_ptr<ByteSource> packed_;
  std::string named_;
  std::vector<char> input_;
  z_stream stream_{};
  bool between_members_ = true;
  bool first_ = true;
  std::uint64_t unpacked_ = 0;
};

struct Place {
  fs::path file;
  std::string entry;  // of a zip file; empty: the file itself
};

// "a.zip/b/c.txt" where a.zip is a file.
Place place_of(const fs::path& path) {
  std::error_code ignored;
  if (fs::exists(path, ignored)) return {path, {}};
  for (fs::path above = path.parent_path(); !above.empty() && above != above.parent_path();
       above = above.parent_path()) {
    if (fs::is_regular_file(above, ignored)) {
      return {above, path.lexically_relative(above).generic_string()};
    }
  }
  return {path, {}};
}

}  // namespace

std::unique_ptr<ByteSource> open_bytes(const fs::path& path) {
  const Place place = place_of(path);
  std::array<char, 4> start{};
  const InputFile looked_into(place.file);
  std::size_t have = 0;
  for (std::size_t n = 1; n > 0 && have < start.size(); have += n) {
    n = looked_into.read_some(have, start.data() + have, start.size() - have);
  }
  const std::string_view beginning(start.data(), have);
  if (beginning == std::string_view("PK\3\4", 4) || beginning == std::string_view("PK\5\6", 4)) {
    return zip_entry(place.file, place.entry);
  }
  if (!place.entry.empty()) {
    throw UserError(path.string() + ": " + place.file.string() +
                    " is a file but no zip archive, so there is nothing in it; check the name");
  }
  auto plain = std::make_unique<FileSource>(place.file);
  if (beginning.starts_with("\x1f\x8b")) return gunzipped(std::move(plain), path.string());
  return plain;
}

std::string first_bytes(const fs::path& file) {
  const auto source = open_bytes(file);
  std::string bytes(looked_at, '\0');
  std::size_t have = 0;
  for (std::size_t n = 1; n > 0 && have < bytes.size(); have += n) {
    n = source->read_some(bytes.data() + have, bytes.size() - have);
  }
  bytes.resize(have);
  return bytes;
}

bool names_bytes(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(place_of(path).file, ignored);
}

std::unique_ptr<ByteSource> bytes_in_memory(std::string_view bytes) {
  return std::make_unique<MemorySource>(bytes);
}

std::unique_ptr<ByteSource> gunzipped(std::unique_ptr<ByteSource> packed, std::string named) {
  return std::make_unique<GzipSource>(std::move(packed), std::move(named));
}

}  // namespace glassformer
