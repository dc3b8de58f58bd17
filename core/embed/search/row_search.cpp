#include "core/embed/search/row_search.h"

#include <utility>

#include "core/tensor/device_mat.h"

namespace glassformer {

namespace {

thread_local RowSearchesPtr searches;
thread_local std::string failure;

// Of rows about as near as the last, in the search's rounding.
constexpr std::size_t more = 16;

}  // namespace

std::vector<int> nearest_by(RowSearch& search, std::span<const float> query, std::size_t k,
                            Nearness nearness, std::size_t first) {
  const std::vector<std::vector<float>> asked{
      nearness == Nearness::cosine ? unit(query) : std::vector<float>(query.begin(), query.end())};
  return search.nearest(asked, k + more, nearness, first).front();
}

SearchWith::SearchWith(RowSearchesPtr with)
    : before_(std::exchange(searches, std::move(with))),
      failure_before_(std::exchange(failure, {})) {}

SearchWith::~SearchWith() {
  searches = std::move(before_);
  failure = std::move(failure_before_);
}

const std::string& search_failure() {
  return failure;
}

std::optional<std::vector<int>> found_elsewhere(const Rows& rows, std::span<const float> query,
                                                std::size_t k, Nearness nearness,
                                                std::size_t first) {
  if (!searches) return std::nullopt;
  try {
    const RowSearchPtr search = searches->of(rows);
    if (!search) return std::nullopt;
    return nearest_by(*search, query, k, nearness, first);
  } catch (const DeviceError& error) {
    failure = error.what();
    searches->give_up();
    searches.reset();  // the processor answers, to the last bit the same, and what comes after too
    return std::nullopt;
  }
}

}  // namespace glassformer
