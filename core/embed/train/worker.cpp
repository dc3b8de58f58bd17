#include "core/embed/train/worker.h"

#include <algorithm>
#include <utility>

#include "core/embed/train/word2vec.h"

namespace glassformer {

namespace {

constexpr std::uint64_t kLossEvery = 64;  // steps whose loss is looked at
// Contexts that are held against a Huffman path at once. The nodes near the root lie on every path,
// and move too far if many contexts move them without seeing what the others did. On 17 million
// words of Wikipedia, one epoch, questions-words: one at a time 25.0 %, four 23.4, all 22.2; four
// take 10 % longer than all.
constexpr std::size_t kContexts = 4;

// A row on its way to the cache, to be changed there.
void fetch(std::span<const float> row) {
  constexpr std::size_t line = 64 / sizeof(float);
  for (std::size_t k = 0; k < row.size(); k += line) __builtin_prefetch(row.data() + k, 1);
}

// The inner nodes that so many words have on their way that every thread is always at them. They
// were made last. Eight levels of a full tree.
std::size_t near_root(const Word2VecState& state) {
  return state.config.objective == Objective::hierarchical_softmax ? 255 : 0;
}

}  // namespace

Word2VecWorker::Word2VecWorker(Word2VecState& state, int threads)
    : state_(state),
      composing_(state.subwords.empty()             ? Composing::none
                 : state.config.whole_mean_gradient ? Composing::once
                                                    : Composing::each_step),
      dim_(state.config.dim),
      step_(state.config.dim),
      window_(static_cast<std::size_t>(state.config.window)),
      ids_(state.piece),
      nodes_(state.outputs, near_root(state), threads),
      composed_(state.subwords.empty() ? 0 : 2 * window_ + 1, state.inputs.dim()),
      moved_(composed_.count(), state.inputs.dim()),
      mean_(2, state.inputs.dim()) {
  if (state.noise.size() > 0) draws_.resize(static_cast<std::size_t>(state.config.negative));
  if (state.config.objective == Objective::full_softmax) {
    for (std::size_t i = 0; i < state.outputs.count(); ++i) {
      outputs_.rows.push_back(state.outputs[i].data());
    }
    next_outputs_.rows = outputs_.rows;
  }
}

void Word2VecWorker::train(std::uint64_t piece) {
  rng_ = Rng(Rng::at(state_.config.seed, piece).next());
  for (std::uint64_t& bits : draws_) bits = rng_.next();
  const std::uint64_t from = piece % state_.pieces_of_epoch * state_.piece;
  const std::size_t count = state_.text->ids.read(from, ids_);
  for (std::size_t at = 0; at < count;) {
    alpha_ = state_.alpha_at(static_cast<double>(piece) +
                             static_cast<double>(at) / static_cast<double>(count));
    sentence_.clear();
    while (at < count && sentence_.size() < longest_sentence) {
      const std::int32_t id = ids_[at++];
      if (id == EncodedText::sentence_end) break;
      const std::uint32_t keep = state_.keep[static_cast<std::size_t>(id)];
      if (static_cast<std::uint32_t>(rng_.next()) <= keep) sentence_.push_back(id);
    }
    if (sentence_.size() > 1) train_sentence();
  }
  nodes_.join_all();
}

void Word2VecWorker::train_sentence() {
  for (std::size_t i = 0; i < std::min(window_, sentence_.size()); ++i) enter(i);
  choose_outputs(sentence_[0], next_outputs_);
  for (std::size_t at = 0; at < sentence_.size(); ++at) {
    if (at + window_ < sentence_.size()) enter(at + window_);
    std::swap(outputs_, next_outputs_);
    if (at + 2 < sentence_.size()) fetch_turns(sentence_[at + 2]);
    // One word ahead, so that its rows are on their way while this one is trained.
    if (at + 1 < sentence_.size()) choose_outputs(sentence_[at + 1], next_outputs_);
    choose_inputs(at);
    if (composing_ == Composing::each_step) {
      for (std::size_t i = first_; i < last_; ++i) compose(i);
    }
    if (state_.config.input == InputRows::cbow) {
      take_mean();
      step(outputs_);
      pass_on_mean();
    } else {
      step(outputs_);
    }
    if (composing_ == Composing::each_step) {
      for (std::size_t i = first_; i < last_; ++i) pass_on(i);
    }
    if (composing_ == Composing::once && at >= window_) pass_on(at - window_);
  }
  if (composing_ == Composing::once) {
    const std::size_t first = sentence_.size() > window_ ? sentence_.size() - window_ : 0;
    for (std::size_t i = first; i < sentence_.size(); ++i) pass_on(i);
  }
}

// The turns to the word two ahead; where they begin was fetched when it came into the window.
void Word2VecWorker::fetch_turns(std::int32_t word) const {
  if (state_.config.objective != Objective::hierarchical_softmax) return;
  const HuffmanTree::Turns turns = state_.tree.turns(word);
  __builtin_prefetch(turns.nodes.data());
  __builtin_prefetch(turns.nodes.data() + turns.nodes.size());
  __builtin_prefetch(turns.bits.data());
}

// The word comes into the reach of the window.
void Word2VecWorker::enter(std::size_t at) {
  if (state_.config.objective == Objective::hierarchical_softmax) {
    __builtin_prefetch(state_.tree.starts.data() + sentence_[at]);
  }
  if (composing_ == Composing::once) {
    compose(at);
    if (at + 1 < sentence_.size()) step_.fetch(parts_of(at + 1));
  } else if (composing_ == Composing::none && at + 1 < sentence_.size()) {
    fetch(state_.inputs[static_cast<std::size_t>(sentence_[at + 1])]);
  }
}

void Word2VecWorker::choose_outputs(std::int32_t centre, Outputs& outputs) {
  const auto row = [&](std::int32_t id) {
    return state_.outputs[static_cast<std::size_t>(id)].data();
  };
  if (state_.config.objective == Objective::full_softmax) {
    outputs.target = centre;
    return;
  }
  outputs.rows.clear();
  outputs.labels.clear();
  if (state_.config.objective == Objective::hierarchical_softmax) {
    const HuffmanTree::Turns turns = state_.tree.turns(centre);
    outputs.rows.resize(turns.nodes.size());
    outputs.labels.resize(turns.nodes.size());
    for (std::size_t i = 0; i < turns.nodes.size(); ++i) {
      outputs.rows[i] = nodes_.visit(turns.nodes[i]);
      outputs.labels[i] = static_cast<float>(1 - turns.bits[i]);
    }
    return;
  }
  outputs.rows.push_back(row(centre));
  outputs.labels.push_back(1);
  for (std::uint64_t& bits : draws_) {
    float* const drawn = row(state_.noise.draw(bits));
    bits = rng_.next();
    state_.noise.prefetch(bits);
    // The centre word is no negative of itself, and one that is drawn twice counts once.
    if (std::find(outputs.rows.begin(), outputs.rows.end(), drawn) != outputs.rows.end()) continue;
    outputs.rows.push_back(drawn);
    outputs.labels.push_back(0);
  }
}

void Word2VecWorker::choose_inputs(std::size_t at) {
  const std::size_t reach =
      state_.config.dynamic_window
          ? 1 + static_cast<std::size_t>(((rng_.next() >> 32) * window_) >> 32)
          : window_;
  first_ = at > reach ? at - reach : 0;
  last_ = std::min(sentence_.size(), at + reach + 1);
  inputs_.clear();
  for (std::size_t i = first_; i < last_; ++i) {
    if (i == at) continue;
    inputs_.push_back(state_.subwords.empty()
                          ? state_.inputs[static_cast<std::size_t>(sentence_[i])].data()
                          : slot(moved_, i));
  }
}

void Word2VecWorker::take_mean() {
  contexts_ = inputs_;
  step_.mean(contexts_, mean_[0].data());
  std::copy_n(mean_[0].data(), dim_, mean_[1].data());
  inputs_.assign(1, mean_[1].data());
}

void Word2VecWorker::pass_on_mean() {
  step_.pass_on(mean_[0].data(), mean_[1].data(), share_of_gradient(contexts_.size()), contexts_);
}

float Word2VecWorker::share_of_gradient(std::size_t rows) const {
  return state_.config.whole_mean_gradient ? 1.0F : 1.0F / static_cast<float>(rows);
}

const std::vector<float*>& Word2VecWorker::parts_of(std::size_t at) {
  parts_.clear();
  for (const std::int32_t id : state_.subwords.of(sentence_[at])) {
    parts_.push_back(state_.inputs[static_cast<std::size_t>(id)].data());
  }
  return parts_;
}

void Word2VecWorker::compose(std::size_t at) {
  step_.mean(parts_of(at), slot(composed_, at));
  std::copy_n(slot(composed_, at), dim_, slot(moved_, at));
}

void Word2VecWorker::pass_on(std::size_t at) {
  const std::vector<float*>& parts = parts_of(at);
  step_.pass_on(slot(composed_, at), slot(moved_, at), share_of_gradient(parts.size()), parts);
}

void Word2VecWorker::step(const Outputs& outputs) {
  const bool want_loss = steps_++ % kLossEvery == 0;
  if (state_.config.objective == Objective::full_softmax) {
    loss += step_.softmax(inputs_, outputs.rows, outputs.target, alpha_, want_loss);
  } else {
    std::span<float* const> inputs(inputs_);
    std::span<float* const> ahead(next_outputs_.rows);
    while (!inputs.empty()) {
      const std::size_t count = state_.config.objective == Objective::hierarchical_softmax
                                    ? std::min(kContexts, inputs.size())
                                    : inputs.size();
      loss += step_.logistic(inputs.first(count), outputs.rows, outputs.labels, alpha_, want_loss,
                             std::exchange(ahead, {}));
      inputs = inputs.subspan(count);
    }
  }
  if (want_loss) losses += static_cast<double>(inputs_.size());
}

}  // namespace glassformer
