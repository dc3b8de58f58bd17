#pragma once

#include <optional>
#include <vector>

#include "core/models/config_json.h"
#include "core/models/looking_decoder.h"
#include "core/nn/embedding.h"
#include "core/nn/encoder_attention.h"
#include "core/nn/linear.h"
#include "core/nn/output_layer.h"
#include "core/nn/position.h"
#include "core/nn/recurrent.h"

namespace glassformer {

// The shape of a recurrent encoder–decoder: without attention that of Cho et al. 2014 and Sutskever
// et al. 2014, with it that of Bahdanau et al. 2015 or of Luong et al. 2015.
struct Seq2SeqConfig {
  // Which state asks: the one before the step (Bahdanau: s_{i−1}) or the new one (Luong: s_i).
  enum class Asks { before, after };
  // Without attention, where the last encoder state comes in: as the first state of the decoder
  // alone, or at each step too.
  enum class Fed { once, each_step };
  // The decoder's first state: tanh(h W + b) of the encoder's last one, or that one itself.
  enum class FirstState { learned, handed_over };
  // What the logits are made of where attention asks after the step: h̃ = tanh([c; s] W_c), or
  // [c; s] as it is.
  enum class Output { attentional, direct };

  // What the decoder looks at: the states of a recurrent network, or what each token is by itself,
  // its embedding and its sinusoidal position, in which nothing of the other tokens is.
  enum class Encoder { recurrent, positions };

  int source_vocab_size = 0;
  int target_vocab_size = 0;
  int max_len = 512;   // tokens of a sentence, begin or end mark included
  int max_target = 0;  // of a target; 0: likewise
  int d_embedding = 64;
  int width = 128;  // of each state
  Encoder encoder = Encoder::recurrent;
  int encoder_layers = 1;  // the lowest may read in both directions …
  bool bidirectional = true;
  bool reversed = false;  // or all read from the last word to the first (Sutskever et al. 2014)
  int decoder_layers = 1;
  bool residual = false;  // … and those above add what they read (Wu et al. 2016, §3.1)
  CellKind cell = CellKind::gru;
  Fed fed = Fed::each_step;
  FirstState first_state = FirstState::learned;
  Output output = Output::attentional;
  AlignmentScore score = AlignmentScore::additive;
  AlignmentWindow window = AlignmentWindow::global;
  AlignmentPick pick = AlignmentPick::soft;
  int reach = 4;  // D of a local window
  Asks asks = Asks::before;
  bool input_feeding = false;  // h̃ of the step before is an input (Luong et al. 2015, §3.3)
  double dropout = 0;

  bool operator==(const Seq2SeqConfig&) const = default;
  bool has_attention() const { return score != AlignmentScore::none; }
  bool both_directions() const { return encoder == Encoder::recurrent && bidirectional; }
  // Columns of an encoder state, and of the one that stands for the whole sentence.
  int memory() const { return both_directions() && encoder_layers == 1 ? 2 * width : summary(); }
  int summary() const { return encoder == Encoder::positions ? d_embedding : width; }
  void check() const;  // throws UserError: which number cannot be, and what it may be
};
std::string to_json(const Seq2SeqConfig& config);
// Throws UserError naming line and field of whatever is wrong in the text.
Seq2SeqConfig seq2seq_config_from_json(std::string_view text, const std::string& named);

// The words by which configurations and the command line call these.
extern const ConfigWord<CellKind> cell_words[4];
extern const ConfigWord<AlignmentScore> score_words[6];
extern const ConfigWord<AlignmentWindow> window_words[3];

// A recurrent encoder–decoder.
class Seq2Seq : public NextTokenNetwork, public LookingDecoder {
 public:
  explicit Seq2Seq(const Seq2SeqConfig& config);

  std::string_view architecture() const override { return "seq2seq"; }
  std::string config() const override { return to_json(config_); }
  std::string summary() const override;
  const Seq2SeqConfig& sizes() const { return config_; }

  bool has_encoder() const override { return true; }
  int vocab_size() const override { return config_.target_vocab_size; }
  int source_vocab_size() const override { return config_.source_vocab_size; }
  int max_len() const override { return config_.max_len; }
  int max_target_len() const override {
    return config_.max_target > 0 ? config_.max_target : config_.max_len;
  }
  int d_model() const override { return config_.width; }
  // The encoder's states, [source rows, memory()].
  Var encode(Pass& pass, const Tokens& source) const override;
  Var logits(Pass& pass, Var memory, const Tokens& source, const Tokens& target) const override {
    AttentionLog log;
    return logits(pass, memory, source, target, log);
  }
  Var logits(Pass& pass, Var memory, const Tokens& source, const Tokens& target,
             AttentionLog& log) const override;

 private:
  // What the decoder goes on from: the state of each layer, and h̃ where it is fed in.
  struct State {
    std::vector<CellState> layers;
    Var attentional;
  };
  // The sentences that a step is about, each a row.
  struct Rows {
    std::vector<int> sentences, places;
    std::string scope;  // of a traced pass: "step.3"
    Axis axis;
  };
  struct Looked {
    Var states, context, attentional;  // of the top layer, [n, …]
  };
  // Where it looked in all steps so far.
  struct Seen {
    AttentionLog& log;
    std::vector<AttentionSite> sites;
    std::vector<Var> choices;
  };

  bool step_by_step() const;  // what attention finds goes into the next state
  Var summary_of(Pass& pass, Var memory, const Tokens& source) const;
  State first_state(Pass& pass, Var summary) const;
  Looked one_step(Pass& pass, Var outside, State& state, Var keys, Var memory, const Tokens& source,
                  const Rows& rows, Seen& seen) const;
  Looked at_once(Pass& pass, Var outside, const State& first, Var memory, const Tokens& source,
                 const Tokens& target, Seen& seen) const;
  Looked in_steps(Pass& pass, Var outside, State state, Var memory, const Tokens& source,
                  const Tokens& target, Seen& seen) const;
  Looked next(Pass& pass, Var outside, Var memory, const Tokens& source, const Tokens& target,
              Seen& seen) const;
  Var attentional_of(Pass& pass, Var states, Var context, const std::string& scope,
                     const Axis& rows) const;
  Var output_of(Pass& pass, const Looked& looked, Var embedded, const Tokens& target) const;
  void record(Pass& pass, const Seen& seen, const Tokens& source, const Tokens& target) const;

  Seq2SeqConfig config_;
  std::optional<Embedding> source_embedding_, target_embedding_;
  std::optional<Position> positions_;  // of an encoder without recurrence
  std::vector<Recurrent> encoder_, decoder_;
  std::optional<Recurrent> backward_;  // of the lowest layer, from the last word to the first
  std::vector<Linear> bridge_;         // encoder's last state → the decoder's first, per layer
  std::optional<EncoderAttention> attention_;
  std::optional<Linear> attentional_;  // h̃ = tanh([c; s] W_c), of Luong
  std::optional<Linear> deep_output_;  // before the maxout
  std::optional<OutputLayer> direct_;  // [c; s] W + b are the logits, in place of output_
  std::optional<Unembedding> output_;
  int state_ = 0;  // of the cache
};

}  // namespace glassformer
