#include "core/embed/corpus/word_splitter.h"

#include <algorithm>
#include <array>

#include "core/text/unicode.h"

namespace glassformer {

namespace {

enum : unsigned { kSpace = 1, kLine = 2, kUpper = 4, kSign = 8, kHigh = 16, kZero = 32 };

constexpr std::array<std::uint8_t, 256> class_of_byte = [] {
  std::array<std::uint8_t, 256> table{};
  for (unsigned c = 0; c < 256; ++c) {
    const bool digit = c >= '0' && c <= '9';
    const bool upper = c >= 'A' && c <= 'Z';
    const bool small = c >= 'a' && c <= 'z';
    if (c >= 0x80) {
      table[c] = kHigh;
    } else if (c <= ' ' || c == 0x7F) {
      table[c] = kSpace;
    } else if (upper) {
      table[c] = kUpper;
    } else if (!digit && !small) {
      table[c] = kSign;
    }
  }
  table['\n'] = kSpace | kLine;
  table[0] = kSpace | kZero;
  return table;
}();

// Cuts at a character's beginning, so that no letter is torn.
std::string_view cut_to(std::string_view word, std::size_t max) {
  while (max > 0 && (static_cast<unsigned char>(word[max]) & 0xC0) == 0x80) --max;
  return word.substr(0, max);
}

// False for most words, at a glance: French, Russian and Chinese letters have one form. Marks do
// not, nor do apostrophes, which begin with CA or E2.
bool may_have_another_form(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool russian = byte == 0xD0 || byte == 0xD1;
    const bool chinese_or_korean = (byte >= 0xE4 && byte <= 0xE9) || byte == 0xEB || byte == 0xEC;
    return byte == 0xCA || (byte >= 0xCC && !russian && !chinese_or_korean);
  });
}

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view replacement = "\xEF\xBF\xBD";

}  // namespace

bool WordSplitter::parts_words(char byte) {
  return (class_of_byte[static_cast<unsigned char>(byte)] & kSpace) != 0;
}

void WordSplitter::pass(const Oddities& other) {
  if (oddities_.broken == 0) oddities_.first_broken_at = other.first_broken_at;
  oddities_.bytes = other.bytes;
  oddities_.broken += other.broken;
  oddities_.zero_bytes += other.zero_bytes;
  oddities_.cut += other.cut;
}

void WordSplitter::feed(std::string_view bytes, Taker& taker) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t begin = at;
    unsigned classes = 0;
    unsigned last = 0;
    while (at < bytes.size() &&
           !((last = class_of_byte[static_cast<unsigned char>(bytes[at])]) & kSpace)) {
      classes |= last;
      ++at;
    }
    const std::string_view part = bytes.substr(begin, at - begin);
    const bool ended = at < bytes.size();
    if (!held_.empty() || (!ended && !part.empty())) {
      if (held_.empty()) held_at_ = oddities_.bytes + begin;
      held_classes_ |= classes;
      // One byte beyond the longest says that there was more.
      constexpr std::size_t max = byte_order_mark.size() + max_word_bytes + 1;
      held_.append(part.substr(0, max - std::min(max, held_.size())));
      if (ended) {
        take(held_, held_classes_, held_at_, taker);
        held_.clear();
        held_classes_ = 0;
      }
    } else if (!part.empty()) {
      take(part, classes, oddities_.bytes + begin, taker);
    }
    if (!ended) break;
    if ((last & kLine) != 0) taker.sentence_end();
    if ((last & kZero) != 0) ++oddities_.zero_bytes;
    ++at;
  }
  oddities_.bytes += bytes.size();
}

void WordSplitter::finish(Taker& taker) {
  if (!held_.empty()) take(held_, held_classes_, held_at_, taker);
  held_.clear();
  held_classes_ = 0;
  taker.sentence_end();
}

void WordSplitter::take(std::string_view token, unsigned classes, std::uint64_t at, Taker& taker) {
  if (at == 0 && token.starts_with(byte_order_mark)) {
    token.remove_prefix(byte_order_mark.size());
    at += byte_order_mark.size();
    if (token.empty()) return;
  }
  if (token.size() > max_word_bytes) {
    token = cut_to(token, max_word_bytes);
    ++oddities_.cut;
  }
  if ((classes & kHigh) != 0 && broken_utf8(token) != std::string_view::npos) {
    if (oddities_.broken++ == 0) oddities_.first_broken_at = at;
    if (options_.replace_broken) {
      rebuilt_.clear();
      for (const std::string_view c : characters(token)) {
        const bool broken = c.size() == 1 && static_cast<unsigned char>(c[0]) >= 0x80;
        rebuilt_.append(broken ? replacement : c);
      }
      token = rebuilt_;
    }
  }
  if ((classes & kHigh) != 0 && may_have_another_form(token)) {
    one_form_ = as_compared(token);
    token = one_form_;
  }
  if (options_.lower && (classes & (kUpper | kHigh)) != 0) {
    if ((classes & kHigh) != 0) {
      lower_ = lower_case(token);
    } else {
      lower_.assign(token);
      for (char& c : lower_) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    }
    token = lower_;
  }
  const bool parted = options_.unit == WordOptions::Unit::characters ||
                      (options_.elisions_apart && (classes & (kSign | kHigh)) != 0);
  const bool whole = options_.signs == WordOptions::Signs::keep && (classes & kHigh) == 0;
  if (!parted && (whole || (classes & (kHigh | kSign)) == 0)) {
    taker.word(token);
  } else {
    take_characters(token, taker);
  }
}

// Beyond ASCII there is white space too, and signs.
void WordSplitter::take_characters(std::string_view token, Taker& taker) {
  const std::vector<std::string_view> all = characters(token);
  const auto class_at = [&](std::size_t i) { return class_of_character(all[i]); };
  const auto broken = [&](std::string_view c) {
    return c.size() == 1 && static_cast<unsigned char>(c[0]) >= 0x80;
  };
  const bool keep = options_.signs == WordOptions::Signs::keep;
  std::size_t begin = 0;
  const auto offset = [&](std::size_t i) {
    return i < all.size() ? static_cast<std::size_t>(all[i].data() - token.data()) : token.size();
  };
  const auto give = [&](std::size_t end) {
    const std::string_view word = token.substr(offset(begin), offset(end) - offset(begin));
    if (word.empty()) return;
    if (options_.unit != WordOptions::Unit::characters) return taker.word(word);
    const std::vector<std::size_t> starts = characters_as_read(word);
    for (std::size_t k = 0; k < starts.size(); ++k) {
      const std::size_t stop = k + 1 < starts.size() ? starts[k + 1] : word.size();
      taker.word(word.substr(starts[k], stop - starts[k]));
    }
  };
  const auto flush = [&](std::size_t end) {
    if (end > begin) give(end);
    begin = end + 1;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (broken(all[i])) continue;
    if (options_.elisions_apart && i > begin && i + 1 < all.size() && is_apostrophe(all[i]) &&
        class_at(i - 1) == CharacterClass::letter && class_at(i + 1) == CharacterClass::letter) {
      give(i + 1);
      begin = i + 1;
      continue;
    }
    if (keep) {
      if (is_white_space(all[i])) flush(i);
      continue;
    }
    const CharacterClass kind = class_at(i);
    if (kind == CharacterClass::letter || kind == CharacterClass::digit) continue;
    if (i > begin && i + 1 < all.size() && kind == CharacterClass::other) {
      const CharacterClass before = class_at(i - 1), after = class_at(i + 1);
      const bool apostrophe = is_apostrophe(all[i]);
      const bool point = all[i] == "." || all[i] == ",";
      const CharacterClass both = apostrophe ? CharacterClass::letter : CharacterClass::digit;
      if ((apostrophe || point) && before == both && after == both) continue;
    }
    flush(i);
    if (kind == CharacterClass::other && options_.signs == WordOptions::Signs::apart) {
      taker.word(all[i]);
    }
  }
  flush(all.size());
}

}  // namespace glassformer
