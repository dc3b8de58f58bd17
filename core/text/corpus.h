#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glassformer {

namespace corpus {
struct Facts;
}

// The text that word vectors are trained on unless another is given: short English sentences made
// from facts about countries, families, animals and so on (assets/world/facts). None states an
// analogy; the analogies follow from who stands beside whom.
class Corpus {
 public:
  static constexpr int usual_sentences = 200'000;

  // Reads assets/world/facts (core/formats/assets.h), or another folder of such tables. Throws
  // UserError.
  Corpus();
  explicit Corpus(const std::filesystem::path& folder);
  ~Corpus();
  Corpus(Corpus&&) noexcept;
  Corpus& operator=(Corpus&&) noexcept;

  // So many sentences, one a line, small letters, no signs; the same for the same seed on every
  // machine. A phrase that is one word to us has a _ inside.
  std::string text(int sentences, std::uint64_t seed) const;
  // The same in pieces of about 64 kB, for what is not to be held whole.
  void write(int sentences, std::uint64_t seed,
             const std::function<void(std::string_view)>& take) const;

  // Analogies from the same facts, in the questions-words format.
  std::string questions() const;
  // The pairs that these are made of, by section: "capital-of-country" has france and paris.
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  std::map<std::string, Pairs, std::less<>> pairs() const;

  // What a word is, to colour it: the column of the facts that it stands in ("capital", "past"),
  // or "" where it stands in none or only among what sentences are filled with.
  std::string group(std::string_view word) const;

 private:
  std::unique_ptr<const corpus::Facts> facts_;
};

}  // namespace glassformer
