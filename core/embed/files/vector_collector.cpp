#include "core/embed/files/vector_collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text/number_of.h"
#include "core/text/unicode.h"

namespace glassformer {

std::string joined(const std::vector<std::string>& warnings) {
  std::string text;
  for (const std::string& warning : warnings) {
    if (warning.empty()) continue;
    text += (text.empty() ? "" : "; ") + warning;
  }
  return text;
}

std::string about_duplicates(std::size_t count) {
  if (count == 0) return {};
  return fmt::format("{} came again and {} left out: the first of each is kept",
                     number_of(count, "word"), count == 1 ? "was" : "were");
}

std::string about_broken(std::size_t count) {
  if (count == 0) return {};
  return fmt::format("{} word{} no UTF-8 and shown with replacement marks", count,
                     count == 1 ? " is" : "s are");
}

std::string about_not_finite(std::size_t count) {
  if (count == 0) return {};
  return fmt::format("{} vector{} a number that is infinite or none at all, and never an answer",
                     count, count == 1 ? " holds" : "s hold");
}

VectorCollector::VectorCollector(std::size_t dim, std::size_t limit)
    : limit_(limit), rows_(dim), spare_(dim) {}

void VectorCollector::expect(std::uint64_t words) {
  constexpr std::uint64_t max = std::uint64_t{1} << 22;
  if (limit_ != 0) words = std::min<std::uint64_t>(words, limit_);
  words = std::min(words, max);
  words_.reserve(static_cast<std::size_t>(words), static_cast<std::size_t>(words) * 8);
}

std::span<float> VectorCollector::add(std::string_view word) {
  fresh_ = words_.add(word).fresh;
  if (!fresh_) {
    ++duplicates_;
    return spare_;
  }
  if (broken_utf8(word) != std::string_view::npos) ++broken_;
  return rows_.append();
}

void VectorCollector::check(std::span<const float> row) {
  if (fresh_ && any_not_finite(row)) ++not_finite_;
}

void VectorCollector::check_all() {
  for (std::size_t r = 0; r < rows_.count(); ++r) {
    if (any_not_finite(rows_[r])) ++not_finite_;
  }
}

WordVectors VectorCollector::finish(std::string origin) {
  warnings_.push_back(about_duplicates(duplicates_));
  warnings_.push_back(about_broken(broken_));
  warnings_.push_back(about_not_finite(not_finite_));
  WordVectors made;
  made.words = std::move(words_);
  made.vectors = rows_.finish();
  made.origin = std::move(origin);
  made.warning = joined(warnings_);
  return made;
}

}  // namespace glassformer
