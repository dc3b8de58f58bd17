#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/formats/byte_source.h"

namespace glassformer {

// A source that can be looked into before it is read: what a file is, is seen from its first bytes.
// It is itself a source, so a reader of lines can follow a look.
class ByteReader : public ByteSource {
 public:
  // `named` is for messages.
  ByteReader(std::unique_ptr<ByteSource> source, std::string named)
      : source_(std::move(source)), named_(std::move(named)) {}

  std::size_t read_some(char* to, std::size_t max) override;
  double done() const override { return source_->done(); }

  const std::string& named() const { return named_; }
  std::uint64_t position() const { return position_; }  // bytes read so far

  // The next bytes, not read yet; fewer than `count` only if the file ends before.
  std::string_view look(std::size_t count);
  void skip(std::size_t count);  // of what was looked at
  bool at_end() { return look(1).empty(); }
  // False if the file ends before; `to` is then partly filled.
  bool read(char* to, std::size_t count);
  // Up to the byte `end`, which is read but no part of it; false if it does not come within `most`
  // bytes, and nothing is read then. Valid until the next call.
  bool read_until(char end, std::size_t max, std::string_view& text);
  // A little-endian number. Throws UserError if the file ends before; `what` says what is missing.
  template <class T>
  T number(std::string_view what) {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    if (!read(reinterpret_cast<char*>(&value), sizeof value)) fail_cut(what);
    return value;
  }
  // "FILE: ends at byte N, within WHAT; …"
  [[noreturn]] void fail_cut(std::string_view what) const;
  [[noreturn]] void fail(const std::string& sentence) const;

 private:
  std::unique_ptr<ByteSource> source_;
  std::string named_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t position_ = 0;
};

}  // namespace glassformer
