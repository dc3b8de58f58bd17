#include "core/text/world/clause.h"

#include <array>

namespace glassformer::world {

bool NounPhrase::person() const {
  return (pronoun && pronoun != Pronoun::it) || name != nullptr || noun->is("person");
}

bool NounPhrase::many() const {
  return pronoun ? *pronoun == Pronoun::we || *pronoun == Pronoun::they : plural;
}

Gender NounPhrase::fr_gender() const {
  if (pronoun && pronoun != Pronoun::it)
    return *pronoun == Pronoun::she ? Gender::feminine : Gender::masculine;
  return name != nullptr ? name->gender : noun->fr_gender;
}

void append(Line& line, const Phrase& phrase, Id id) {
  for (const PhraseWord& word : phrase) {
    Word added{word.text, {}};
    for (const int meaning : word.meanings) added.ids.push_back(id + meaning);
    line.push_back(std::move(added));
  }
}

void append(Line& line, Line more) {
  for (Word& word : more) line.push_back(std::move(word));
}

bool starts_with_vowel(const std::string& word, bool mute_h) {
  constexpr std::array<const char*, 16> vowels{"a", "e", "i", "o", "u", "A", "E", "I",
                                               "O", "U", "é", "ê", "è", "î", "â", "œ"};
  for (const char* vowel : vowels) {
    if (word.starts_with(vowel)) return true;
  }
  return mute_h && word.starts_with('h');
}

}  // namespace glassformer::world
