#include <fmt/format.h>

#include <cmath>
#include <unordered_set>

#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/text/bpe.h"
#include "core/text/tokenizer.h"

namespace glassformer {

namespace {

using Value = Json::Value;

// The member of that name, which must be of that kind.
Value member(Value object, std::string_view key, Json::Kind kind, const std::string& kind_name) {
  const Value* found = nullptr;
  Value place = object;
  object.each_member([&](std::string_view k, Value v) {
    if (k != key) return;
    place = v;
    found = &place;
  });
  if (found == nullptr) object.fail(fmt::format("\"{}\" is missing, {}", key, kind_name));
  if (!found->is(kind))
    found->fail(fmt::format("must be {}, not {}", kind_name, found->described()));
  return *found;
}

Tokenizer::Kind read_kind(Value type) {
  using Kind = Tokenizer::Kind;
  for (const Kind kind : {Kind::word, Kind::character, Kind::bpe}) {
    if (type.string() == name(kind)) return kind;
  }
  type.fail("must be \"word\", \"character\" or \"bpe\", not " + type.described());
}

std::vector<std::string> read_pieces(Value list) {
  constexpr std::string_view specials[] = {"<pad>", "<s>", "</s>", "<unk>"};
  std::vector<std::string> pieces;
  std::unordered_set<std::string_view> known;
  list.each([&](Value piece) {
    if (!piece.is(Json::Kind::string) || piece.string().empty()) {
      piece.fail("must be a text of at least one character, not " + piece.described());
    }
    if (pieces.size() < Tokenizer::specials && piece.string() != specials[pieces.size()]) {
      piece.fail(fmt::format("must be \"{}\": the first four pieces are <pad>, <s>, </s>, <unk>",
                             specials[pieces.size()]));
    }
    if (!known.insert(piece.string()).second) {
      piece.fail(piece.described() + " is there already; each piece stands once");
    }
    if (pieces.size() == Tokenizer::most_pieces) {
      piece.fail(fmt::format("there are more than {} pieces", Tokenizer::most_pieces));
    }
    pieces.emplace_back(piece.string());
  });
  if (pieces.size() <= Tokenizer::specials) {
    list.fail("holds no pieces besides the special ones; a vocabulary needs at least one");
  }
  return pieces;
}

int read_id(Value number, std::size_t below) {
  if (!number.is(Json::Kind::number) || number.number() != std::floor(number.number()) ||
      number.number() < Tokenizer::specials || number.number() >= static_cast<double>(below)) {
    number.fail(fmt::format("must be the number of an earlier piece, {} to {}, not {}",
                            int{Tokenizer::specials}, below - 1, number.described()));
  }
  return static_cast<int>(number.number());
}

// Merge k makes piece number (pieces − merges + k) out of two earlier ones.
std::vector<std::pair<int, int>> read_merges(Value list, const std::vector<std::string>& pieces) {
  const std::size_t count = list.size();
  if (count + Tokenizer::specials >= pieces.size()) {
    list.fail(fmt::format("{} merges need more than {} pieces", count, pieces.size()));
  }
  std::vector<std::pair<int, int>> merges;
  list.each([&](Value pair) {
    if (!pair.is(Json::Kind::array) || pair.size() != 2) {
      pair.fail("must be two piece numbers, not " + pair.described());
    }
    const std::size_t made = pieces.size() - count + merges.size();
    const int left = read_id(pair[0], made), right = read_id(pair[1], made);
    const std::string text =
        pieces[static_cast<std::size_t>(left)] + pieces[static_cast<std::size_t>(right)];
    if (text != pieces[made]) {
      pair.fail(fmt::format("makes {}, but piece {} is {}", json_string(excerpt(text, 40)), made,
                            json_string(excerpt(pieces[made], 40))));
    }
    merges.emplace_back(left, right);
  });
  return merges;
}

}  // namespace

std::string Tokenizer::to_json() const {
  std::string text = fmt::format("{{\"type\": \"{}\", \"pieces\": [", name(kind_));
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (i > 0) text += ", ";
    text += json_string(pieces_[i]);
  }
  text += "]";
  if (kind_ == Kind::bpe) {
    text += ", \"merges\": [";
    for (std::size_t i = 0; i < merges_.size(); ++i) {
      text += fmt::format("{}[{}, {}]", i > 0 ? ", " : "", merges_[i].first, merges_[i].second);
    }
    text += "]";
  }
  return text + "}";
}

Tokenizer Tokenizer::from_json(std::string_view json, std::string_view named) {
  const Json document = Json::parse(json, std::string(named));
  const Value root = document.root();
  if (!root.is(Json::Kind::object)) root.fail("must be an object, not " + root.described());
  const Kind kind = read_kind(member(root, "type", Json::Kind::string, "a text"));
  std::vector<std::string> pieces =
      read_pieces(member(root, "pieces", Json::Kind::array, "a list"));
  std::vector<std::pair<int, int>> merges;
  if (kind == Kind::bpe) {
    merges = read_merges(member(root, "merges", Json::Kind::array, "a list"), pieces);
  }
  return {kind, std::move(pieces), std::move(merges)};
}

}  // namespace glassformer
