#include "core/embed/search/why_near.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/embed/count_based/lsa.h"

namespace glassformer {

namespace {

std::vector<SparseCell> row_of(const SparseRows& matrix, int row) {
  std::vector<SparseCell> cells;
  matrix.read(row, row + 1, cells);
  return cells;
}

double length_of(const std::vector<SparseCell>& row) {
  double square = 0;
  for (const SparseCell& cell : row) square += static_cast<double>(cell.value) * cell.value;
  return std::sqrt(square);
}

// Which of two words a line holds.
class Sought : public WordSplitter::Taker {
 public:
  Sought(std::string_view a, std::string_view b) : a_(a), b_(b) {}
  void look_in(std::string_view line, const WordOptions& options) {
    has_a = has_b = false;
    WordSplitter splitter(options);
    splitter.feed(line, *this);
    splitter.finish(*this);
  }
  bool has_a = false, has_b = false;

 private:
  void word(std::string_view word) override {
    has_a = has_a || word == a_;
    has_b = has_b || word == b_;
  }
  void sentence_end() override {}

  std::string_view a_, b_;
};

}  // namespace

WhyNear why_near(const EncodedText& text, int a, int b, int window) {
  LsaConfig config;
  config.window = window;
  const SparseRows matrix = lsa_matrix(text, config);
  const std::vector<SparseCell> of_a = row_of(matrix, a), of_b = row_of(matrix, b);
  const double lengths = length_of(of_a) * length_of(of_b);
  WhyNear why;
  auto other = of_b.begin();
  for (const SparseCell& cell : of_a) {  // both in the order of their columns
    while (other != of_b.end() && other->column < cell.column) ++other;
    if (other == of_b.end()) break;
    if (other->column != cell.column) continue;
    const double x = static_cast<double>(cell.value), y = static_cast<double>(other->value);
    why.contexts.push_back(
        {std::string(text.words[static_cast<std::size_t>(cell.column)]), x, y, x * y / lengths});
    why.cosine += x * y / lengths;
  }
  std::stable_sort(
      why.contexts.begin(), why.contexts.end(),
      [](const SharedContext& one, const SharedContext& two) { return one.share > two.share; });
  return why;
}

WhyLines lines_with(const EachLine& each_line, const WordOptions& options, std::string_view a,
                    std::string_view b, std::size_t count) {
  WhyLines found;
  Sought sought(a, b);
  each_line([&](std::string_view line) {
    sought.look_in(line, options);
    if (!sought.has_a && !sought.has_b) return true;
    auto& of_kind = sought.has_a && sought.has_b ? found.both
                    : sought.has_a               ? found.only_a
                                                 : found.only_b;
    if (of_kind.size() < count &&
        std::find(of_kind.begin(), of_kind.end(), line) == of_kind.end()) {
      of_kind.emplace_back(line);
    }
    return found.both.size() < count || found.only_a.size() < count || found.only_b.size() < count;
  });
  return found;
}

}  // namespace glassformer
