#include "core/text/long_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}

// How much of the text the next part takes.
std::size_t next_part(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text.size();
  const std::string_view within = text.substr(0, max_bytes);
  for (const char mark : {'\n', ' '}) {
    const std::size_t at = within.rfind(mark);
    if (at != std::string_view::npos) return at + 1;
  }
  std::size_t end = max_bytes;
  while (end > 1 && !begins_character(text[end])) --end;
  return end;
}

}  // namespace

std::vector<std::string> passages_of(std::string_view text, std::size_t max_bytes) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t taken = next_part(text, max_bytes);
    parts.emplace_back(text.substr(0, taken));
    text.remove_prefix(taken);
  }
  return parts;
}

std::vector<int> encode_long(const Tokenizer& tokenizer, std::string_view text) {
  return tokenizer.encode_whole(text, SpelledOut::text);
}

std::string read_text_file(const std::filesystem::path& file, std::size_t max_bytes) {
  const auto fail = [&](const std::string& why) { throw UserError(file.string() + ": " + why); };
  const std::unique_ptr<ByteSource> source = open_bytes(file);
  std::string text;
  std::vector<char> buffer(1 << 16);
  while (const std::size_t read = source->read_some(buffer.data(), buffer.size())) {
    if (text.size() + read > max_bytes) {
      fail(fmt::format("holds more than {} of text; train with a part of it",
                       readable_size(max_bytes)));
    }
    text.append(buffer.data(), read);
  }
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    fail("is UTF-16 text; save it as UTF-8");
  }
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  if (const std::size_t broken = broken_utf8(text); broken != std::string::npos) {
    const auto line =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(broken), '\n');
    fail(fmt::format("is no UTF-8 text: line {} is broken; save it as UTF-8", line + 1));
  }
  std::erase(text, '\r');
  if (text.empty()) fail("is empty; a text to read is expected");
  return text;
}

}  // namespace glassformer
