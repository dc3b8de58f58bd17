#include "core/text/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "core/formats/assets.h"
#include "core/tensor/error.h"
#include "core/text/unicode.h"
#include "core/text/words.h"
#include "core/text/world/draw.h"

namespace glassformer {

namespace {

constexpr std::size_t fewest_words = 3, max_words = 14;

std::string written(const world::Line& line, bool bare) {
  std::vector<std::string> words;
  for (const world::Word& word : line) words.push_back(word.text);
  const std::string sentence = join_words(words);
  return bare ? sentence : with_large_first(sentence) + ".";
}

// The word that says this part's noun; each noun is one word.
int word_of(const world::Line& line, world::Id part) {
  const auto said = std::ranges::find_if(line, [&](const world::Word& word) {
    return std::ranges::find(word.ids, part) != word.ids.end();
  });
  return static_cast<int>(said - line.begin());
}

std::optional<Reference> reference(const world::Sentence& said, const world::Line& source,
                                   WorldPair pair) {
  if (!said.it) return {};
  const world::Sentence::It& it = *said.it;
  Reference found{word_of(source, it.pronoun), word_of(source, it.noun_id)};
  if (it.rival == nullptr) return found;
  found.rival = word_of(source, it.rival_id);
  found.contested = pair == WorldPair::english_french ? it.noun->fr_gender != it.rival->fr_gender
                                                      : it.noun->de_gender != it.rival->de_gender;
  return found;
}

std::vector<Link> links(const world::Line& source, const world::Line& target, bool bare) {
  std::vector<Link> found;
  for (std::size_t t = 0; t < target.size(); ++t) {
    for (std::size_t s = 0; s < source.size(); ++s) {
      const auto& ids = source[s].ids;
      const bool same = std::any_of(target[t].ids.begin(), target[t].ids.end(), [&](int id) {
        return std::find(ids.begin(), ids.end(), id) != ids.end();
      });
      if (same) found.push_back({static_cast<int>(s), static_cast<int>(t)});
    }
  }
  if (!bare) found.push_back({static_cast<int>(source.size()), static_cast<int>(target.size())});
  return found;
}

}  // namespace

std::string_view name(WorldPair pair) {
  return pair == WorldPair::english_french ? "en-fr" : "en-de";
}

WorldPair world_pair(std::string_view named) {
  for (const WorldPair pair : {WorldPair::english_french, WorldPair::english_german}) {
    if (named == name(pair)) return pair;
  }
  throw UserError("there is no pair '" + std::string(named) + "'; choose en-fr or en-de");
}

World::World() : World(assets_folder() / "world") {}

World::World(const std::filesystem::path& folder)
    : words_(std::make_unique<world::Words>(world::read_words(folder))) {}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

SentencePair World::sentence(WorldPair pair, Rng& rng) const {
  return draw(pair, rng, &world::Drawing::sentence);
}

SentencePair World::sentence_with_it(WorldPair pair, Rng& rng) const {
  return draw(pair, rng, &world::Drawing::sentence_with_it);
}

SentencePair World::draw(WorldPair pair, Rng& rng,
                         world::Sentence (world::Drawing::*drawn)()) const {
  world::Drawing drawing(*words_, rng);
  for (;;) {
    const world::Sentence said = (drawing.*drawn)();
    const world::Line source = world::in_english(said);
    if (source.size() < fewest_words || source.size() > max_words) continue;
    const world::Line target =
        pair == WorldPair::english_french ? world::in_french(said) : world::in_german(said);
    return {written(source, said.bare), written(target, said.bare),
            links(source, target, said.bare), reference(said, source, pair)};
  }
}

namespace {

template <class Draw, class Fits>
std::vector<SentencePair> different(int count, std::uint64_t seed, const Draw& draw,
                                    const Fits& fits, int draws_each) {
  Rng rng(seed);
  std::vector<SentencePair> pairs;
  std::unordered_set<std::string> known;
  const std::int64_t max_draws = draws_each * static_cast<std::int64_t>(std::max(count, 0)) + 1000;
  for (std::int64_t draws = 0; static_cast<int>(pairs.size()) < count; ++draws) {
    if (draws == max_draws) {
      throw UserError(
          fmt::format("the world has not {} different sentences; ask for fewer", count));
    }
    SentencePair next = draw(rng);
    if (fits(next) && known.insert(next.source).second) pairs.push_back(std::move(next));
  }
  return pairs;
}

}  // namespace

std::vector<SentencePair> world_pairs(WorldPair pair, int count, std::uint64_t seed) {
  const World world;
  return different(
      count, seed, [&](Rng& rng) { return world.sentence(pair, rng); },
      [](const SentencePair&) { return true; }, 20);
}

std::vector<SentencePair> contested_pairs(WorldPair pair, int count, std::uint64_t seed) {
  const World world;
  return different(
      count, seed, [&](Rng& rng) { return world.sentence_with_it(pair, rng); },
      [](const SentencePair& p) { return p.it->contested && is_held_out(p.source); }, 1000);
}

std::vector<SentencePair> turned(std::vector<SentencePair> pairs) {
  for (SentencePair& pair : pairs) {
    std::swap(pair.source, pair.target);
    pair.it.reset();
    for (Link& link : pair.links) std::swap(link.source, link.target);
    std::sort(pair.links.begin(), pair.links.end(), [](const Link& a, const Link& b) {
      return a.target != b.target ? a.target < b.target : a.source < b.source;
    });
  }
  return pairs;
}

bool is_held_out(std::string_view source) {
  if (source.ends_with('.')) source.remove_suffix(1);
  return hash(with_small_first(source)) % 30 == 0;
}

Split split(std::vector<SentencePair> pairs) {
  Split parts;
  for (SentencePair& pair : pairs) {
    auto& part = is_held_out(pair.source) ? parts.held_out : parts.train;
    part.push_back(std::move(pair));
  }
  return parts;
}

}  // namespace glassformer
