#include "core/embed/vectors/subwords.h"

#include <algorithm>
#include <string>

namespace glassformer {

namespace {

// FNV-1a in 32 bits with signed bytes: fastText's, as its files were made.
std::uint32_t bucket_hash(std::string_view gram) {
  std::uint32_t h = 2166136261U;
  for (const char c : gram) {
    h = (h ^ static_cast<std::uint32_t>(static_cast<std::int8_t>(c))) * 16777619U;
  }
  return h;
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// The loop behind both of the following; inlined, because a training asks for it word by word.
template <class Use>
void walk(const std::string& delimited, const SubwordSettings& settings, const Use& use) {
  for (std::size_t begin = 0; begin < delimited.size(); ++begin) {
    if (is_continuation(delimited[begin])) continue;
    std::size_t end = begin;
    for (int n = 1; end < delimited.size() && n <= settings.max_n; ++n) {
      do ++end;
      while (end < delimited.size() && is_continuation(delimited[end]));
      const bool bracket_alone = n == 1 && (begin == 0 || end == delimited.size());
      if (n < settings.min_n || bracket_alone) continue;
      use(std::string_view(delimited).substr(begin, end - begin), n);
    }
  }
}

}  // namespace

void each_subword(std::string_view word, const SubwordSettings& settings,
                  const std::function<void(std::string_view, int)>& use) {
  walk("<" + std::string(word) + ">", settings, use);
}

void append_subword_buckets(std::string_view word, const SubwordSettings& settings,
                            std::int32_t first, std::vector<std::int32_t>& to) {
  walk("<" + std::string(word) + ">", settings, [&](std::string_view gram, int) {
    const std::uint32_t bucket = bucket_hash(gram) % static_cast<std::uint32_t>(settings.buckets);
    to.push_back(first + static_cast<std::int32_t>(bucket));
  });
}

std::vector<std::int32_t> subword_buckets(std::string_view word, const SubwordSettings& settings) {
  std::vector<std::int32_t> found;
  append_subword_buckets(word, settings, 0, found);
  return found;
}

bool Subwords::compose(std::string_view word, std::span<float> to) const {
  std::fill(to.begin(), to.end(), 0.0F);
  if (buckets.empty()) return false;
  const auto found = subword_buckets(word, {true, min_n, max_n, static_cast<int>(buckets.count())});
  if (found.empty()) return false;
  for (const auto bucket : found) {
    const std::span<const float> row = buckets[static_cast<std::size_t>(bucket)];
    for (std::size_t k = 0; k < to.size(); ++k) to[k] += row[k];
  }
  for (float& cell : to) cell /= static_cast<float>(found.size());
  return true;
}

}  // namespace glassformer
