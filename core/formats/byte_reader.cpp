#include "core/formats/byte_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/tensor/error.h"

namespace glassformer {

namespace {
constexpr std::size_t usual = 1 << 18;  // stays in a core's own cache
}

std::string_view ByteReader::look(std::size_t count) {
  while (end_ - begin_ < count) {
    if (begin_ > 0) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (buffer_.size() < std::max(count, usual)) buffer_.resize(std::max(count, usual));
    const std::size_t n = source_->read_some(buffer_.data() + end_, buffer_.size() - end_);
    if (n == 0) break;
    end_ += n;
  }
  return {buffer_.data() + begin_, std::min(count, end_ - begin_)};
}

void ByteReader::skip(std::size_t count) {
  begin_ += count;
  position_ += count;
}

std::size_t ByteReader::read_some(char* to, std::size_t max) {
  if (begin_ == end_ && max >= usual) {
    const std::size_t n = source_->read_some(to, max);
    position_ += n;
    return n;
  }
  const std::string_view next = look(1);
  if (next.empty()) return 0;
  const std::size_t n = std::min(max, end_ - begin_);
  std::memcpy(to, next.data(), n);
  skip(n);
  return n;
}

bool ByteReader::read(char* to, std::size_t count) {
  while (count > 0) {
    const std::size_t n = read_some(to, count);
    if (n == 0) return false;
    to += n;
    count -= n;
  }
  return true;
}

bool ByteReader::read_until(char end, std::size_t max, std::string_view& text) {
  // Ends mostly come soon: look no further than is needed.
  for (std::size_t count = std::min<std::size_t>(max + 1, 64);;
       count = std::min(max + 1, count * 8)) {
    const std::string_view next = look(count);
    const std::size_t at = next.find(end);
    if (at != std::string_view::npos) {
      text = next.substr(0, at);
      skip(at + 1);
      return true;
    }
    if (next.size() < count || count == max + 1) return false;
  }
}

void ByteReader::fail(const std::string& sentence) const {
  throw UserError(named_ + ": " + sentence);
}

void ByteReader::fail_cut(std::string_view what) const {
  fail(fmt::format("ends at byte {}, within {}; it is truncated, get it again", position_, what));
}

}  // namespace glassformer
