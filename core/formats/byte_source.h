#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace glassformer {

// Bytes that come one after the other, from a file that may be larger than the memory. Whoever
// reads says how much he takes, so a small archive that unpacks to a huge text costs no memory by
// itself.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // At least one and at most `most` bytes into `to`; 0 at the end. Throws UserError.
  virtual std::size_t read_some(char* to, std::size_t max) = 0;
  // The share of the file that was read so far, from 0 to 1: for progress.
  virtual double done() const = 0;
};

// A file as it is, or what is packed in it: gzip and zip are known by their first bytes. An archive
// of several files needs the name of one behind its own, as if it were a folder:
// "glove.6B.zip/glove.6B.50d.txt". Entries of a zip must be stored or deflated, and not encrypted.
// Throws UserError.
std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& file);

// The first bytes of a file, unpacked: as many as are looked at to see what it holds. Throws
// UserError.
constexpr std::size_t looked_at = 1 << 14;
std::string first_bytes(const std::filesystem::path& file);

// Whether the path is a file, or lies below one as the entry of a zip file does; for "there is no
// such file". Whether that file is an archive and has the entry shows when it is opened.
bool names_bytes(const std::filesystem::path& path);

// Bytes in memory, which must outlive the source.
std::unique_ptr<ByteSource> bytes_in_memory(std::string_view bytes);
// The unpacked bytes of a gzip stream (RFC 1952; several members follow each other). `named` is for
// messages.
std::unique_ptr<ByteSource> gunzipped(std::unique_ptr<ByteSource> packed, std::string named);

}  // namespace glassformer
