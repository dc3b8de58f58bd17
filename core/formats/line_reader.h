#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/byte_source.h"

namespace glassformer {

// The lines of a text one after the other, through a buffer that grows no further than the longest
// line that is allowed.
class LineReader {
 public:
  // `named` is for messages; it is kept.
  LineReader(ByteSource& source, std::string named, std::size_t longest = 1 << 24)
      : source_(source), named_(std::move(named)), max_line_(longest) {}

  // The next line without its end ("\n" or "\r\n"), valid until the next call; false at the end.
  // A byte order mark of UTF-8 is skipped. Throws UserError for a line longer than allowed and for
  // UTF-16, which it names.
  bool next(std::string_view& line);
  std::uint64_t line() const { return line_; }  // the number of the last line, from 1
  // Whether the last line ended with its newline: a text cut short does not.
  bool ended() const { return ended_; }

 private:
  bool refill();

  ByteSource& source_;
  std::string named_;
  std::size_t max_line_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what of the buffer is not handed out yet
  std::uint64_t line_ = 0;
  bool ended_ = true;
};

}  // namespace glassformer
