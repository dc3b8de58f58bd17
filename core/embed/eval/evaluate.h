#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/embed/eval/questions.h"
#include "core/embed/eval/rated_pairs.h"
#include "core/embed/search/analogy.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// A question that got another answer than it should.
struct MissedQuestion {
  AnalogyQuestion question;
  std::string answer;
};

struct SectionScore {
  std::string name;
  std::size_t questions = 0;
  std::size_t answered = 0;  // all four words are known
  std::size_t right = 0;
  std::vector<MissedQuestion> missed;
  double accuracy() const;  // of those answered; 0 if there are none
};

struct AnalogyScore {
  std::vector<SectionScore> sections;
  std::size_t questions = 0, answered = 0, right = 0;
  double accuracy() const;
};

struct EvaluationOptions {
  std::size_t restrict = 30'000;              // only the first so many words; 0: all
  AnalogyMethod method = AnalogyMethod::add;  // or multiply
  std::size_t misses = 0;                     // so many of each section are listed
};

// All questions at once, the three words of a question excluded, as word2vec's compute-accuracy
// counts them: large and small letters are the same, the more frequent word of those that differ in
// nothing else is meant, and questions with an unknown word are left out. Every cosine between a
// word of the questions and a word of the vocabulary is computed once, in blocks that stay in the
// cache. Throws UserError for `direction`.
AnalogyScore evaluate_analogies(const WordVectors& vectors,
                                const std::vector<QuestionSection>& sections,
                                const EvaluationOptions& options = {});

struct SimilarityScore {
  double spearman = 0;      // rank correlation; nan if fewer than two pairs, or all are alike
  std::size_t pairs = 0;    // both words are known, and their vectors have numbers throughout
  std::size_t missing = 0;  // the others
  std::vector<std::string> unknown = {};  // words without a vector, each once, as they came
};

// Cosines against what people said. Letters as above. Words that are not there get a vector of
// their n-grams if that is wanted and the vectors have these.
SimilarityScore evaluate_similarity(const WordVectors& vectors, const std::vector<RatedPair>& pairs,
                                    bool compose = false);

// Their places when they are sorted, from 1; equal numbers share the mean of theirs.
std::vector<double> ranks(const std::vector<double>& numbers);

// The correlation of the ranks; equal numbers share the mean of their ranks. nan if it has none.
double spearman(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace glassformer
