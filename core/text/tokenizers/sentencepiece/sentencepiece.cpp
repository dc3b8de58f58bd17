#include "core/text/tokenizers/sentencepiece/sentencepiece.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "core/formats/base64.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/pipeline/byte_level.h"
#include "core/text/tokenizers/pipeline/scalars.h"

namespace glassformer {

namespace {

using Kind = SentencePieceModel::Kind;
using Type = SentencePieceModel::Type;
using Cut = UnigramCut<float>;

std::vector<std::string> texts_of(const SentencePieceModel& model) {
  std::vector<std::string> texts;
  for (const auto& piece : model.pieces) texts.push_back(piece.text);
  return texts;
}

bool is_text(Kind kind) {
  return kind == Kind::normal || kind == Kind::user_defined || kind == Kind::unused;
}

Cut unigram_cut(const SentencePieceModel& model) {
  constexpr float unknown_penalty = 10;
  std::vector<std::string> texts;
  std::vector<Cut::Piece> table;
  // As the published program begins: FLT_MIN is above all scores, which are negative.
  float least = FLT_MAX, best = FLT_MIN;
  for (const auto& piece : model.pieces) {
    texts.push_back(is_text(piece.kind) ? piece.text : "");
    table.push_back({piece.score, piece.kind != Kind::unused, piece.kind == Kind::user_defined});
    if (piece.kind != Kind::normal) continue;
    least = std::min(least, piece.score);
    best = std::max(best, piece.score);
  }
  return {texts, std::move(table), least - unknown_penalty, best};
}

}  // namespace

SentencePiece::SentencePiece(SentencePieceModel model, const std::string& named)
    : Tokenizer(texts_of(model)), model_(std::move(model)), normalizer_(model_, named) {
  index(named);
  // With a space before each word, and none inside a piece, no cut of one depends on the others.
  words_apart_ = model_.escape_spaces && !model_.space_behind;
  for (const auto& piece : model_.pieces) {
    if (is_text(piece.kind) && piece.text.find(SpaceNormalizer::space, 1) != std::string::npos) {
      words_apart_ = false;
    }
  }
  if (model_.type == Type::unigram) unigram_.emplace(unigram_cut(model_));
  if (model_.type == Type::bpe) bpe_.emplace(model_, ids_, normalizer_);
}

void SentencePiece::index(const std::string& named) {
  const auto refuse = [&](const std::string& why) {
    throw UserError(fmt::format("{}: {}; get the file again", named, why));
  };
  std::vector<int> bytes(256, -1);
  for (int id = 0; id < size(); ++id) {
    const auto& piece = model_.pieces[static_cast<std::size_t>(id)];
    if (!(is_text(piece.kind) ? ids_ : reserved_).emplace(piece.text, id).second) {
      refuse(fmt::format("the piece {} stands in it twice", json_string(excerpt(piece.text, 40))));
    }
    if (piece.kind == Kind::unknown) {
      if (special_.unknown >= 0) refuse("two of its pieces are the unknown one");
      special_.unknown = id;
    }
    if (piece.kind == Kind::control) {
      if (piece.text == "<s>") special_.begin = id;
      if (piece.text == "</s>") special_.end = id;
      if (piece.text == "<pad>") special_.padding = id;
    }
  }
  if (special_.unknown < 0) refuse("none of its pieces is the unknown one");
  if (!model_.byte_fallback) return;
  for (int byte = 0; byte < 256; ++byte) {
    const std::string name = fmt::format("<0x{:02X}>", byte);
    const auto found = reserved_.find(name);
    if (found == reserved_.end()) {
      refuse("it falls back to bytes, but has no piece " + name);
    }
    bytes_.push_back(found->second);
  }
}

std::shared_ptr<const SentencePiece> SentencePiece::read(std::string_view bytes,
                                                         const std::string& named) {
  return std::shared_ptr<const SentencePiece>(
      new SentencePiece(read_sentencepiece_model(bytes, named), named));
}

int SentencePiece::id_of(std::string_view part) const {
  if (const auto found = reserved_.find(part); found != reserved_.end()) return found->second;
  const auto found = ids_.find(part);
  return found == ids_.end() ? special_.unknown : found->second;
}

SentencePiece::Word SentencePiece::cut(std::string_view text, float& before) const {
  Word word;
  bool unknown = false, first = true;
  const auto add_part = [&](std::string_view part, int id) {
    const bool is_unknown = id == special_.unknown;
    if (is_unknown && !bytes_.empty()) {
      for (const char byte : part) word.ids.push_back(bytes_[static_cast<unsigned char>(byte)]);
    } else if (!(is_unknown && unknown)) {  // a run of what is unknown is one
      word.ids.push_back(id);
    }
    unknown = is_unknown;
    if (std::exchange(first, false)) word.begins_unknown = is_unknown;
  };
  if (unigram_) {
    word.sure = unigram_->cut(text, word.parts, before);
    for (const Cut::Part& part : word.parts) {
      add_part(text.substr(part.begin, part.end - part.begin),
               part.piece == Cut::unknown ? special_.unknown : part.piece);
    }
  } else if (bpe_) {
    for (const std::string_view part : bpe_->cut(text)) add_part(part, id_of(part));
  } else if (model_.type == Type::character) {
    each_scalar(text, [&](const Scalar& c) { add_part(c.bytes, id_of(c.bytes)); });
  } else {
    add_part(text, id_of(text));
  }
  word.ends_unknown = unknown;
  return word;
}

const SentencePiece::Word& SentencePiece::cut_before(std::string_view text) const {
  constexpr std::size_t most_kept = 1 << 18, longest_kept = 64;
  float before = 0;
  if (text.size() > longest_kept) return long_word_ = cut(text, before);
  if (const auto found = words_.find(text); found != words_.end()) return found->second;
  if (words_.size() >= most_kept) words_.clear();
  return words_.emplace(text, cut(text, before)).first->second;
}

void SentencePiece::add(std::vector<int>& ids, bool& unknown, const Word& word) const {
  const bool joins = unknown && word.begins_unknown && bytes_.empty();
  ids.insert(ids.end(), word.ids.begin() + (joins ? 1 : 0), word.ids.end());
  unknown = word.ends_unknown;
}

void SentencePiece::encode_normal(std::string_view normal, bool remember,
                                  std::vector<int>& ids) const {
  const bool apart = words_apart_ || model_.type == Type::word;
  float before = 0;        // the score of what lies before the word, which counts where it is close
  std::size_t summed = 0;  // up to which byte that was taken
  bool unknown = false;
  for (std::size_t begin = 0; begin < normal.size();) {
    const std::size_t end =
        apart ? std::min(normal.find(SpaceNormalizer::space, begin + 1), normal.size())
              : normal.size();
    const std::string_view text = normal.substr(begin, end - begin);
    if (!remember || !apart) {
      add(ids, unknown, cut(text, before));
    } else if (const Word& word = cut_before(text); word.sure) {
      add(ids, unknown, word);
    } else {
      // Sum up the words since the last time that it was asked for.
      while (summed < begin) {
        const std::size_t next = std::min(normal.find(SpaceNormalizer::space, summed + 1), begin);
        before = unigram_->behind(cut_before(normal.substr(summed, next - summed)).parts, before);
        summed = next;
      }
      add(ids, unknown, cut(text, before));
      summed = end;
    }
    begin = end;
  }
}

std::vector<int> SentencePiece::encode_unlimited(std::string_view text) const {
  check_utf8(text);
  std::string normal;
  normalizer_.apply(text, normal);
  std::vector<int> ids;
  // Beyond that the sums' last bits are too coarse for what was cut before.
  constexpr std::size_t longest_sum = 1 << 14;
  const std::unique_lock lock(words_lock_, std::try_to_lock);
  encode_normal(normal, lock.owns_lock() && normal.size() < longest_sum, ids);
  return ids;
}

std::vector<int> SentencePiece::encode(std::string_view text) const {
  check_text(text);
  return encode_unlimited(text);
}

std::vector<std::string> SentencePiece::split(std::string_view text) const {
  std::vector<std::string> texts;
  for (const int id : encode(text)) texts.push_back(pieces()[static_cast<std::size_t>(id)]);
  return texts;
}

std::string SentencePiece::decode(std::span<const int> ids) const {
  std::string bytes;
  for (const int id : ids) {
    check_id(id);
    const auto& piece = model_.pieces[static_cast<std::size_t>(id)];
    const auto byte = std::ranges::find(bytes_, id);
    if (byte != bytes_.end()) {
      bytes += static_cast<char>(byte - bytes_.begin());
    } else if (piece.kind == Kind::unknown) {
      bytes += " \u2047 ";
    } else if (piece.kind != Kind::control) {
      bytes += piece.text;
    }
  }
  std::string text = whole_characters(bytes);
  for (std::size_t at = 0; (at = text.find(SpaceNormalizer::space, at)) != std::string::npos;) {
    text.replace(at, SpaceNormalizer::space.size(), " ");
  }
  if (model_.dummy_prefix && !model_.space_behind && text.starts_with(' ')) text.erase(0, 1);
  if (model_.dummy_prefix && model_.space_behind && text.ends_with(' ')) text.pop_back();
  return text;
}

std::string SentencePiece::to_json() const {
  return fmt::format("{{\"type\": \"{}\", \"model\": \"{}\"}}", type,
                     base64(sentencepiece_model_bytes(model_)));
}

TokenizerPtr SentencePiece::from_json(const JsonObject& object) {
  const Json::Value model = object.at("model", Json::Kind::string);
  const auto bytes = base64_bytes(model.string());
  if (!bytes) model.fail("is not base64");
  return read(*bytes, "tokenizer");
}

}  // namespace glassformer
