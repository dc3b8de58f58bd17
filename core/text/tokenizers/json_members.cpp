#include "core/text/tokenizers/json_members.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_set>

#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

namespace {

using Value = Json::Value;

int read_id(Value number, int first, std::size_t below) {
  if (!number.is(Json::Kind::number) || number.number() != std::floor(number.number()) ||
      number.number() < first || number.number() >= static_cast<double>(below)) {
    number.fail(fmt::format("must be the number of an earlier piece, {} to {}, not {}", first,
                            below - 1, number.described()));
  }
  return static_cast<int>(number.number());
}

}  // namespace

std::vector<std::string> json_pieces(Value list) {
  std::vector<std::string> pieces;
  std::unordered_set<std::string_view> known;
  list.each([&](Value piece) {
    if (!piece.is(Json::Kind::string) || piece.string().empty()) {
      piece.fail("must be a text of at least one character, not " + piece.described());
    }
    if (!known.insert(piece.string()).second) {
      piece.fail(piece.described() + " is there already; each piece stands once");
    }
    if (pieces.size() == Tokenizer::max_pieces) {
      piece.fail(fmt::format("there are more than {} pieces", int{Tokenizer::max_pieces}));
    }
    pieces.emplace_back(piece.string());
  });
  return pieces;
}

std::vector<std::pair<int, int>> json_merges(Value list, const std::vector<std::string>& pieces,
                                             int first) {
  const std::size_t count = list.size();
  if (count + static_cast<std::size_t>(first) >= pieces.size()) {
    list.fail(fmt::format("{} merges need more than {} pieces", count, pieces.size()));
  }
  std::vector<std::pair<int, int>> merges;
  list.each([&](Value pair) {
    if (!pair.is(Json::Kind::array) || pair.size() != 2) {
      pair.fail("must be two piece numbers, not " + pair.described());
    }
    const std::size_t made = pieces.size() - count + merges.size();
    const int left = read_id(pair[0], first, made), right = read_id(pair[1], first, made);
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

std::vector<std::pair<std::string, std::string>> json_byte_merges(Value list) {
  std::vector<std::pair<std::string, std::string>> merges;
  list.each([&](Value pair) {
    const bool two = pair.is(Json::Kind::array) && pair.size() == 2 &&
                     pair[0].is(Json::Kind::string) && pair[1].is(Json::Kind::string);
    const std::string_view line = pair.is(Json::Kind::string) ? pair.string() : "";
    const std::size_t space = line.find(' ');
    if (!two && space == std::string_view::npos) {
      pair.fail("must be two pieces with a space between them, not " + pair.described());
    }
    if (two) {
      merges.emplace_back(pair[0].string(), pair[1].string());
    } else {
      merges.emplace_back(line.substr(0, space), line.substr(space + 1));
    }
  });
  return merges;
}

std::string merges_as_json(const std::vector<std::pair<int, int>>& merges) {
  std::string text = "[";
  for (std::size_t i = 0; i < merges.size(); ++i) {
    text += fmt::format("{}[{}, {}]", i > 0 ? ", " : "", merges[i].first, merges[i].second);
  }
  return text + "]";
}

std::string pieces_as_json(const std::vector<std::string>& pieces) {
  std::string text = "[";
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    text += (i > 0 ? ", " : "") + json_string(pieces[i]);
  }
  return text + "]";
}

}  // namespace glassformer
