#pragma once

#include "core/tensor/rng.h"
#include "core/text/world/clause.h"

namespace glassformer::world {

// Draws what sentences say: who does what, to whom, where and when, with words that go together.
// `words` must outlive what is drawn.
class Drawing {
 public:
  Drawing(const Words& words, Rng& rng) : words_(words), rng_(rng) {}
  Sentence sentence();
  // "The animal did not cross the street because it was tired": a sentence of which "it" means a
  // noun before it, and what is said of it decides which.
  Sentence sentence_with_it();

 private:
  // Where a phrase stands; each place has phrases that it does not take.
  enum class Role { subject, object, recipient, place, owner };

  Clause clause(bool in_relative);
  void begin(Sentence& sentence);
  void number(Clause& clause);
  void negate(Clause& clause, int percent);
  NounPhrase known(const Noun& noun);
  bool choose_nouns(Clause& main, Sentence::It& it);
  NounPhrase phrase(Role role, const Classes& classes);
  NounPhrase who(const Classes& classes, bool no_pronoun);
  void describe(NounPhrase& phrase);
  void fill_to_be(Clause& clause);
  void fill_verb(Clause& clause);
  void fill_circumstances(Clause& clause);
  Place place(const std::string& preposition);
  Place place_of(const Noun& noun, const std::string& preposition);
  Time date();

  bool chance(int percent) { return rng_.below(100) < percent; }
  Id fresh() { return last_ += 10; }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(rng_.below(static_cast<int>(list.size())))];
  }
  // One that fits, each equally likely; nullptr if none does.
  template <class T, class Fits>
  const T* one_that(const std::vector<T>& list, const Fits& fits) {
    std::vector<const T*> fitting;
    for (const T& item : list) {
      if (fits(item)) fitting.push_back(&item);
    }
    return fitting.empty() ? nullptr : one_of(fitting);
  }

  const Words& words_;
  Rng& rng_;
  Id last_ = 0;
};

}  // namespace glassformer::world
