#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "core/grad/tape.h"

namespace glassformer {

// An edit recomputes only what depends on it. While a Reuse lives, the tapes that this thread makes
// take each value that an earlier tape has already: that of a node with the same op, the same
// attributes and inputs of the same stamps. It is shared, not copied. An input that is made again
// with the cells that one had there, a mask say, gets the stamp of that one.
//
// A tape keeps the values that it took, not the earlier tape.
class Reuse {
 public:
  explicit Reuse(std::shared_ptr<const Tape> earlier);  // null: there is none
  ~Reuse();
  Reuse(const Reuse&) = delete;
  Reuse& operator=(const Reuse&) = delete;

  // This thread's, if its earlier tape was computed where `tape` is; null otherwise.
  static const Reuse* of(const Tape& tape);

  // The node of the earlier tape that holds the value of what is being recorded at `at`; null if
  // none does. Of several, such as biases that are all 0, the one at the same place.
  const Node* same_result(const Tape& tape, const Node& node, Var at) const;
  const Node* same_input(const Mat& value, Var at) const;
  LeafPtr same_leaf(const LeafPtr& leaf, Var at) const;
  // The node under the same path with the same computed value and the same cells set by hand.
  const Node* same_edits(const Node& node) const;

 private:
  const Node* find(Var at, const auto& key, const auto& is_same) const;
  bool is_new(const Tape& tape, const Node& node) const;

  // All nodes by what they were made of. It is made when a node is first not where it was: of a run
  // that differs in a cell alone it never is.
  struct Index {
    std::unordered_multimap<std::uint64_t, const Node*> by_key;
    std::unordered_set<std::uint64_t> leaves;  // their stamps
  };
  const Index& index() const;

  std::shared_ptr<const Tape> earlier_;
  std::uint64_t newest_ = 0;  // the largest stamp of the earlier tape
  mutable std::unique_ptr<const Index> index_;
  const Reuse* outer_;
};

}  // namespace glassformer
