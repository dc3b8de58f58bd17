#include "core/text/tokenizers/character_table.h"

#include <fmt/format.h>

#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/json_members.h"
#include "core/text/unicode.h"

namespace glassformer {

CharacterTable::CharacterTable(std::vector<std::string> pieces, Settings settings,
                               const std::string& named)
    : Tokenizer(std::move(pieces)), settings_(std::move(settings)) {
  const auto refuse = [&](const std::string& why) {
    throw UserError(fmt::format("{}: {}", named, why));
  };
  if (size() < 2) refuse("a table of characters needs at least two");
  for (const std::string& piece : this->pieces()) {
    if (broken_utf8(piece) != std::string::npos || characters(piece).size() != 1) {
      refuse(fmt::format("\"{}\" is not one character, as each entry of the table must be",
                         excerpt(piece, 20)));
    }
    if (!ids_.emplace(piece, static_cast<int>(ids_.size())).second) {
      refuse(fmt::format("the character \"{}\" stands twice in the table", piece));
    }
  }
  const auto must_hold = [&](const std::string& character, const char* what) {
    const int id = find(character);
    if (id < 0) {
      refuse(fmt::format("the {} \"{}\" is not in the table of characters", what,
                         excerpt(character, 20)));
    }
    return id;
  };
  if (!settings_.begin.empty()) begin_ = must_hold(settings_.begin, "begin mark");
  if (settings_.length < 0 || settings_.length > max_length) {
    refuse(fmt::format("texts of {} characters are not possible; at most {} are", settings_.length,
                       int{max_length}));
  }
  if (settings_.length > 0) must_hold(settings_.filler, "filler");
}

int CharacterTable::find(std::string_view character) const {
  const auto found = ids_.find(std::string(character));
  return found == ids_.end() ? -1 : found->second;
}

std::vector<int> CharacterTable::encode(std::string_view text) const {
  std::vector<int> ids;
  for (const std::string& character : split(text)) {
    const int id = find(character);
    if (id < 0 || id == begin_) {
      throw UserError(fmt::format("the model does not know the character '{}'; it knows {} others",
                                  character, size()));
    }
    ids.push_back(id);
  }
  return ids;
}

std::vector<std::string> CharacterTable::split(std::string_view text) const {
  check_text(text);
  const std::string whole = composed(text);
  const std::vector<std::string_view> all = characters(whole);
  std::vector<std::string> texts(all.begin(), all.end());
  const auto length = static_cast<std::size_t>(settings_.length);
  if (!texts.empty() && texts.size() < length) texts.resize(length, settings_.filler);
  return texts;
}

std::string CharacterTable::decode(std::span<const int> ids) const {
  std::string text;
  for (const int id : ids) {
    check_id(id);
    if (id != begin_) text += pieces()[static_cast<std::size_t>(id)];
  }
  return text;
}

std::string CharacterTable::to_json() const {
  std::string text =
      fmt::format("{{\"type\": \"{}\", \"pieces\": {}", type, pieces_as_json(pieces()));
  if (begin_ >= 0) text += ", \"begin\": " + json_string(settings_.begin);
  if (settings_.length > 0) {
    text += fmt::format(", \"length\": {}, \"filler\": {}", settings_.length,
                        json_string(settings_.filler));
  }
  return text + "}";
}

TokenizerPtr CharacterTable::from_json(const JsonObject& object) {
  return std::make_shared<const CharacterTable>(
      json_pieces(object.at("pieces", Json::Kind::array)),
      Settings{object.text("begin", ""), object.integer("length", 0), object.text("filler", "")},
      "tokenizer");
}

}  // namespace glassformer
