#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tensor/rng.h"
#include "core/text/pair.h"

namespace glassformer {

enum class WorldPair { english_french, english_german };
std::string_view name(WorldPair pair);         // "en-fr", "en-de"
WorldPair world_pair(std::string_view named);  // UserError for other names

namespace world {
struct Words;
class Drawing;
struct Sentence;
}  // namespace world

// A small world of people, animals and things, and a grammar that says the same in English, French
// and German, with agreement, word order and case. What is said decides every word of both
// sentences, so the English has one right translation, and the alignment is known.
class World {
 public:
  // Reads assets/world (core/formats/assets.h), or another folder of such tables. Throws UserError.
  World();
  explicit World(const std::filesystem::path& folder);
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  // The next sentence of 3 to 14 English words (without the full stop). One in four stands bare, as
  // people type: no capital at its start and no full stop; its translation then likewise.
  SentencePair sentence(WorldPair pair, Rng& rng) const;
  // The next of those sentences in which "it" takes up a noun: "the animal did not cross the street
  // because it was tired". What is said of it decides which noun, and so the pronoun's gender.
  SentencePair sentence_with_it(WorldPair pair, Rng& rng) const;

 private:
  SentencePair draw(WorldPair pair, Rng& rng, world::Sentence (world::Drawing::*drawn)()) const;

  std::unique_ptr<const world::Words> words_;
};

// `count` sentences, no source twice; the same for the same seed on every machine. Throws UserError
// if the world has not so many.
std::vector<SentencePair> world_pairs(WorldPair pair, int count, std::uint64_t seed);

// `count` held-out sentences with an "it" that could mean two nouns, whose pronouns differ in the
// translation (Reference::contested), none twice. Throws as above.
std::vector<SentencePair> contested_pairs(WorldPair pair, int count, std::uint64_t seed);

// The other way round, with the links; what "it" means is known of English sources alone.
std::vector<SentencePair> turned(std::vector<SentencePair> pairs);

struct Split {
  std::vector<SentencePair> train, held_out;
};
// Sets aside one sentence in 30: a hash of the source decides, so a sentence is on the same side in
// every corpus. Sentences that differ in the full stop and the first letter's size only are one.
Split split(std::vector<SentencePair> pairs);
bool is_held_out(std::string_view source);

}  // namespace glassformer
