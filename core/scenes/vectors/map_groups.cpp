#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/embed/vectors/folded_words.h"
#include "core/project/resultant.h"
#include "core/scenes/options.h"
#include "core/scenes/vectors/map_parts.h"
#include "core/text/function_words.h"
#include "core/text/unicode.h"
#include "core/text/word_list.h"

namespace glassformer {

namespace {

float length_of(std::span<const float> v) {
  double squares = 0;
  for (const float x : v) squares += static_cast<double>(x) * static_cast<double>(x);
  return static_cast<float>(std::sqrt(squares));
}

}  // namespace

std::vector<MapGroup> groups_on_map(const WordVectors& vectors, const Rows& rows) {
  std::map<std::string, std::vector<int>> members;
  const std::size_t words = std::min(rows.count(), vectors.groups.size());
  for (std::size_t w = 0; w < words; ++w) {
    if (!vectors.groups[w].empty()) members[vectors.groups[w]].push_back(static_cast<int>(w));
  }
  std::vector<MapGroup> groups;
  for (const auto& [name, ids] : members) {
    groups.push_back({name, ids.size(), mean_direction(rows, ids), 100 * ids.size() >= words});
  }
  std::stable_sort(groups.begin(), groups.end(), [](const MapGroup& a, const MapGroup& b) {
    if (a.large != b.large) return a.large;
    return a.large ? length_of(a.mean) > length_of(b.mean) : a.words > b.words;
  });
  return groups;
}

NamingOrder content_words_first(const WordVectors& vectors, std::size_t words) {
  std::vector<int> order, function_words;
  for (std::size_t w = 0; w < std::min(words, vectors.words.size()); ++w) {
    const std::string_view word = vectors.words[w];
    (is_function_word(folded(word)) || is_punctuation(word) ? function_words : order)
        .push_back(static_cast<int>(w));
  }
  const std::size_t content = order.size();
  order.insert(order.end(), function_words.begin(), function_words.end());
  return {std::move(order), content};
}

WordMapRecord::Groups record_groups(const Inputs& inputs, const MapSetup& setup, Run& run) {
  WordMapRecord::Groups made;
  const std::vector<MapGroup>& groups = setup.ground->groups;
  if (groups.empty()) return made;
  const auto at = [&](std::string_view name) {
    const auto found = std::find_if(groups.begin(), groups.end(),
                                    [&](const MapGroup& group) { return group.name == name; });
    return static_cast<std::size_t>(found - groups.begin());
  };
  std::size_t next = 0;  // behind the last that is in colour
  std::string unknown, wanted = text(inputs, "map_groups");
  if (!wanted.empty()) wanted += ",";  // one name may have a space in it
  for (const std::string& name : listed_words(wanted)) {
    const std::size_t place = at(name);
    if (place == groups.size()) {
      unknown += (unknown.empty() ? "" : ", ") + name;
    } else if (made.chosen.size() < WordMapRecord::Groups::max &&
               std::find(made.chosen.begin(), made.chosen.end(), name) == made.chosen.end()) {
      made.chosen.push_back(name);
      next = std::max(next, place + 1);
    }
  }
  if (!unknown.empty()) {
    run.notes.push_back(fmt::format("no word on the map is of a group called so: {}", unknown));
  }
  if (made.chosen.empty()) {
    next = std::min(WordMapRecord::Groups::max, groups.size());
    for (std::size_t g = 0; g < next; ++g) made.chosen.push_back(groups[g].name);
  }
  made.others = groups.size() - made.chosen.size();
  for (std::size_t i = 0; i < std::min(WordMapRecord::Groups::max, made.others); ++i) {
    const std::string& name = groups[(next + i) % groups.size()].name;
    made.next += (made.next.empty() ? "" : ", ") + name;
  }
  const std::string alone = text(inputs, "map_group");
  if (at(alone) < groups.size()) {
    made.lit = alone;
  } else if (!alone.empty()) {
    run.notes.push_back(fmt::format("\"{}\" is none of the {} groups", alone, groups.size()));
  }

  Tape& tape = run.tape;
  const Tape::Scope scope(tape, WordMapRecord::Groups::scope);
  Axis names{"group", {}, -1};
  Mat means(static_cast<int>(groups.size()), static_cast<int>(setup.ground->rows.dim()));
  for (std::size_t g = 0; g < groups.size(); ++g) {
    names.labels.push_back(groups[g].name);
    std::copy(groups[g].mean.begin(), groups[g].mean.end(), means.row(static_cast<int>(g)).begin());
  }
  const Part mean = put(tape, std::move(means),
                        {"mean", "\\bar{u}", Role::key, names, setup.dims,
                         all_cells("The mean of this dimension over the group's words, each "
                                   "vector divided by its length first.")});
  const Part none = zeros(tape, {1, mean.shape().cols});
  made.together = distance(none, mean).as("together", "\\| \\bar{u} \\|", Role::score);
  return made;
}

}  // namespace glassformer
