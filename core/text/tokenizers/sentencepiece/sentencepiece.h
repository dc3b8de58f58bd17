#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/json_object.h"
#include "core/text/tokenizers/sentencepiece/bpe_by_score.h"
#include "core/text/tokenizers/sentencepiece/model_file.h"
#include "core/text/tokenizers/sentencepiece/space_normalizer.h"
#include "core/text/tokenizers/tokenizer.h"
#include "core/text/unigram/unigram_cut.h"

namespace glassformer {

// A .model of sentencepiece, with the ids that spm_encode gives: unigram (Kudo 2018), BPE by
// scores, words and characters. Control symbols such as <s> are no text: spelled out, they are
// characters.
class SentencePiece : public Tokenizer {
 public:
  static constexpr std::string_view type = "sentencepiece";

  // Throws UserError naming the file: it is none, or has no or two unknown pieces, a piece twice,
  // or not all of the 256 bytes that it says it falls back to.
  static std::shared_ptr<const SentencePiece> read(std::string_view bytes,
                                                   const std::string& named);

  std::vector<int> encode(std::string_view text) const override;
  std::vector<std::string> split(std::string_view text) const override;
  std::string decode(std::span<const int> ids) const override;  // what is unknown reads " ⁇ "
  SpecialIds special() const override { return special_; }
  std::string_view kind() const override { return type; }

  // {"type": "sentencepiece", "model": the file in base64}
  std::string to_json() const override;
  static TokenizerPtr from_json(const JsonObject& object);

 protected:
  std::vector<int> encode_unlimited(std::string_view text) const override;

 private:
  // How a word was cut. Words are cut each for itself where no piece goes beyond one.
  struct Word {
    std::vector<int> ids;
    bool begins_unknown = false, ends_unknown = false;
    bool sure = true;  // no choice was so close that the sums before it might turn it
    std::vector<UnigramCut<float>::Part> parts = {};
  };
  SentencePiece(SentencePieceModel model, const std::string& named);
  void index(const std::string& named);
  int id_of(std::string_view part) const;
  Word cut(std::string_view word, float& before) const;
  const Word& cut_before(std::string_view word) const;
  void add(std::vector<int>& ids, bool& unknown, const Word& word) const;
  void encode_normal(std::string_view normal, bool remember, std::vector<int>& ids) const;

  SentencePieceModel model_;
  SpaceNormalizer normalizer_;
  BpeByScore::Ids ids_, reserved_;  // pieces of text; the unknown one, controls and bytes
  std::vector<int> bytes_;          // empty: what is unknown does not fall into bytes
  SpecialIds special_;
  bool words_apart_ = false;
  std::optional<UnigramCut<float>> unigram_;
  std::optional<BpeByScore> bpe_;

  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  mutable std::mutex words_lock_;
  mutable std::unordered_map<std::string, Word, TextHash, std::equal_to<>> words_;
  mutable Word long_word_;
};

}  // namespace glassformer
