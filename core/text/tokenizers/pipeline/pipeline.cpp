#include "core/text/tokenizers/pipeline/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/text/tokenizers/byte_bpe.h"
#include "core/text/tokenizers/pipeline/byte_level.h"
#include "core/text/tokenizers/pipeline/frame.h"

namespace glassformer {

namespace {

// The value of a key that may be missing or null: then null.
template <class Made>
Made read_part(const JsonObject& root, std::string_view key, Made (*read)(Json::Value)) {
  static const Json nothing = Json::parse("null", "");
  const auto found = root.find(key);
  return read(found ? *found : nothing.root());
}

// A JSON text without the white space between its signs.
std::string compact(std::string_view json) {
  std::string made;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string && c == '\\' && i + 1 < json.size()) {
      made.append({c, json[++i]});
      continue;
    }
    if (c == '"') in_string = !in_string;
    if (in_string || (c != ' ' && c != '\t' && c != '\n' && c != '\r')) made += c;
  }
  return made;
}

std::string kind_of(const JsonObject& model, bool bytes) {
  const std::string type = model.text("type", "");
  if (type == "WordPiece") return "word_piece";
  if (type == "Unigram" || type == "BPE")
    return type == "BPE" ? bytes ? "byte_bpe" : "bpe" : "unigram";
  return type == "WordLevel" ? "word_level" : "pieces";
}

}  // namespace

struct Pipeline::Parts {
  std::string file, kind;
  std::vector<std::string> written, shown;
  Normalizer normalizer;
  PreTokenizer pre_tokenizer;
  PieceModelPtr model;
  std::optional<AddedTokens> added;
  TokenDecoder decoder;
  Frame frame;
};

Pipeline::Pipeline(Parts parts)
    : Tokenizer(std::move(parts.shown)),
      file_(std::move(parts.file)),
      kind_(std::move(parts.kind)),
      written_(std::move(parts.written)),
      normalizer_(std::move(parts.normalizer)),
      pre_tokenizer_(std::move(parts.pre_tokenizer)),
      model_(std::move(parts.model)),
      added_(std::move(*parts.added)),
      decoder_(std::move(parts.decoder)),
      frame_(std::move(parts.frame)),
      hidden_(written_.size()) {
  const auto named = [&](std::initializer_list<const char*> names) {
    for (const char* const name : names) {
      for (const AddedToken& token : added_.all()) {
        if (token.text == name) return token.id;
      }
      // Any other kind may have learned such a piece from a text.
      if (const int found = model_->id(name); found >= 0 && kind_ == "word_piece") return found;
    }
    return -1;
  };
  const int end_of_text = named({"<|endoftext|>"});
  special_.unknown = model_->unknown();
  special_.padding = named({"[PAD]", "<pad>", "<|pad|>"});
  special_.mask = named({"[MASK]", "<mask>"});
  special_.begin =
      !frame_.before.empty() ? frame_.before.front() : named({"<|begin_of_text|>", "<s>", "[CLS]"});
  special_.end = !frame_.after.empty()
                     ? frame_.after.back()
                     : named({"<|end_of_text|>", "<|endoftext|>", "</s>", "[SEP]"});
  if (special_.begin < 0) special_.begin = end_of_text;  // GPT-2 has one mark for both
  for (const AddedToken& token : added_.all()) {
    if (token.special) hidden_[static_cast<std::size_t>(token.id)] = true;
  }
  for (const int id : {special_.begin, special_.end, special_.padding}) {
    if (id >= 0) hidden_[static_cast<std::size_t>(id)] = true;
  }
  if (special_.unknown >= 0) hidden_[static_cast<std::size_t>(special_.unknown)] = false;
}

std::shared_ptr<const Pipeline> Pipeline::read(std::string_view text, const std::string& named) {
  const Json json = Json::parse(text, named);
  const JsonObject root(json.root()), model(root.at("model", Json::Kind::object));
  Parts parts;
  parts.file = compact(text);
  parts.normalizer = read_part(root, "normalizer", read_normalizer);
  parts.pre_tokenizer = read_part(root, "pre_tokenizer", read_pre_tokenizer);
  parts.model = read_piece_model(model);
  parts.added.emplace(root, parts.normalizer);
  parts.decoder = read_part(root, "decoder", read_token_decoder);
  parts.frame = read_part(root, "post_processor", read_frame);
  const auto place = [&](const std::string& piece, int id) {
    const auto at = static_cast<std::size_t>(id);
    if (at >= parts.written.size()) parts.written.resize(at + 1);
    if (!parts.written[at].empty() && parts.written[at] != piece) {
      model.value().fail(fmt::format("gives both {} and {} the id {}",
                                     json_string(excerpt(parts.written[at], 40)),
                                     json_string(excerpt(piece, 40)), id));
    }
    parts.written[at] = piece;
  };
  for (const auto& [piece, id] : parts.model->ids()) place(piece, id);
  for (const AddedToken& token : parts.added->all()) {
    const int known = parts.model->id(token.text);
    if (known >= 0 && known != token.id) {
      model.value().fail(fmt::format("gives {} the id {}, and \"added_tokens\" {}",
                                     json_string(excerpt(token.text, 40)), known, token.id));
    }
    place(token.text, token.id);
  }
  for (const std::vector<int>* const ids : {&parts.frame.before, &parts.frame.after}) {
    for (const int id : *ids) {
      if (static_cast<std::size_t>(id) < parts.written.size()) continue;
      root.find("post_processor")
          ->fail(fmt::format("adds the piece {}, but there are only {}", id, parts.written.size()));
    }
  }
  const bool bytes = ByteBpe::has_all_bytes(parts.written);
  parts.kind = kind_of(model, bytes);
  for (const std::string& piece : parts.written) {
    parts.shown.push_back(readable_bytes(bytes ? bytes_of_letters(piece) : piece));
  }
  return std::shared_ptr<const Pipeline>(new Pipeline(std::move(parts)));
}

std::string Pipeline::written(int id) const {
  check_id(id);
  return written_[static_cast<std::size_t>(id)];
}

std::vector<SpecialText> Pipeline::special_texts() const {
  std::vector<SpecialText> found;
  for (const AddedToken& token : added_.all()) {
    if (token.special) found.push_back({token.text, token.id});
  }
  return found;
}

void Pipeline::cut(const std::string& stretch, std::vector<int>& ids) const {
  constexpr std::size_t most_kept = 1 << 16, longest_kept = 128;
  const std::unique_lock lock(cut_before_lock_, std::try_to_lock);
  if (!lock || stretch.size() > longest_kept) return model_->cut(stretch, ids);
  auto found = cut_before_.find(stretch);
  if (found == cut_before_.end()) {
    if (cut_before_.size() == most_kept) cut_before_.clear();
    std::vector<int> made;
    model_->cut(stretch, made);
    found = cut_before_.emplace(stretch, std::move(made)).first;
  }
  ids.insert(ids.end(), found->second.begin(), found->second.end());
}

void Pipeline::encode_between(std::string_view text, bool first, bool special,
                              std::vector<int>& ids) const {
  const std::string normal = normalizer_(std::string(text));
  for (const AddedStretch& part : added_.stretches(normal, true, special)) {
    if (part.id >= 0) {
      ids.push_back(part.id);
      continue;
    }
    std::vector<TextStretch> stretches{
        {normal.substr(part.begin, part.end - part.begin), first && part.begin == 0}};
    pre_tokenizer_(stretches);
    for (const TextStretch& stretch : stretches) cut(stretch.text, ids);
  }
}

std::vector<int> Pipeline::encode_whole(std::string_view text, SpelledOut spelled) const {
  check_utf8(text);
  const bool special = spelled == SpelledOut::one_piece;
  std::vector<int> ids;
  for (const AddedStretch& part : added_.stretches(text, false, special)) {
    if (part.id >= 0) {
      ids.push_back(part.id);
    } else {
      encode_between(text.substr(part.begin, part.end - part.begin), part.begin == 0, special, ids);
    }
  }
  return ids;
}

std::vector<int> Pipeline::encode(std::string_view text) const {
  check_text(text);
  return encode_whole(text, SpelledOut::text);
}

std::vector<std::string> Pipeline::split(std::string_view text) const {
  std::vector<std::string> texts;
  for (const int id : encode(text)) texts.push_back(pieces()[static_cast<std::size_t>(id)]);
  return texts;
}

std::string Pipeline::decode(std::span<const int> ids) const {
  std::vector<std::string> texts;
  for (const int id : ids) {
    check_id(id);
    const auto at = static_cast<std::size_t>(id);
    if (!hidden_[at]) texts.push_back(written_[at]);
  }
  decoder_(texts);
  std::string text;
  for (const std::string& part : texts) text += part;
  return text;
}

std::string Pipeline::to_json() const {
  return fmt::format("{{\"type\": \"{}\", \"file\": {}}}", type, json_string(file_));
}

TokenizerPtr Pipeline::from_json(const JsonObject& object) {
  return read(object.at("file", Json::Kind::string).string(), "tokenizer.json");
}

}  // namespace glassformer
