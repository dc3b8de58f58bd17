#include "core/embed/eval/evaluate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "core/embed/search/neighbours.h"
#include "core/embed/vectors/folded_words.h"
#include "core/embed/vectors/subwords.h"
#include "core/kernels/blocked_product.h"
#include "core/kernels/parallel.h"
#include "core/kernels/threads.h"
#include "core/kernels/vector_kernels.h"
#include "core/tensor/error.h"
#include "core/tensor/mat.h"

namespace glassformer {

namespace {

constexpr std::size_t block = 256;  // words whose cosines with all question words stay in a cache

struct Asked {
  std::size_t section, index;
  int words[4];  // numbers in the vocabulary
  int rows[3];   // of the first three among the words of the questions
};

struct Winner {
  float score = -std::numeric_limits<float>::infinity();
  int id = -1;
};

bool beats(const Winner& a, const Winner& b) {
  return a.score > b.score || (a.score == b.score && a.id >= 0 && (b.id < 0 || a.id < b.id));
}

// The words of the questions as rows of length 1, and where each question's words are.
class Round {
 public:
  Round(const WordVectors& vectors, const std::vector<QuestionSection>& sections,
        const EvaluationOptions& options)
      : vectors_(vectors),
        method_(options.method),
        count_(options.restrict == 0 ? vectors.words.size()
                                     : std::min(options.restrict, vectors.words.size())),
        words_(vectors.words, count_) {
    for (std::size_t s = 0; s < sections.size(); ++s) {
      for (std::size_t q = 0; q < sections[s].questions.size(); ++q) ask(sections[s], s, q);
    }
    inverse_.resize(count_);
    for (std::size_t id = 0; id < count_; ++id) {
      const float length = norm(vectors.vectors[id]);
      inverse_[id] = length > 0 ? 1 / length : 1;
    }
    lay_out();
  }

  const std::vector<Asked>& asked() const { return asked_; }

  std::vector<Winner> winners() const {
    const auto blocks = static_cast<int>((count_ + block - 1) / block);
    const int shares = std::max(1, std::min(blocks, free_threads()));
    std::vector<std::vector<Winner>> best(static_cast<std::size_t>(shares));
    parallel_for(shares, question_words_ * count_ * vectors_.dim(), [&](int share) {
      std::vector<Winner>& mine = best[static_cast<std::size_t>(share)];
      mine.resize(asked_.size());
      std::vector<float, LineAllocator<float>> cosines(question_words_ * block);
      for (int b = share; b < blocks; b += shares)
        one_block(static_cast<std::size_t>(b), cosines.data(), mine);
    });
    for (std::size_t share = 1; share < best.size(); ++share) {
      for (std::size_t q = 0; q < asked_.size(); ++q) {
        if (beats(best[share][q], best[0][q])) best[0][q] = best[share][q];
      }
    }
    return best[0];
  }

 private:
  void ask(const QuestionSection& section, std::size_t s, std::size_t q) {
    Asked asked{s, q, {}, {}};
    for (std::size_t w = 0; w < 4; ++w) {
      const int id = asked.words[w] = words_.find(section.questions[q][w]);
      // A vector that holds what is no number is near to nothing: its word is as good as unknown.
      if (id < 0 || !std::isfinite(norm(vectors_.vectors[static_cast<std::size_t>(id)]))) return;
    }
    for (std::size_t w = 0; w < 3; ++w) {
      const auto [found, fresh] =
          row_of_.try_emplace(asked.words[w], static_cast<int>(row_of_.size()));
      asked.rows[w] = found->second;
    }
    asked_.push_back(asked);
  }

  void lay_out() {
    question_words_ = row_of_.size();
    units_.resize(question_words_ * vectors_.dim());
    for (const auto& [id, row] : row_of_) {
      const std::vector<float> one = unit(vectors_.vectors[static_cast<std::size_t>(id)]);
      std::copy(one.begin(), one.end(),
                units_.begin() + static_cast<std::ptrdiff_t>(row * vectors_.dim()));
    }
  }

  // Cosines of all question words with the words of the block, then each question's best of them.
  void one_block(std::size_t b, float* cosines, std::vector<Winner>& best) const {
    const std::size_t first = b * block, width = std::min(block, count_ - first);
    const auto dim = static_cast<std::ptrdiff_t>(vectors_.dim());
    blocked_product({units_.data(), dim, 1},
                    {vectors_.vectors.data() + first * vectors_.vectors.stride(), 1,
                     static_cast<std::ptrdiff_t>(vectors_.vectors.stride())},
                    cosines, block, static_cast<int>(question_words_), static_cast<int>(dim),
                    static_cast<int>(width), false);
    for (std::size_t r = 0; r < question_words_; ++r) {
      float* const row = cosines + r * block;
      for (std::size_t i = 0; i < width; ++i) row[i] *= inverse_[first + i];
      // What stands for no word, or is none, never wins: no cosine is below -1.
      for (std::size_t i = width; i < block; ++i) row[i] = 0;
    }
    for (std::size_t q = 0; q < asked_.size(); ++q) {
      const Asked& asked = asked_[q];
      float scores[block];
      const float high = fill(asked, cosines, scores);
      if (!(high > best[q].score)) continue;
      for (std::size_t i = 0; i < width; ++i) {
        const auto id = static_cast<int>(first + i);
        if (!(scores[i] > best[q].score) || !words_.is_meant(first + i)) continue;
        if (id == asked.words[0] || id == asked.words[1] || id == asked.words[2]) continue;
        best[q] = {scores[i], id};
      }
    }
  }

  // The scores of a block for one question; returns the highest.
  float fill(const Asked& asked, const float* cosines, float* scores) const {
    const float* const a = cosines + static_cast<std::size_t>(asked.rows[0]) * block;
    const float* const b = cosines + static_cast<std::size_t>(asked.rows[1]) * block;
    const float* const c = cosines + static_cast<std::size_t>(asked.rows[2]) * block;
    return vector_kernels().analogies(a, b, c, method_ == AnalogyMethod::multiply, scores, block);
  }

  const WordVectors& vectors_;
  AnalogyMethod method_;
  std::size_t count_;
  FoldedWords words_;
  std::map<int, int> row_of_;
  std::vector<Asked> asked_;
  std::vector<float> inverse_;
  std::size_t question_words_ = 0;
  std::vector<float> units_;  // [question words, dim]
};

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double SectionScore::accuracy() const {
  return share(right, answered);
}

double AnalogyScore::accuracy() const {
  return share(right, answered);
}

AnalogyScore evaluate_analogies(const WordVectors& vectors,
                                const std::vector<QuestionSection>& sections,
                                const EvaluationOptions& options) {
  if (options.method == AnalogyMethod::direction) {
    throw UserError("the direction of a pair is not evaluated; choose 3CosAdd or 3CosMul");
  }
  const Round round(vectors, sections, options);
  const std::vector<Winner> winners = round.winners();
  AnalogyScore score;
  for (const QuestionSection& section : sections) {
    score.sections.push_back({section.name, section.questions.size(), 0, 0, {}});
    score.questions += section.questions.size();
  }
  for (std::size_t q = 0; q < winners.size(); ++q) {
    const Asked& asked = round.asked()[q];
    SectionScore& section = score.sections[asked.section];
    ++section.answered;
    ++score.answered;
    if (winners[q].id == asked.words[3]) {
      ++section.right;
      ++score.right;
    } else if (section.missed.size() < options.misses) {
      section.missed.push_back(
          {sections[asked.section].questions[asked.index],
           winners[q].id < 0
               ? ""
               : std::string(vectors.words[static_cast<std::size_t>(winners[q].id)])});
    }
  }
  return score;
}

std::vector<double> ranks(const std::vector<double>& numbers) {
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return numbers[i] < numbers[j]; });
  std::vector<double> rank(numbers.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t j = i;
    while (j < order.size() && numbers[order[j]] == numbers[order[i]]) ++j;
    const double mean = static_cast<double>(i + j + 1) / 2;
    for (; i < j; ++i) rank[order[i]] = mean;
  }
  return rank;
}

double spearman(const std::vector<double>& a, const std::vector<double>& b) {
  const std::vector<double> x = ranks(a), y = ranks(b);
  const double n = static_cast<double>(x.size());
  const double mean = (n + 1) / 2;
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean) * (y[i] - mean);
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
  }
  if (xx == 0 || yy == 0) return std::numeric_limits<double>::quiet_NaN();
  return xy / std::sqrt(xx * yy);
}

SimilarityScore evaluate_similarity(const WordVectors& vectors, const std::vector<RatedPair>& pairs,
                                    bool compose) {
  const FoldedWords words(vectors.words, vectors.words.size());
  SimilarityScore score;
  std::set<std::string> named;
  // Empty: there is none. `room` holds one that is made.
  const auto vector_of = [&](const std::string& word, std::vector<float>& room) {
    const int id = words.find(word);
    if (id >= 0) return vectors.vectors[static_cast<std::size_t>(id)];
    room.resize(vectors.dim());
    const bool made = compose && vectors.subwords && vectors.subwords->compose(word, room);
    if (!made && named.insert(word).second) score.unknown.push_back(word);
    return made ? std::span<const float>(room) : std::span<const float>();
  };
  std::vector<float> room_a, room_b;
  std::vector<double> ours, theirs;
  for (const RatedPair& pair : pairs) {
    const std::span<const float> a = vector_of(pair.first, room_a);
    const std::span<const float> b = vector_of(pair.second, room_b);
    const float near =
        a.empty() || b.empty() ? std::numeric_limits<float>::quiet_NaN() : cosine(a, b);
    if (!std::isfinite(near)) {
      ++score.missing;
      continue;
    }
    ++score.pairs;
    ours.push_back(near);
    theirs.push_back(pair.rating);
  }
  score.spearman = spearman(ours, theirs);
  return score;
}

}  // namespace glassformer
