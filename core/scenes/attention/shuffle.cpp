#include "core/scenes/attention/shuffle.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/nn/axes.h"
#include "core/scenes/other_than_asked.h"
#include "core/scenes/part.h"

namespace glassformer {

std::vector<int> take_order(const Inputs& inputs, Run& run, int count) {
  std::vector<int> wanted(static_cast<std::size_t>(count));
  std::iota(wanted.rbegin(), wanted.rend(), 0);
  if (inputs.order.empty()) return wanted;
  std::vector<int> sorted = inputs.order;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> all(wanted.rbegin(), wanted.rend());
  if (sorted == all) return inputs.order;
  tell_other(run,
             fmt::format("the chosen order is none of {} tokens, so they are reversed: shuffle "
                         "again",
                         count));
  return wanted;
}

Var name_permutation(Tape& tape, const std::vector<int>& order, const Axis& places,
                     const Axis& tokens) {
  const int n = static_cast<int>(order.size());
  Mat p(n, n);
  for (int i = 0; i < n; ++i) p(i, order[static_cast<std::size_t>(i)]) = 1;
  return put(tape, std::move(p),
             {"p", "P", Role::plain, as("position", places), tokens,
              all_cells("1 where the word of this column moves to the position of this row.")});
}

Axis shuffled_tokens(Run& run, const std::vector<int>& order) {
  if (!run.tokens[0].empty()) {
    for (const int i : order) {
      run.tokens[1].push_back(run.tokens[0][static_cast<std::size_t>(i)]);
    }
  }
  return {"token", run.tokens[1], 1};
}

}  // namespace glassformer
