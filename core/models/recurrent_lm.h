#pragma once

#include <optional>

#include "core/models/network.h"
#include "core/nn/embedding.h"
#include "core/nn/hierarchical_output.h"
#include "core/nn/output_layer.h"
#include "core/nn/recurrent_stack.h"

namespace glassformer {

template <class Choice>
struct ConfigWord;

enum class OutputKind { full, hierarchical };  // a softmax over all words, or along a tree of them
extern const ConfigWord<OutputKind> output_words[2];

// The shape of a recurrent language model (Mikolov et al. 2010; with LSTM cells Graves 2013, §2).
struct RecurrentLmConfig {
  int vocab_size = 0;
  int d_embedding = 32;
  int width = 128;  // of each state
  int layers = 2;
  CellKind cell = CellKind::lstm;
  double dropout = 0;
  OutputKind softmax = OutputKind::full;

  bool operator==(const RecurrentLmConfig&) const = default;
  void check() const;  // throws UserError: which number cannot be, and what it may be
};
std::string to_json(const RecurrentLmConfig& config);
// Throws UserError naming line and field of whatever is wrong in the text.
RecurrentLmConfig recurrent_lm_config_from_json(std::string_view text, const std::string& named);

// A language model whose state carries the text read so far: embedding, recurrent layers, a linear
// map to the logits. Its parameters:
//   embedding    [vocab_size, d_embedding]
//   layer.I.w    [columns of x, gates · width]   x W + h U + b, the gates' columns side by side
//   layer.I.u    [width, gates · width]
//   layer.I.b    [1, gates · width]
//   output.w, output.b    [width, vocab_size], [1, vocab_size]; with a hierarchical softmax
//                         [vocab_size − 1, width], [1, vocab_size − 1]
// The order of the gates: of an LSTM input i, forget f, cell input g (tanh), output o, with
// c' = f ∘ c + i ∘ g and h' = o ∘ tanh c', and nothing added to f beside b; of a GRU update, reset,
// candidate. Layers count from 0.
class RecurrentLm : public NextTokenNetwork {
 public:
  explicit RecurrentLm(const RecurrentLmConfig& config);

  std::string_view architecture() const override { return "recurrent-lm"; }
  std::string config() const override { return to_json(config_); }
  std::string summary() const override;
  const RecurrentLmConfig& sizes() const { return config_; }

  bool has_encoder() const override { return false; }
  int vocab_size() const override { return config_.vocab_size; }
  int max_len() const override { return 1 << 20; }  // it has no positions that could run out
  int d_model() const override { return config_.width; }
  // Each text is read from states of zeros on.
  // Of a hierarchical softmax: the logarithms of the probabilities, which are logits too.
  Var logits(Pass& pass, Var memory, const Tokens& source, const Tokens& target) const override;
  Var surprise(Pass& pass, Var memory, const Tokens& source, const Tokens& target,
               std::vector<int> next, double smoothing) const override;

 private:
  Var states(Pass& pass, const Tokens& target) const;
  RecurrentLmConfig config_;
  std::optional<Embedding> embedding_;
  std::optional<RecurrentStack> layers_;
  std::optional<OutputLayer> output_;  // one of the two
  std::optional<HierarchicalOutput> tree_;
};

}  // namespace glassformer
