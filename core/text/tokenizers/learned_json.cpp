#include <fmt/format.h>

#include <array>

#include "core/tensor/error.h"
#include "core/text/tokenizers/json_members.h"
#include "core/text/tokenizers/learned.h"

namespace glassformer {

namespace {

using Kind = LearnedTokenizer::Kind;

Kind read_kind(Json::Value type) {
  for (const Kind kind : {Kind::word, Kind::character, Kind::bpe}) {
    if (type.string() == name(kind)) return kind;
  }
  type.fail(
      "must be \"word\", \"character\", \"character_table\", \"bpe\", \"byte_bpe\" or "
      "\"word_piece\", not " +
      type.described());
}

std::vector<std::string> read_pieces(Json::Value list) {
  constexpr std::array<std::string_view, LearnedTokenizer::specials> specials{"<pad>", "<s>",
                                                                              "</s>", "<unk>"};
  std::vector<std::string> pieces = json_pieces(list);
  for (std::size_t i = 0; i < std::min(specials.size(), pieces.size()); ++i) {
    if (pieces[i] == specials[i]) continue;
    list[i].fail(fmt::format("must be \"{}\": the first four pieces are <pad>, <s>, </s>, <unk>",
                             specials[i]));
  }
  if (pieces.size() <= specials.size()) {
    list.fail("holds no pieces besides the special ones; a vocabulary needs at least one");
  }
  return pieces;
}

}  // namespace

std::string LearnedTokenizer::to_json() const {
  std::string text =
      fmt::format("{{\"type\": \"{}\", \"pieces\": {}", name(kind_), pieces_as_json(pieces()));
  if (kind_ == Kind::bpe) text += ", \"merges\": " + merges_as_json(merges_);
  return text + "}";
}

LearnedTokenizer LearnedTokenizer::from_json(const JsonObject& object) {
  const Kind kind = read_kind(object.at("type", Json::Kind::string));
  std::vector<std::string> pieces = read_pieces(object.at("pieces", Json::Kind::array));
  std::vector<std::pair<int, int>> merges;
  if (kind == Kind::bpe) {
    merges = json_merges(object.at("merges", Json::Kind::array), pieces, specials);
  }
  return {kind, std::move(pieces), std::move(merges)};
}

}  // namespace glassformer
