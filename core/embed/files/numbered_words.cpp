#include "core/embed/files/numbered_words.h"

#include <algorithm>
#include <utility>

#include "core/embed/files/vector_collector.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

std::size_t rows_not_finite(const Rows& rows) {
  std::size_t count = 0;
  for (std::size_t r = 0; r < rows.count(); ++r) count += any_not_finite(rows[r]) ? 1 : 0;
  return count;
}

Rows only(const Rows& rows, const std::vector<std::size_t>& kept) {
  if (rows.empty()) return {};
  RowsBuilder some(kept.size(), rows.dim());
  for (std::size_t r = 0; r < kept.size(); ++r) {
    std::copy_n(rows[kept[r]].data(), rows.dim(), some[r].data());
  }
  return some.finish();
}

}  // namespace

WordVectors numbered(Rows rows, std::string origin) {
  WordVectors made;
  for (std::size_t r = 0; r < rows.count(); ++r) made.words.add(std::to_string(r));
  made.origin = std::move(origin);
  made.warning = joined({"no list of words was given, so the words are the numbers of the rows",
                         about_not_finite(rows_not_finite(rows))});
  made.vectors = std::move(rows);
  return made;
}

void rename(WordVectors& vectors, const std::vector<std::string>& words,
            const std::vector<std::uint64_t>& counts, const std::vector<std::string>& groups,
            const std::vector<WordColumn>& columns) {
  std::vector<std::size_t> kept;
  WordList list;
  std::size_t broken = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!list.add(words[i]).fresh) continue;
    kept.push_back(i);
    if (broken_utf8(words[i]) != std::string_view::npos) ++broken;
  }
  const std::size_t duplicates = words.size() - kept.size();
  if (duplicates > 0) {
    vectors.vectors = only(vectors.vectors, kept);
    vectors.outputs = only(vectors.outputs, kept);
  }
  vectors.words = std::move(list);
  vectors.counts.clear();
  vectors.groups.clear();
  vectors.columns.clear();
  for (const std::size_t i : kept) {
    if (!counts.empty()) vectors.counts.push_back(counts[i]);
    if (!groups.empty()) vectors.groups.push_back(groups[i]);
  }
  for (const WordColumn& column : columns) {
    WordColumn& own = vectors.columns.emplace_back();
    own.name = column.name;
    for (const std::size_t i : kept) own.cells.push_back(column.cells[i]);
  }
  vectors.warning = joined({about_duplicates(duplicates), about_broken(broken),
                            about_not_finite(rows_not_finite(vectors.vectors))});
}

}  // namespace glassformer
