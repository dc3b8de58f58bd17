#include "core/formats/line_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/formats/file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {
constexpr std::size_t first_size = 1 << 16;
}

bool LineReader::refill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) {
    if (end_ > max_line_) {
      throw UserError(
          fmt::format("{}: line {} is longer than {}, the most that is read; this is "
                      "no text of lines, or it has lost its line ends",
                      named_, line_ + 1, readable_size(max_line_)));
    }
    buffer_.resize(std::max(first_size, std::min(buffer_.size() * 2, max_line_ + 1)));
  }
  const std::size_t n = source_.read_some(buffer_.data() + end_, buffer_.size() - end_);
  end_ += n;
  return n > 0;
}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = 0;
  for (;;) {
    const char* const start = buffer_.data() + begin_;
    const std::size_t have = end_ - begin_;
    const void* const found =
        have > searched ? std::memchr(start + searched, '\n', have - searched) : nullptr;
    if (found != nullptr) {
      line = {start, static_cast<std::size_t>(static_cast<const char*>(found) - start)};
      begin_ += line.size() + 1;
      ended_ = true;
      break;
    }
    searched = have;
    if (refill()) continue;
    if (begin_ == end_) return false;
    line = {buffer_.data() + begin_, end_ - begin_};
    begin_ = end_;
    ended_ = false;
    break;
  }
  if (line_++ == 0) {
    if (line.starts_with(std::string_view("\xff\xfe\0\0", 4)) ||
        line.starts_with(std::string_view("\0\0\xfe\xff", 4))) {
      throw UserError(named_ + ": is text in UTF-32; save it as UTF-8");
    }
    if (line.starts_with("\xff\xfe") || line.starts_with("\xfe\xff")) {
      throw UserError(named_ + ": is text in UTF-16; save it as UTF-8");
    }
    if (line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
  }
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

}  // namespace glassformer
