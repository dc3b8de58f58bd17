#include "core/text/read_pairs.h"

#include <fmt/format.h>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "core/text/tokenize.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

constexpr std::size_t most_bytes = 256u << 20;

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\r' || c == '\t'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// One side of a line; `fail` names the place.
template <class Fail>
std::string side(std::string_view text, const char* name, const Fail& fail) {
  text = trimmed(text);
  if (text.empty())
    fail(fmt::format("the {} sentence is empty; write it, or leave out the line", name));
  if (text.size() > most_sentence_bytes) {
    fail(fmt::format("the {} sentence has {}, and {} is the most; cut it into sentences", name,
                     readable_size(text.size()), readable_size(most_sentence_bytes)));
  }
  if (const std::size_t at = broken_utf8(text); at != text.npos) {
    fail(fmt::format("byte {} of the {} sentence is not UTF-8; save the file as UTF-8", at + 1,
                     name));
  }
  return composed(text);
}

}  // namespace

std::vector<SentencePair> parse_training_pairs(std::string_view text,
                                               const std::filesystem::path& named) {
  std::vector<SentencePair> pairs;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (trimmed(line).empty()) continue;
    const auto fail = [&](const std::string& why) {
      throw UserError(fmt::format("{}:{}: {}", named.string(), number, why));
    };
    const std::size_t tab = line.find('\t');
    if (tab == line.npos) fail("there is no tab between source and target sentence");
    const std::string_view target = line.substr(tab + 1);
    if (target.find('\t') != target.npos) {
      fail("there is a second tab; a line is a source sentence, a tab and a target sentence");
    }
    pairs.push_back({side(line.substr(0, tab), "source", fail), side(target, "target", fail), {}});
  }
  if (pairs.empty()) {
    throw UserError(named.string() +
                    ": holds no pair of sentences; write source, tab, target on "
                    "each line");
  }
  return pairs;
}

std::vector<SentencePair> read_training_pairs(const std::filesystem::path& file) {
  return parse_training_pairs(read_file(file, most_bytes), file);
}

}  // namespace glassformer
