#pragma once

#include <memory>

namespace glassformer {

// Whether the view of a training asks for another frame. News may come in the second pass over a
// frame, and a job that was asked for more may not have begun: then too, or the picture would stand
// still until the pointer moves.
template <class Snapshot>
class News {
 public:
  using Ptr = std::shared_ptr<const Snapshot>;

  void ask() { asked_ = seen_; }  // the user wanted more of it
  bool wants_frame(const Ptr& now) {
    using State = typename Snapshot::State;
    const bool ended = now->state == State::finished || now->state == State::failed;
    const bool moves = now->state == State::running || now->state == State::preparing;
    const bool fresh = now != seen_;
    if (fresh || ended) asked_.reset();
    seen_ = now;
    return moves || fresh || asked_;
  }

 private:
  Ptr seen_;
  Ptr asked_;  // what there was when more was asked for
};

}  // namespace glassformer
