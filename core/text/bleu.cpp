#include "core/text/bleu.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "core/text/unicode.h"

namespace glassformer {

namespace {

constexpr std::size_t orders = 4;

using Counts = std::map<std::vector<std::string>, int>;

bool digit(char c) {
  return c >= '0' && c <= '9';
}

// The signs that stand alone wherever they are.
bool sign(char c) {
  return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') ||
         (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
}

bool stop(char c) {
  return c == '.' || c == ',';
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
}

// Each pair of neighbours that fits, from the left and none twice, is replaced.
template <class Fits>
std::string replace_pairs(const std::string& text, const Fits& fits, bool space_first) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i + 1 < text.size() && fits(text[i], text[i + 1])) {
      if (space_first) result += ' ';
      result += text[i];
      result += ' ';
      result += text[++i];
      if (!space_first) result += ' ';
    } else {
      result += text[i];
    }
  }
  return result;
}

// Every white space of Unicode parts words.
std::vector<std::string> split_at_spaces(const std::string& text) {
  std::vector<std::string> words;
  bool inside = false;
  for (const std::string_view c : characters(text)) {
    if (is_white_space(c)) {
      inside = false;
    } else {
      if (!inside) words.emplace_back();
      inside = true;
      words.back() += c;
    }
  }
  return words;
}

Counts count(const std::vector<std::string>& words, std::size_t order) {
  Counts counts;
  for (std::size_t i = 0; i + order <= words.size(); ++i) {
    ++counts[{words.begin() + static_cast<std::ptrdiff_t>(i),
              words.begin() + static_cast<std::ptrdiff_t>(i + order)}];
  }
  return counts;
}

struct Totals {
  std::array<int, orders> correct{}, total{};
  int hypothesis = 0, reference = 0;

  void add(const std::vector<std::string>& hypothesis_words,
           const std::vector<std::vector<std::string>>& references) {
    const auto size = static_cast<int>(hypothesis_words.size());
    hypothesis += size;
    int closest = -1;
    for (const auto& words : references) {
      const auto length = static_cast<int>(words.size());
      const int far = std::abs(length - size), near = std::abs(closest - size);
      if (closest < 0 || far < near || (far == near && length < closest)) closest = length;
    }
    reference += std::max(closest, 0);
    for (std::size_t n = 1; n <= orders; ++n) {
      Counts max;
      for (const auto& words : references) {
        for (const auto& [gram, times] : count(words, n)) {
          max[gram] = std::max(max[gram], times);
        }
      }
      for (const auto& [gram, times] : count(hypothesis_words, n)) {
        const auto found = max.find(gram);
        total[n - 1] += times;
        correct[n - 1] += found == max.end() ? 0 : std::min(times, found->second);
      }
    }
  }

  Bleu bleu() const {
    Bleu result;
    result.hypothesis_words = hypothesis;
    result.reference_words = reference;
    if (hypothesis < reference) {
      result.brevity_penalty = hypothesis > 0 ? std::exp(1 - double(reference) / hypothesis) : 0;
    }
    if (std::all_of(correct.begin(), correct.end(), [](int c) { return c == 0; })) return result;
    double smooth = 1, logs = 0;
    for (std::size_t n = 0; n < orders; ++n) {
      if (total[n] == 0) return result;  // no sentence has that many words
      if (correct[n] == 0) smooth *= 2;
      const double matches = correct[n] == 0 ? 1 / smooth : correct[n];
      result.precisions[n] = 100 * matches / total[n];
      logs += std::log(result.precisions[n]);
    }
    result.score = result.brevity_penalty * std::exp(logs / orders);
    return result;
  }
};

}  // namespace

std::vector<std::string> tokenize_13a(std::string_view sentence) {
  std::string text(sentence);
  replace_all(text, "<skipped>", "");
  replace_all(text, "-\n", "");
  replace_all(text, "\n", " ");
  replace_all(text, "&quot;", "\"");
  replace_all(text, "&amp;", "&");
  replace_all(text, "&lt;", "<");
  replace_all(text, "&gt;", ">");
  std::string spaced = " ";
  for (const char c : text) {
    if (sign(c)) {
      spaced += ' ';
      spaced += c;
      spaced += ' ';
    } else {
      spaced += c;
    }
  }
  spaced += ' ';
  spaced = replace_pairs(
      spaced, [](char a, char b) { return !digit(a) && stop(b); }, false);
  spaced = replace_pairs(
      spaced, [](char a, char b) { return stop(a) && !digit(b); }, true);
  spaced = replace_pairs(
      spaced, [](char a, char b) { return digit(a) && b == '-'; }, false);
  return split_at_spaces(spaced);
}

Bleu corpus_bleu(std::span<const std::string> hypotheses,
                 std::span<const std::vector<std::string>> references) {
  Totals totals;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    std::vector<std::vector<std::string>> tokens;
    for (const std::string& reference : references[i]) tokens.push_back(tokenize_13a(reference));
    totals.add(tokenize_13a(hypotheses[i]), tokens);
  }
  return totals.bleu();
}

Bleu corpus_bleu(std::span<const std::string> hypotheses, std::span<const std::string> references) {
  std::vector<std::vector<std::string>> lists;
  for (const std::string& reference : references) lists.push_back({reference});
  return corpus_bleu(hypotheses, lists);
}

}  // namespace glassformer
