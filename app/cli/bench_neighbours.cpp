#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "app/cli/times.h"
#include "app/cli/vector_benches.h"
#include "core/embed/eval/evaluate.h"
#include "core/embed/search/byte_search.h"
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

const Rows& many_rows() {
  static const Rows rows = seeded(400'000, 300);
  return rows;
}

// The median of some queries; the first one, for memory and caches, does not count.
template <class Ask>
double median_ms(const Ask& ask) {
  std::vector<double> ms;
  ask(many_rows()[0]);
  for (std::size_t i = 0; i < 11; ++i) {
    const auto begin = Clock::now();
    ask(many_rows()[1 + 1000 * i]);
    ms.push_back(1000 * seconds_since(begin));
  }
  return time_at(0.5, ms);
}

// One reads 480 MB, as fast as the memory gives them.
double nearest(const VectorBenchInput& input) {
  use_threads(input.threads);
  return median_ms([](std::span<const float> query) { neighbours(many_rows(), query, 10); });
}

// One reads 128 MB.
double nearest_in_bytes(const VectorBenchInput& input) {
  use_threads(input.threads);
  static const RowSearchPtr search = make_byte_search(many_rows());
  return median_ms([](std::span<const float> query) { neighbours(*search, query, 10); });
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
    RegisterVectorBench({"neighbours, the same by bytes", "ms", false, nearest_in_bytes, nullptr,
                         nullptr, nullptr, false}),
    RegisterVectorBench({"questions, 19544 of 30000 × 100", "s", false, questions, nullptr, nullptr,
                         nullptr, false}),
};

}  // namespace

}  // namespace glassformer
