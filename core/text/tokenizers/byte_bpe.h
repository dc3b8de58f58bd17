#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>

#include "core/formats/json_object.h"
#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

// GPT-2's tokenizer: byte pair encoding over the 256 bytes, so that every text has ids and none is
// unknown (Radford et al. 2019, section 2.2). Its files write each byte as a printable character,
// the space as "Ġ".
class ByteBpe : public Tokenizer {
 public:
  static constexpr std::string_view type = "byte_bpe";
  static constexpr std::string_view end_of_text = "<|endoftext|>";
  using Merge = std::pair<std::string, std::string>;
  // Throws UserError that says where merge number `which` stands.
  using Fail = std::function<void(std::size_t which, const std::string& sentence)>;

  // Whether each of the 256 bytes is a piece.
  static bool has_all_bytes(const std::vector<std::string>& written);
  // The pieces by their ids and the merges in the order of their ranks, as the files write them.
  // Throws UserError naming the file `named`, or what `fail` throws: one of the 256 bytes is no
  // piece, or a merge joins or makes something that is not one.
  ByteBpe(const std::vector<std::string>& written, const std::vector<Merge>& merges,
          const std::string& named, const Fail& fail);

  std::vector<int> encode(std::string_view text) const override;
  // As pieces() reads: a character may be cut between two ids.
  std::vector<std::string> split(std::string_view text) const override;
  // Bytes that make no character, as when an id in the middle of one is missing, become U+FFFD.
  std::string decode(std::span<const int> ids) const override;
  SpecialIds special() const override { return {-1, end_, end_, -1, -1}; }
  std::vector<SpecialText> special_texts() const override;  // <|endoftext|>, where it is a piece
  std::string written(int id) const override;
  std::string_view kind() const override { return type; }

  // {"type": "byte_bpe", "pieces": ["!", …], "merges": [["Ġ", "t"], …]}
  std::string to_json() const override;
  static TokenizerPtr from_json(const JsonObject& object);

  // The stretches that merges stay within: an English ending ("'s"), or a run of letters, of
  // numbers or of other signs, each with the space before it, or white space (the pattern in the
  // published code of GPT-2). Together they are the text.
  static std::vector<std::string_view> pre_tokens(std::string_view text);

 protected:
  std::vector<int> encode_unlimited(std::string_view text) const override;

 private:
  std::vector<std::string> written_;              // the pieces as the files have them
  std::vector<int> ids_;                          // of symbols: the bytes, then the merges
  std::vector<std::pair<int, int>> merges_;       // of symbols
  std::unordered_map<std::uint64_t, int> ranks_;  // both symbols in one key
  int end_ = -1;
};

}  // namespace glassformer
