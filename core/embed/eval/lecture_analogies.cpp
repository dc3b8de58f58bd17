#include "core/embed/eval/lecture_analogies.h"

#include <algorithm>
#include <cctype>

#include "core/embed/search/spelling.h"

namespace glassformer {

namespace {

// b − a + c = answer. The lectures print "think + (read − reading)"; the sound form stands here.
struct Printed {
  const char *b, *a, *c, *answer;
};
constexpr Printed printed[] = {
    {"Paris", "France", "Italy", "Rome"},
    {"king", "man", "woman", "queen"},
    {"bigger", "big", "cold", "colder"},
    {"big", "small", "smallest", "biggest"},
    {"reading", "read", "think", "thinking"},
    {"dollars", "dollar", "mouse", "mice"},
    {"sushi", "Japan", "Germany", "bratwurst"},
    {"Cu", "copper", "gold", "Au"},
    {"Windows", "Microsoft", "Google", "Android"},
    {"Montreal Canadiens", "Montreal", "Toronto", "Toronto Maple Leafs"},
};

// As the vocabulary spells it; a team also without the city before its name; "" if not at all.
std::string spelling(const WordVectors& vectors, const std::string& word) {
  const std::string spelt = spelling_of(vectors, word);
  const std::size_t space = word.find(' ');
  return !spelt.empty() || space == word.npos ? spelt : spelling(vectors, word.substr(space + 1));
}

bool needs_quotes(const std::string& word) {
  return word.find_first_of(" +-*/()") != std::string::npos;
}

// Letters alone: no sign of it could be read as one of the expression.
bool is_plain(const std::string& word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalpha(byte) != 0;
  });
}

}  // namespace

std::vector<LectureAnalogy> lecture_analogies(const WordVectors& vectors) {
  std::vector<LectureAnalogy> made;
  for (const Printed& p : printed) {
    LectureAnalogy analogy;
    const auto spelt = [&](const char* word) {
      const std::string known = spelling(vectors, word);
      if (known.empty()) analogy.missing.emplace_back(word);
      return known.empty() ? std::string(word) : known;
    };
    const auto quoted = [&](const char* word) {
      const std::string text = spelt(word);
      return needs_quotes(text) ? "\"" + text + "\"" : text;
    };
    analogy.expression = quoted(p.b);
    analogy.expression += " - " + quoted(p.a);
    analogy.expression += " + " + quoted(p.c);
    analogy.answer = spelt(p.answer);
    made.push_back(std::move(analogy));
  }
  return made;
}

std::string first_expression(const WordVectors& vectors) {
  for (const LectureAnalogy& analogy : lecture_analogies(vectors)) {
    if (analogy.missing.empty()) return analogy.expression;
  }
  if (vectors.words.empty()) return "";
  const std::string word(vectors.words[0]);
  return is_plain(word) ? word : "\"" + word + "\"";
}

}  // namespace glassformer
