#include <chrono>
#include <string>
#include <vector>

#include "app/cli/times.h"
#include "app/cli/vector_benches.h"
#include "core/embed/eval/evaluate.h"
#include "core/embed/search/neighbours.h"
#include "core/kernels/threads.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

Rows seeded(std::size_t count, std::size_t dim) {
  RowsBuilder rows(count, dim);
  Rng rng(1);
  for (std::size_t r = 0; r < count; ++r) {
    for (float& cell : rows[r]) cell = static_cast<float>(rng.uniform()) - 0.5F;
  }
  return rows.finish();
}

// The median of some: one reads 480 MB, as fast as the memory gives them.
double nearest(const VectorBenchInput& input) {
  use_threads(input.threads);
  static const Rows rows = seeded(400'000, 300);
  constexpr std::size_t kMaxCount = 10;
  neighbours(rows, rows[0], kMaxCount);  // the lengths of the rows are kept
  std::vector<double> ms;
  for (std::size_t i = 0; i < 11; ++i) {
    const auto begin = Clock::now();
    neighbours(rows, rows[1 + 1000 * i], kMaxCount);
    ms.push_back(1000 * seconds_since(begin));
  }
  return time_at(0.5, ms);
}

// As many questions as questions-words has, of as many words, among the words it is usually asked
// of.
double questions(const VectorBenchInput& input) {
  constexpr std::size_t kWords = 30'000, kDim = 100, kAsked = 905, kQuestions = 19'544;
  static const WordVectors vectors = [] {
    WordVectors made;
    for (std::size_t w = 0; w < kWords; ++w) made.words.add("w" + std::to_string(w));
    made.vectors = seeded(kWords, kDim);
    return made;
  }();
  static const std::vector<QuestionSection> sections = [] {
    QuestionSection section{"all", {}};
    Rng rng(2);
    const auto word = [&] { return "w" + std::to_string(rng.below(kAsked)); };
    for (std::size_t q = 0; q < kQuestions; ++q) {
      section.questions.push_back({word(), word(), word(), word()});
    }
    return std::vector{section};
  }();
  use_threads(input.threads);
  const auto begin = Clock::now();
  evaluate_analogies(vectors, sections);
  return seconds_since(begin);
}

const RegisterVectorBench registered[] = {
    RegisterVectorBench({"neighbours, ten of 400000 × 300", "ms", false, nearest, nullptr, nullptr,
                         nullptr, false}),
    RegisterVectorBench({"questions, 19544 of 30000 × 100", "s", false, questions, nullptr, nullptr,
                         nullptr, false}),
};

}  // namespace

}  // namespace glassformer
