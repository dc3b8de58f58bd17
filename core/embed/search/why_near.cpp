#include "core/embed/search/why_near.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {

double length_of(const std::vector<WeighedContext>& row) {
  double square = 0;
  for (const WeighedContext& cell : row) square += cell.ppmi * cell.ppmi;
  return std::sqrt(square);
}

std::string word_of(const EncodedText& text, int id) {
  return std::string(text.words[static_cast<std::size_t>(id)]);
}

template <class Context>
void sort_by_share(std::vector<Context>& contexts) {
  std::stable_sort(contexts.begin(), contexts.end(), [](const Context& one, const Context& other) {
    return one.share > other.share;
  });
}

}  // namespace

WhyNear why_near(const EncodedText& text, const ContextCounts& counts, int a, int b) {
  const std::vector<WeighedContext> of_a = counts.ppmi_of(a), of_b = counts.ppmi_of(b);
  const double lengths = length_of(of_a) * length_of(of_b);
  WhyNear why;
  auto other = of_b.begin();
  for (const WeighedContext& cell : of_a) {  // both in the order of their columns
    while (other != of_b.end() && other->context < cell.context) ++other;
    if (other == of_b.end()) break;
    if (other->context != cell.context) continue;
    const double share = cell.ppmi * other->ppmi / lengths;
    why.contexts.push_back(
        {cell.context, word_of(text, cell.context), cell.ppmi, other->ppmi, share});
    why.cosine += share;
  }
  sort_by_share(why.contexts);
  return why;
}

WhyAnalogy why_analogy(const EncodedText& text, const ContextCounts& counts,
                       const std::array<int, 4>& words, std::size_t answers) {
  constexpr std::array<double, 3> sign{-1, 1, 1};
  const auto all = static_cast<std::size_t>(counts.words());
  std::array<std::vector<double>, 4> rows;  // of PPMI, not yet of length 1
  std::array<double, 4> lengths{};
  for (std::size_t w = 0; w < 4; ++w) {
    const std::vector<WeighedContext> row = counts.ppmi_of(words[w]);
    lengths[w] = std::max(length_of(row), 1e-30);
    rows[w].resize(all);
    for (const WeighedContext& cell : row) {
      rows[w][static_cast<std::size_t>(cell.context)] = cell.ppmi;
    }
  }
  std::vector<double> target(all);  // b − a + c
  double square = 0;
  for (std::size_t j = 0; j < all; ++j) {
    for (std::size_t w = 0; w < 3; ++w) target[j] += sign[w] * rows[w][j] / lengths[w];
    square += target[j] * target[j];
  }
  const double length = std::max(std::sqrt(square), 1e-30);
  WhyAnalogy why;
  for (std::size_t j = 0; j < all; ++j) {
    if (rows[3][j] == 0) continue;
    CarryingContext context;
    context.id = static_cast<int>(j);
    context.word = word_of(text, context.id);
    for (std::size_t w = 0; w < 4; ++w) context.of[w] = rows[w][j];
    for (std::size_t w = 0; w < 3; ++w) {
      context.parts[w] = sign[w] * rows[w][j] / lengths[w] * rows[3][j] / lengths[3] / length;
      context.share += context.parts[w];
    }
    why.score += context.share;
    why.contexts.push_back(std::move(context));
  }
  sort_by_share(why.contexts);
  why.answers = counts.nearest(target, {words[0], words[1], words[2]}, answers);
  return why;
}

}  // namespace glassformer
