#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/embed/search/best.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// A word with its sign and factor: the sum Σ factor · word is what is asked for.
struct WordTerm {
  std::string word;
  int id = -1;  // -1: made from n-grams
  float factor = 1;
  std::vector<float> direction;  // of length 1
};

// Before a word: its vector is to be composed from its n-grams, whatever else is listed.
constexpr char compose_mark = '~';

// The term of a word that is listed. Another is composed from its n-grams where that is asked for
// ("~smartfone") or where no word that is listed is spelt nearly like it. Throws UserError, which
// offers such words.
WordTerm term_of(const WordVectors& vectors, const std::string& word, float factor = 1);

// How an analogy is answered (Levy and Goldberg 2014, "Linguistic Regularities in Sparse and
// Explicit Word Representations"); all vectors x, t have length 1.
enum class AnalogyMethod {
  add,       // 3CosAdd: the cosine of x with Σ factor · t
  multiply,  // 3CosMul: Π c(x, t)^factor, c = (cos + 1) / 2, + 0.001 for what divides
  direction  // cos(x − c, b − a) for b − a + c: the step from a to b, taken from c
};
std::string_view name_of(AnalogyMethod method);

struct Answer {
  int id = -1;
  float score = 0;
  std::vector<float> cosines;  // with each term
};

struct AnalogyOptions {
  std::size_t count = 10;
  bool exclude = true;    // the words of the question are no answers
  std::size_t first = 0;  // only among the first so many words; 0: all
};

// Throws UserError where the method does not apply: `direction` asks for b − a + c, three terms of
// factor 1 and −1; and where the terms take each other away.
std::vector<Answer> answers(const WordVectors& vectors, const std::vector<WordTerm>& terms,
                            AnalogyMethod method, const AnalogyOptions& options = {});

// Σ factor · direction, what is asked for; not of length 1.
std::vector<float> target_of(const std::vector<WordTerm>& terms);

// Whether the terms are b − a + c; `order` is then where a, b and c stand.
struct Parallelogram {
  std::size_t a, b, c;
};
bool is_parallelogram(const std::vector<WordTerm>& terms, Parallelogram& order);

// The score of a word with these cosines with the terms: what `answers` sorts by.
float score_of(const std::vector<WordTerm>& terms, const std::vector<float>& cosines,
               AnalogyMethod method);

}  // namespace glassformer
