#include "core/text/corpus/sentences.h"

#include <algorithm>
#include <string_view>

#include "core/text/table.h"

namespace glassformer::corpus {

namespace {

bool is_vowel(char c) {
  return std::string_view("aeiou").find(c) != std::string_view::npos;
}

// Whether the row knows all that the pattern asks for.
bool complete(const std::vector<Choices>& row, const std::vector<int>& columns) {
  return std::none_of(columns.begin(), columns.end(), [&](int column) {
    return column >= 0 && row[static_cast<std::size_t>(column)].empty();
  });
}

const std::string& one_of(const Choices& texts, Rng& rng) {
  return texts[static_cast<std::size_t>(rng.below(static_cast<int>(texts.size())))];
}

}  // namespace

SentenceMaker::SentenceMaker(const Facts& facts) {
  std::uint64_t end = 0;
  for (const Pattern& pattern : facts.patterns) {
    const FactTable& table = facts.table(pattern.table);
    shapes_.push_back(shape_of(pattern, table, facts));
    std::vector<int> columns;
    for (const Piece& piece : shapes_.back().pieces) columns.push_back(piece.column);
    for (const auto& row : table.rows) {
      if (!complete(row, columns)) continue;
      end += static_cast<std::uint64_t>(pattern.weight);
      draws_.push_back({end, shapes_.size() - 1, &row});
    }
  }
}

SentenceMaker::Shape SentenceMaker::shape_of(const Pattern& pattern, const FactTable& table,
                                             const Facts& facts) {
  Shape shape;
  std::string_view rest = pattern.sentence;
  const auto own = [&](Choices texts) {
    shape.pieces.push_back({own_texts_.emplace_back(std::make_unique<Choices>(texts)).get(), -1});
  };
  while (!rest.empty()) {
    const std::size_t at = std::min(rest.find_first_of("{("), rest.size());
    if (at > 0) own({std::string(rest.substr(0, at))});
    rest.remove_prefix(at);
    if (rest.empty()) break;
    const std::size_t end = rest.find(rest[0] == '{' ? '}' : ')');
    const std::string_view inside = rest.substr(1, end - 1);
    if (rest[0] == '(') {
      own(split_at(inside, '|'));
    } else if (const int column = table.column(inside); column >= 0) {
      shape.pieces.push_back({nullptr, column});
    } else {
      shape.pieces.push_back({&facts.lists.find(inside)->second, -1});
    }
    rest.remove_prefix(std::min(end, rest.size() - 1) + 1);
  }
  return shape;
}

void SentenceMaker::append(std::string& text, Rng& rng) const {
  const std::uint64_t at = rng.next() % draws_.back().end;
  const auto draw = std::upper_bound(draws_.begin(), draws_.end(), at,
                                     [](std::uint64_t n, const Draw& d) { return n < d.end; });
  const std::size_t begin = text.size();
  for (const Piece& piece : shapes_[draw->shape].pieces) {
    const Choices& texts = piece.texts != nullptr
                               ? *piece.texts
                               : (*draw->row)[static_cast<std::size_t>(piece.column)];
    const std::string& next = one_of(texts, rng);
    // "a" before a vowel is "an"
    const std::string_view so_far = std::string_view(text).substr(begin);
    const bool article = so_far == "a " || so_far.ends_with(" a ");
    if (article && is_vowel(next[0])) text.insert(text.size() - 1, "n");
    text += next;
  }
}

}  // namespace glassformer::corpus
