#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/question_answers.h"

namespace glassformer {

// A fact of assets/world/facts as a question: "what is the capital of france ?", and the sentence
// that answers it: "the capital of france is", "paris".
struct FactQuestion {
  // What is done with the fact: it stands in the text and is asked in the tuning; it stands in the
  // text and is asked nowhere with its answer; it stands nowhere.
  enum class Group { asked, read, unread };
  static constexpr int groups = 3;

  std::string relation;  // "capital"
  std::string question, stem, object;
  Group group = Group::asked;

  std::string answer() const { return stem + " " + object + " ."; }
  // Whether the text says so, in these words.
  bool is_answered_by(std::string_view text) const;
  // Whether it says anything in the form of the answer, be it true or not.
  bool has_form(std::string_view text) const;
};
std::string_view name(FactQuestion::Group group);

// Questions and answers made from the facts, the text for a model to read before, and pairs of a
// better and a worse answer. All words are small letters with spaces between them. Everything is
// the same on every machine for the same seed.
class FactQuestions {
 public:
  // Reads assets/world/facts, or another folder of such tables. Throws UserError.
  FactQuestions();
  explicit FactQuestions(const std::filesystem::path& folder);

  const std::vector<FactQuestion>& all() const { return all_; }
  std::vector<FactQuestion> of(FactQuestion::Group group) const;

  // Sentences that state the facts but those that are unread, and sheets of questions that nobody
  // answers: so many paragraphs, a line each. All words of all facts stand in it.
  std::string text(int paragraphs, std::uint64_t seed) const;
  // The questions of the group, `times` each: answered in one sentence, or, four times of five,
  // with politeness around it.
  std::vector<QuestionAnswer> answers(FactQuestion::Group group, int times,
                                      std::uint64_t seed) const;
  // Likewise: the better answer is the bare one, the worse the one with politeness.
  std::vector<QuestionAnswer> preferences(FactQuestion::Group group, int times,
                                          std::uint64_t seed) const;
  // How many of the group a guess gets right that always gives the answer which is the most
  // frequent one for its kind of question among the facts that were read.
  double right_by_guessing(FactQuestion::Group group) const;

 private:
  struct Said {
    std::vector<std::string> sentences;  // that state the fact
    std::string of_object, of_subject;   // that tell what kind of thing either is
  };
  std::vector<FactQuestion> all_;
  std::vector<Said> said_;  // of each
  // Of each: all of its country or animal, all questions of its kind.
  std::vector<std::vector<std::size_t>> of_same_subject_, of_same_relation_;
};

// The same answer with politeness before and behind it.
std::string said_politely(std::string_view answer);
// Whether a text has any of the politeness.
bool is_polite(std::string_view text);

}  // namespace glassformer
