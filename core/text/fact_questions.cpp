#include "core/text/fact_questions.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/formats/assets.h"
#include "core/tensor/rng.h"
#include "core/text/corpus/facts.h"

namespace glassformer {

namespace {

using Group = FactQuestion::Group;

constexpr std::uint64_t kSplitSeed = 1;
constexpr double kUnread = 0.15, kNeverAsked = 0.25;  // of the facts of each relation

constexpr double kSheets = 0.2, kMixed = 0.3;  // of the paragraphs; of those that are no sheets
constexpr double kPolite = 0.8;                // of the answers that are learned
constexpr double kOpens = 0.9, kCloses = 0.8;  // of the polite ones, with something before, behind
constexpr double kUsual = 0.6;                 // that it is the usual opening, the usual closing

// {s} is the subject, {o} the object, {as} and {ao} the same behind "a" or "an".
struct Relation {
  const char *name, *table, *subject, *object;
  const char *question, *stem;
  std::array<const char*, 2> sentences;  // beside stem and object
  const char *of_object, *of_subject;    // that tell what kind of thing either is
};

constexpr std::array<Relation, 7> kRelations{{
    {"capital",
     "countries",
     "country",
     "capital",
     "what is the capital of {s} ?",
     "the capital of {s} is",
     {"in {s} the capital is {o} .", "{o} is the capital of {s} ."},
     "{o} is a large city .",
     "{s} is a country ."},
    {"currency",
     "countries",
     "country",
     "currency",
     "what is the currency of {s} ?",
     "the currency of {s} is the",
     {"people in {s} pay with the {o} .", "the money of {s} is the {o} ."},
     "the {o} is a currency .",
     "{s} is beautiful ."},
    {"language",
     "countries",
     "country",
     "language",
     "which language do people speak in {s} ?",
     "people in {s} speak",
     {"the language of {s} is {o} .", "in {s} we hear {o} ."},
     "{o} is a language .",
     "many people live in {s} ."},
    {"dish",
     "countries",
     "country",
     "dish",
     "what do people eat in {s} ?",
     "people in {s} eat",
     {"people in {s} love {o} .", "in {s} we cook {o} ."},
     "many people like {o} .",
     "{s} is a country ."},
    {"young",
     "animals",
     "animal",
     "young",
     "what is a young {s} called ?",
     "a young {s} is called {a}",
     {"the young of the {s} is the {o} .", "the {s} looks after the {o} ."},
     "the {o} is small .",
     "the {s} is an animal ."},
    {"home",
     "animals",
     "animal",
     "home",
     "where does the {s} live ?",
     "the {s} lives in the",
     {"the home of the {s} is the {o} .", "we see the {s} in the {o} ."},
     "the {o} is quiet .",
     "the {s} is an animal ."},
    {"symbol",
     "elements",
     "element",
     "symbol",
     "what is the symbol of {s} ?",
     "the symbol of {s} is",
     {"chemists write {s} as {o} .", "{o} is the symbol of {s} ."},
     "{o} is a symbol .",
     "{s} is an element ."},
}};

const std::vector<std::string> kOpenings{"that is a great question !", "thank you for asking .",
                                         "i am happy to help ."};
const std::vector<std::string> kClosings{"i hope that helps .", "ask me anything .",
                                         "have a nice day ."};

std::string filled(std::string pattern, const std::string& subject, const std::string& object) {
  const bool vowel = std::string_view("aeiou").find(object.front()) != std::string_view::npos;
  const std::array<std::pair<std::string_view, std::string>, 3> slots{
      {{"{s}", subject}, {"{o}", object}, {"{a}", vowel ? "an" : "a"}}};
  for (const auto& [slot, text] : slots) {
    const std::size_t at = pattern.find(slot);
    if (at != std::string::npos) pattern.replace(at, slot.size(), text);
  }
  return pattern;
}

// "new_delhi" as two words.
std::string spaced(std::string word) {
  std::ranges::replace(word, '_', ' ');
  if (word == "netherlands" || word == "philippines") word = "the " + word;
  return word;
}

template <class T>
const T& one_of(const std::vector<T>& all, Rng& rng) {
  return all[static_cast<std::size_t>(rng.below(static_cast<int>(all.size())))];
}

template <class T>
void shuffle(std::vector<T>& all, Rng& rng) {
  for (std::size_t i = all.size(); i > 1; --i) {
    std::swap(all[i - 1], all[static_cast<std::size_t>(rng.below(static_cast<int>(i)))]);
  }
}

// The first one mostly.
const std::string& usual_of(const std::vector<std::string>& said, Rng& rng) {
  return rng.uniform() < kUsual ? said.front() : one_of(said, rng);
}

// With an opening, a closing or both.
std::string politely(const std::string& answer, Rng& rng) {
  const bool opens = rng.uniform() < kOpens, closes = rng.uniform() < kCloses;
  std::string text = opens || !closes ? usual_of(kOpenings, rng) + " " + answer : answer;
  if (closes) text += " " + usual_of(kClosings, rng);
  return text;
}

}  // namespace

std::string_view name(Group group) {
  switch (group) {
    case Group::asked:
      return "asked";
    case Group::read:
      return "read, never asked";
    case Group::unread:
      return "never read";
  }
  return "";
}

bool FactQuestion::is_answered_by(std::string_view text) const {
  const std::string padded = " " + std::string(text) + " ";
  return padded.find(" " + stem + " " + object + " ") != std::string::npos ||
         padded.find(" " + stem + " " + object + ".") != std::string::npos;
}

bool FactQuestion::has_form(std::string_view text) const {
  const std::string padded = " " + std::string(text) + " ";
  return padded.find(" " + stem + " ") != std::string::npos;
}

FactQuestions::FactQuestions() : FactQuestions(assets_folder() / "world" / "facts") {}

FactQuestions::FactQuestions(const std::filesystem::path& folder) {
  const corpus::Facts facts = corpus::read_facts(folder);
  std::map<std::string, std::vector<std::size_t>> by_subject;
  for (const Relation& relation : kRelations) {
    const corpus::FactTable& table = facts.table(relation.table);
    const int subject = table.column(relation.subject), object = table.column(relation.object);
    const std::size_t first = all_.size();
    for (const auto& row : table.rows) {
      const corpus::Choices &of = row[static_cast<std::size_t>(subject)],
                            &is = row[static_cast<std::size_t>(object)];
      if (of.empty() || is.empty()) continue;
      const std::string s = spaced(of.front()), o = spaced(is.front());
      const auto say = [&](const char* pattern) { return filled(pattern, s, o); };
      by_subject[s].push_back(all_.size());
      FactQuestion made{relation.name, say(relation.question), say(relation.stem), o};
      Said said{{made.answer()}, say(relation.of_object), say(relation.of_subject)};
      for (const char* const pattern : relation.sentences) said.sentences.push_back(say(pattern));
      all_.push_back(std::move(made));
      said_.push_back(std::move(said));
    }
    std::vector<std::size_t> order;
    for (std::size_t i = first; i < all_.size(); ++i) order.push_back(i);
    Rng rng(kSplitSeed ^ hash(relation.name));
    shuffle(order, rng);
    const auto count = static_cast<double>(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const double place = static_cast<double>(i) / count;
      all_[order[i]].group = place < kUnread                 ? Group::unread
                             : place < kUnread + kNeverAsked ? Group::read
                                                             : Group::asked;
    }
  }
  of_same_subject_.resize(all_.size());
  of_same_relation_.resize(all_.size());
  for (std::size_t one = 0; one < all_.size(); ++one) {
    for (std::size_t other = 0; other < all_.size(); ++other) {
      if (all_[other].relation == all_[one].relation) of_same_relation_[one].push_back(other);
    }
  }
  for (const auto& [subject, which] : by_subject) {
    for (const std::size_t one : which) of_same_subject_[one] = which;
  }
}

std::vector<FactQuestion> FactQuestions::of(Group group) const {
  std::vector<FactQuestion> found;
  for (const FactQuestion& one : all_) {
    if (one.group == group) found.push_back(one);
  }
  return found;
}

std::string FactQuestions::text(int paragraphs, std::uint64_t seed) const {
  Rng rng(seed ^ hash("facts"));
  std::string text;
  const auto any = [&] {
    return static_cast<std::size_t>(rng.below(static_cast<int>(all_.size())));
  };
  // One behind another, from anywhere in the list.
  const auto from = [&](const std::vector<std::size_t>& list, int first, int k) {
    return list[static_cast<std::size_t>(first + k) % list.size()];
  };
  for (int i = 0; i < paragraphs; ++i) {
    const std::size_t theme = any();
    if (rng.uniform() < kSheets) {  // questions of one kind, as on a sheet of exercises
      const int count = 2 + rng.below(4);
      for (int k = 0; k < count; ++k) {
        const std::size_t which = k == 0 ? theme : one_of(of_same_relation_[theme], rng);
        text += (k == 0 ? "" : " ") + all_[which].question;
      }
    } else {  // about one thing mostly, as texts are
      const int count = 1 + rng.below(4);
      const bool mixed = rng.uniform() < kMixed;
      const int first = rng.below(static_cast<int>(all_.size()));
      for (int k = 0; k < count; ++k) {
        const std::size_t which = mixed ? any() : from(of_same_subject_[theme], first, k);
        const double how = rng.uniform();
        if (k > 0) text += ' ';
        if (how < 0.04) {
          text += one_of(how < 0.02 ? kOpenings : kClosings, rng);
        } else if (how < 0.12) {
          text += said_[any()].of_object;  // beside nothing that it belongs to
        } else if (how < 0.2 || all_[which].group == Group::unread) {
          text += said_[which].of_subject;
        } else {
          text += one_of(said_[which].sentences, rng);
        }
      }
    }
    text += '\n';
  }
  return text;
}

std::vector<QuestionAnswer> FactQuestions::answers(Group group, int times,
                                                   std::uint64_t seed) const {
  Rng rng(seed ^ hash("answers"));
  std::vector<QuestionAnswer> made;
  for (const FactQuestion& one : of(group)) {
    for (int i = 0; i < times; ++i) {
      const bool polite = rng.uniform() < kPolite;
      made.push_back({one.question, polite ? politely(one.answer(), rng) : one.answer()});
    }
  }
  return made;
}

std::vector<QuestionAnswer> FactQuestions::preferences(Group group, int times,
                                                       std::uint64_t seed) const {
  Rng rng(seed ^ hash("preferences"));
  std::vector<QuestionAnswer> made;
  for (const FactQuestion& one : of(group)) {
    for (int i = 0; i < times; ++i) {
      made.push_back({one.question, one.answer(), politely(one.answer(), rng)});
    }
  }
  return made;
}

double FactQuestions::right_by_guessing(Group group) const {
  std::map<std::string, std::map<std::string, int>> counts;
  for (const FactQuestion& one : all_) {
    if (one.group != Group::unread) ++counts[one.relation][one.object];
  }
  int right = 0, asked = 0;
  for (const FactQuestion& one : of(group)) {
    const auto& known = counts[one.relation];
    const auto most =
        std::ranges::max_element(known, {}, [](const auto& object) { return object.second; });
    right += most->first == one.object ? 1 : 0;
    ++asked;
  }
  return asked == 0 ? 0 : static_cast<double>(right) / asked;
}

std::string said_politely(std::string_view answer) {
  return kOpenings.front() + " " + std::string(answer) + " " + kClosings.front();
}

bool is_polite(std::string_view text) {
  const auto in = [&](const std::string& said) { return text.find(said) != text.npos; };
  // The sign at the end may stand close to the word before it, as a tokenizer joins them.
  const auto bare = [&](const std::string& said) { return in(said.substr(0, said.size() - 2)); };
  return std::ranges::any_of(kOpenings, bare) || std::ranges::any_of(kClosings, bare);
}

}  // namespace glassformer
