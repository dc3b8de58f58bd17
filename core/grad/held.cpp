#include "core/grad/held.h"

namespace glassformer {

std::size_t bytes_held(const Tape& tape) {
  std::size_t numbers = 0;
  for (int i = 0; i < tape.size(); ++i) {
    const Node& node = tape.node(Var{i});
    numbers += node.grad.size();
    if (node.computed) numbers += node.computed->host.size() + node.computed->kept.size();
  }
  return numbers * sizeof(Real);
}

}  // namespace glassformer
