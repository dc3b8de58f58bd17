#include "core/grad/ops/own_keys.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/grad/number_text.h"

namespace glassformer {

int most_keys(const Node& node) {
  int most = 0;
  for (std::size_t i = 1; i < node.attr.ids.size(); i += 2) {
    most = std::max(most, node.attr.ids[i]);
  }
  return most;
}

Attr of_keys(std::vector<int> own_keys) {
  Attr attr;
  attr.ids = std::move(own_keys);
  return attr;
}

Explanation no_such_key(const Node& node, int query) {
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  explanation.terms = {{{cell_in(node, 0, query, 0)},
                        -std::numeric_limits<double>::infinity(),
                        "the sentence of this query has no such key"}};
  return explanation;
}

void require_keys(const Tape& tape, const Node& node, int queries, int keys) {
  if (node.attr.ids.size() != 2 * static_cast<std::size_t>(queries)) {
    throw_shape_error(tape, node, "each query needs its first key and how many it has");
  }
  for (int i = 0; i < queries; ++i) {
    const OwnKeys own = keys_of(node, i);
    if (own.first >= 0 && own.count >= 1 && own.first + own.count <= keys) continue;
    throw_shape_error(tape, node, "query " + number_text(i + 1) + " has keys that are not there");
  }
}

}  // namespace glassformer
