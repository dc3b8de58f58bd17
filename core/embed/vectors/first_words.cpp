#include "core/embed/vectors/first_words.h"

#include <algorithm>

namespace glassformer {

namespace {

template <class List>
List first_of(const List& list, std::size_t count) {
  const std::size_t kept = std::min(count, list.size());
  return List(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(kept));
}

}  // namespace

WordVectors first_words(const WordVectors& all, std::size_t count) {
  WordVectors some;
  RowsBuilder rows(std::min(count, all.words.size()), all.dim());
  for (std::size_t w = 0; w < rows.count(); ++w) {
    some.words.add(all.words[w]);
    std::copy(all.vectors[w].begin(), all.vectors[w].end(), rows[w].begin());
  }
  some.vectors = rows.finish();
  some.counts = first_of(all.counts, count);
  some.groups = first_of(all.groups, count);
  some.group_name = all.group_name;
  some.origin = all.origin;
  some.warning = all.warning;
  return some;
}

}  // namespace glassformer
