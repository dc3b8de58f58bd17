#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// The rules by which sentencepiece rewrites characters ("precompiled_charsmap", such as nmt_nfkc):
// a double-array trie of the texts that are rewritten, and the texts that they become. The format
// is the one that sentencepiece's normalizer writes: the trie's size in bytes, its cells (Aoe 1989,
// as Darts-clone packs them into 32 bits), then the texts, each with a zero byte behind it.
class CharactersMap {
 public:
  // Null: the bytes are no such map.
  static std::shared_ptr<const CharactersMap> from_bytes(std::string_view bytes);
  static std::shared_ptr<const CharactersMap> from_base64(std::string_view text);

  // What the longest beginning of the text becomes that has a rule, and how many bytes it takes.
  struct Rule {
    std::size_t taken = 0;
    std::string_view becomes = {};
  };
  std::optional<Rule> longest(std::string_view text) const;
  // What the shortest beginning becomes.
  std::optional<std::string_view> shortest(std::string_view text) const;
  // Whether some rule begins with these bytes.
  bool begins_a_rule(std::string_view bytes) const;

  const std::string& bytes() const { return bytes_; }  // as they were read

 private:
  // visit(bytes taken, what they become) for each rule that the text begins with, until it returns
  // false. Returns whether all of the text was walked.
  template <class Visit>
  bool walk(std::string_view text, const Visit& visit) const;

  std::string bytes_;
  std::vector<std::uint32_t> cells_;
  std::string texts_;
};

}  // namespace glassformer
