#include "core/text/nearest.h"

#include <algorithm>

namespace glassformer {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

// Three rows of the distance table are enough: a swap looks two rows back.
std::size_t slips_between(std::string_view a, std::string_view b, std::size_t most) {
  thread_local std::vector<std::size_t> before, last, now;
  before.assign(b.size() + 1, 0);
  last.resize(b.size() + 1);
  now.resize(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                           lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
    // No row below is smaller than the smaller of these two.
    if (*std::min_element(last.begin(), last.end()) > most &&
        *std::min_element(before.begin(), before.end()) > most) {
      return most + 1;
    }
  }
  return last[b.size()];
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  if (word.size() > 100) return "";  // no slip of the finger, and the table would be large
  std::string best;
  std::size_t min = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > 100) continue;
    const std::size_t d = slips_between(word, candidate, min);
    if (d < min) {
      min = d;
      best = candidate;
    }
  }
  return best;
}

std::string instead_of(std::string_view word, std::string_view what,
                       std::span<const std::string> names) {
  const std::string near = nearest(word, names);
  const std::string list = std::string(what) + " " + listed(names);
  return near.empty() ? "; the " + list : "; did you mean '" + near + "'? The " + list;
}

std::string listed(std::span<const std::string> words) {
  constexpr std::size_t max = 40;
  const std::size_t shown = words.size() <= max ? words.size() : max;
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  if (shown < words.size()) text += " and " + std::to_string(words.size() - shown) + " more";
  return text;
}

}  // namespace glassformer
