#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/json_object.h"
#include "core/text/tokenizers/pipeline/added_tokens.h"
#include "core/text/tokenizers/pipeline/normalizer.h"
#include "core/text/tokenizers/pipeline/piece_model.h"
#include "core/text/tokenizers/pipeline/pre_tokenizer.h"
#include "core/text/tokenizers/pipeline/token_decoder.h"
#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

// What a tokenizer.json of the Hugging Face library describes: the text is cut at its added tokens,
// normalised, cut into stretches, each of these into pieces, and what a model wants around a text
// is said. It gives the ids that the library gives. What it cannot do is refused by name.
// "truncation" and "padding", which are of batches, do nothing here.
class Pipeline : public Tokenizer {
 public:
  static constexpr std::string_view type = "tokenizer_json";

  // Throws NotDone (not_done.h) for what is not done here, UserError for what is broken, both
  // naming line and path.
  static std::shared_ptr<const Pipeline> read(std::string_view json, const std::string& named);

  std::vector<int> encode(std::string_view text) const override;
  std::vector<int> encode_whole(std::string_view text, SpelledOut special) const override;
  std::vector<std::string> split(std::string_view text) const override;
  std::string decode(std::span<const int> ids) const override;
  SpecialIds special() const override { return special_; }
  std::vector<SpecialText> special_texts() const override;
  Frame frame() const override { return frame_; }
  std::string_view kind() const override { return kind_; }
  std::string written(int id) const override;

  // {"type": "tokenizer_json", "file": the text of the file}
  std::string to_json() const override;
  static TokenizerPtr from_json(const JsonObject& object);

 private:
  struct Parts;
  explicit Pipeline(Parts parts);
  void cut(const std::string& stretch, std::vector<int>& ids) const;
  void encode_between(std::string_view text, bool first, bool special, std::vector<int>& ids) const;

  std::string file_;  // without white space that means nothing
  std::string kind_;
  std::vector<std::string> written_;
  Normalizer normalizer_;
  PreTokenizer pre_tokenizer_;
  PieceModelPtr model_;
  AddedTokens added_;
  TokenDecoder decoder_;
  Frame frame_;
  SpecialIds special_;
  std::vector<bool> hidden_;  // of the ids: special ones, which are no text

  // What was cut before, since most words of a text come again. Only one thread at a time looks it
  // up; another one that comes meanwhile does without.
  mutable std::mutex cut_before_lock_;
  mutable std::unordered_map<std::string, std::vector<int>> cut_before_;
};

}  // namespace glassformer
