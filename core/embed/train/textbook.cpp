#include "core/embed/train/textbook.h"

#include <algorithm>

#include "core/embed/train/step.h"

namespace glassformer {

Textbook::Textbook(Word2VecState& state) : state_(state) {
  if (state.config.objective != Objective::full_softmax) return;
  for (std::size_t i = 0; i < state.outputs.count(); ++i) {
    outputs_.push_back(state.outputs[i].data());
  }
}

void Textbook::train(std::uint64_t piece) {
  rng_ = Rng(Rng::at(state_.config.seed, piece).next());
  text_.take(state_, piece, rng_);
  const std::span<const std::int32_t> words = text_.words();
  std::size_t begin = 0;
  for (const std::size_t end : text_.ends()) {
    const double done = static_cast<double>(begin) / static_cast<double>(words.size());
    alpha_ = state_.alpha_at(static_cast<double>(piece) + done);
    const auto sentence = words.subspan(begin, end - begin);
    for (std::size_t centre = 0; centre < sentence.size(); ++centre) train_word(sentence, centre);
    begin = end;
  }
}

void Textbook::train_word(std::span<const std::int32_t> sentence, std::size_t centre) {
  const auto window = static_cast<std::size_t>(state_.config.window);
  const std::size_t reach = state_.config.dynamic_window
                                ? 1 + static_cast<std::size_t>(((rng_.next() >> 32) * window) >> 32)
                                : window;
  std::vector<std::int32_t> context;
  const std::size_t end = std::min(sentence.size(), centre + reach + 1);
  for (std::size_t i = centre - std::min(centre, reach); i < end; ++i) {
    if (i != centre) context.push_back(sentence[i]);
  }
  if (state_.config.input == InputRows::cbow) {
    step(context, sentence[centre]);
  } else {
    for (const std::int32_t& word : context) step({&word, 1}, sentence[centre]);
  }
}

// The input is the mean of its words, each of which is the mean of its rows: its own, and with
// subwords those of its n-grams. What moves the input moves them.
void Textbook::step(std::span<const std::int32_t> context, std::int32_t centre) {
  const auto dim = static_cast<std::size_t>(state_.config.dim);
  struct Part {
    std::span<float> row;
    float share;  // of the input
  };
  std::vector<Part> parts;
  std::vector<std::int32_t> room;
  for (const std::int32_t word : context) {
    room.assign(1, word);
    std::span<const std::int32_t> rows = room;
    if (!state_.subwords.empty()) rows = state_.subwords.of(word, room);
    for (const std::int32_t row : rows) {
      parts.push_back({state_.inputs[static_cast<std::size_t>(row)],
                       1.0F / static_cast<float>(context.size() * rows.size())});
    }
  }
  std::vector<float> before(dim, 0.0F);
  for (const Part& part : parts) {
    for (std::size_t k = 0; k < dim; ++k) before[k] += part.share * part.row[k];
  }
  std::vector<float> after = before;
  loss += descend(after.data(), centre);
  ++losses;
  for (const Part& part : parts) {
    const float share = state_.config.whole_mean_gradient ? 1 : part.share;
    for (std::size_t k = 0; k < dim; ++k) part.row[k] += share * (after[k] - before[k]);
  }
}

double Textbook::descend(float* input, std::int32_t centre) {
  const std::span<float* const> inputs(&input, 1);
  switch (state_.config.objective) {
    case Objective::full_softmax:
      return softmax_step(inputs, outputs_, centre, state_.config.dim, alpha_);
    case Objective::hierarchical_softmax:
      choose_nodes(centre);
      break;
    case Objective::negative_sampling:
      choose_negatives(centre);
      break;
  }
  return logistic_step(inputs, outputs_, labels_, state_.config.dim, alpha_);
}

// The way from the root to the word: label 1 where the code bit is 0.
void Textbook::choose_nodes(std::int32_t centre) {
  outputs_.clear();
  labels_.clear();
  std::vector<HuffmanTree::CodeBit> room;
  for (const HuffmanTree::CodeBit step : state_.tree.code(centre, room)) {
    choose(static_cast<std::int32_t>(step.node), step.bit == 0 ? 1.0F : 0.0F);
  }
}

// The word itself, and words of the noise. The centre word is no negative of itself.
void Textbook::choose_negatives(std::int32_t centre) {
  outputs_.clear();
  labels_.clear();
  choose(centre, 1);
  for (int i = 0; i < state_.config.negative; ++i) {
    const std::int32_t drawn = state_.noise.draw(rng_.next());
    if (drawn != centre) choose(drawn, 0);
  }
}

void Textbook::choose(std::int32_t output, float label) {
  outputs_.push_back(state_.outputs[static_cast<std::size_t>(output)].data());
  labels_.push_back(label);
}

}  // namespace glassformer
