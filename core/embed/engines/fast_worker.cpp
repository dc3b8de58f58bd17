#include "core/embed/engines/fast_worker.h"

#include <algorithm>
#include <utility>

#include "core/embed/train/word2vec.h"
#include "core/kernels/prefetch.h"
#include "core/kernels/width.h"

namespace glassformer {

namespace {

constexpr std::uint64_t kLossEvery = 256;  // steps whose loss is looked at

// A row on its way to the cache, to be changed there.
void fetch(std::span<const float> row) {
  constexpr std::size_t line = 64 / sizeof(float);
  for (std::size_t k = 0; k < row.size(); k += line) prefetch_to_change(row.data() + k);
}

}  // namespace

FastWorker::FastWorker(Word2VecState& state, int threads)
    : state_(state),
      composing_(state.subwords.empty()             ? Composing::none
                 : state.config.whole_mean_gradient ? Composing::once
                                                    : Composing::each_step),
      dim_(state.config.dim),
      step_(state.config.dim),
      bf16_step_(state.config.dim),
      takes_bf16_(has_bf16_products() && state.config.bf16.value_or(bf16_products_are_faster()) &&
                  state.config.objective == Objective::hierarchical_softmax),
      window_(static_cast<std::size_t>(state.config.window)),
      first_near_root_(static_cast<std::int32_t>(state.outputs.count() - state.near_root())),
      nodes_(state.outputs, state.near_root(), threads),
      composed_(state.subwords.empty() ? 0 : 2 * window_ + 1, state.inputs.dim()),
      moved_(composed_.count(), state.inputs.dim()),
      mean_(2, state.inputs.dim()),
      copies_(state.held.empty() ? 0 : static_cast<std::size_t>(state.config.negative) + 1,
              state.inputs.dim()) {
  if (state.noise.size() > 0) draws_.resize(static_cast<std::size_t>(state.config.negative));
  if (state.config.objective == Objective::full_softmax) {
    for (std::size_t i = 0; i < state.outputs.count(); ++i) {
      outputs_.rows.push_back(state.outputs[i].data());
    }
    next_outputs_.rows = outputs_.rows;
  }
}

void FastWorker::train(std::uint64_t piece) {
  rng_ = Rng(Rng::at(state_.config.seed, piece).next());
  for (std::uint64_t& bits : draws_) bits = rng_.next();
  text_.take(state_, piece, rng_);
  const std::size_t words = text_.words().size();
  for (std::size_t i = 0; i < std::min(window_, words); ++i) enter(i);
  if (words > 0) choose_outputs(text_.words()[0], next_outputs_);
  begin_ = 0;
  for (const std::size_t end : text_.ends()) {
    end_ = end;
    alpha_ = state_.alpha_at(static_cast<double>(piece) +
                             static_cast<double>(begin_) / static_cast<double>(words));
    for (std::size_t at = begin_; at < end_; ++at) train_word(at);
    begin_ = end_;
  }
  if (composing_ == Composing::once) {
    for (std::size_t i = words > window_ ? words - window_ : 0; i < words; ++i) pass_on(i);
  }
  nodes_.join_all();
}

// What the next words need is on its way while this one is trained, also where a sentence ends.
void FastWorker::train_word(std::size_t at) {
  const std::vector<std::int32_t>& words = text_.words();
  if (at + window_ < words.size()) enter(at + window_);
  std::swap(outputs_, next_outputs_);
  if (at + 3 < words.size()) fetch_turns(words[at + 3]);
  if (at + 2 < words.size()) await_turns(words[at + 2]);
  if (at + 1 < words.size()) choose_outputs(words[at + 1], next_outputs_);
  choose_inputs(at);
  if (!state_.held.empty()) {
    if (inputs_.empty()) return;  // none of them moves
    hold_outputs();
  }
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

// The turns to the word three ahead; where they begin was fetched when it came into the window.
// Without a tree no word has any that are listed.
void FastWorker::fetch_turns(std::int32_t word) const {
  if (state_.tree.lists(word)) __builtin_prefetch(state_.tree.code(word).data());
}

// A step later they are read: a prefetch is dropped while a core waits for as many lines as it can,
// as it does here.
void FastWorker::await_turns(std::int32_t word) const {
  if (!state_.tree.lists(word)) return;
  const std::span<const HuffmanTree::CodeBit> code = state_.tree.code(word);
  if (code.empty()) return;
  [[maybe_unused]] const volatile int read = code.front().node;
  __builtin_prefetch(&code.back());
}

// The word comes into the reach of the window.
void FastWorker::enter(std::size_t at) {
  const HuffmanTree& tree = state_.tree;
  const std::int32_t word = text_.words()[at];
  if (tree.lists(word)) __builtin_prefetch(&tree.starts[static_cast<std::size_t>(word)]);
  if (composing_ == Composing::once) {
    compose(at);
    if (at + 1 < text_.words().size()) step_.fetch(parts_of(at + 1));
  } else if (composing_ == Composing::none && at + 1 < text_.words().size()) {
    fetch(state_.inputs[static_cast<std::size_t>(text_.words()[at + 1])]);
  }
}

void FastWorker::choose_outputs(std::int32_t centre, Outputs& outputs) {
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
    const std::span<const HuffmanTree::CodeBit> code = state_.tree.code(centre, code_);
    outputs.rows.resize(code.size());
    outputs.labels.resize(code.size());
    std::size_t i = 0;
    const auto add = [&](float* node) {
      outputs.rows[i] = node;
      outputs.labels[i] = static_cast<float>(1 - code[i].bit);
    };
    for (; i < code.size() && code[i].node >= first_near_root_; ++i) {
      add(nodes_.visit(code[i].node));
    }
    outputs.slow = i;
    for (; i < code.size(); ++i) add(row(code[i].node));
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

// A copy takes the step in place of a row that must not move.
void FastWorker::hold_outputs() {
  const float* const first = state_.outputs.data();
  const auto stride = static_cast<std::ptrdiff_t>(state_.outputs.stride());
  for (std::size_t i = 0; i < outputs_.rows.size(); ++i) {
    float*& row = outputs_.rows[i];
    if (!state_.holds(static_cast<std::int32_t>((row - first) / stride))) continue;
    row = std::copy_n(row, stride, copies_[i].data()) - stride;
  }
}

void FastWorker::choose_inputs(std::size_t at) {
  const std::size_t reach =
      state_.config.dynamic_window
          ? 1 + static_cast<std::size_t>(((rng_.next() >> 32) * window_) >> 32)
          : window_;
  first_ = at > begin_ + reach ? at - reach : begin_;
  last_ = std::min(end_, at + reach + 1);
  inputs_.clear();
  for (std::size_t i = first_; i < last_; ++i) {
    if (i == at || state_.holds(text_.words()[i])) continue;
    inputs_.push_back(state_.subwords.empty()
                          ? state_.inputs[static_cast<std::size_t>(text_.words()[i])].data()
                          : slot(moved_, i));
  }
}

void FastWorker::take_mean() {
  contexts_ = inputs_;
  step_.mean(contexts_, mean_[0].data());
  std::copy_n(mean_[0].data(), dim_, mean_[1].data());
  inputs_.assign(1, mean_[1].data());
}

void FastWorker::pass_on_mean() {
  step_.pass_on(mean_[0].data(), mean_[1].data(), share_of_gradient(contexts_.size()), contexts_);
}

float FastWorker::share_of_gradient(std::size_t rows) const {
  return state_.config.whole_mean_gradient ? 1.0F : 1.0F / static_cast<float>(rows);
}

const std::vector<float*>& FastWorker::parts_of(std::size_t at) {
  parts_.clear();
  for (const std::int32_t id : state_.subwords.of(text_.words()[at], part_ids_)) {
    parts_.push_back(state_.inputs[static_cast<std::size_t>(id)].data());
  }
  return parts_;
}

void FastWorker::compose(std::size_t at) {
  step_.mean(parts_of(at), slot(composed_, at));
  std::copy_n(slot(composed_, at), dim_, slot(moved_, at));
}

void FastWorker::pass_on(std::size_t at) {
  const std::vector<float*>& parts = parts_of(at);
  step_.pass_on(slot(composed_, at), slot(moved_, at), share_of_gradient(parts.size()), parts);
}

void FastWorker::step(const Outputs& outputs) {
  const bool want_loss = steps_++ % kLossEvery == 0;
  if (state_.config.objective == Objective::full_softmax) {
    loss += step_.softmax(inputs_, outputs.rows, outputs.target, alpha_, want_loss);
  } else {
    const LogisticRows rows{inputs_, outputs.rows, outputs.labels, outputs.slow,
                            next_outputs_.rows};
    loss += takes_bf16_ && Bf16Step::can_take(inputs_)
                ? bf16_step_.logistic(rows, alpha_, want_loss)
                : step_.logistic(rows, alpha_, want_loss);
  }
  if (want_loss) losses += static_cast<double>(inputs_.size());
}

}  // namespace glassformer
