#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/decode/evaluate.h"
#include "core/models/conv_seq2seq.h"
#include "core/models/seq2seq.h"
#include "core/models/transformer_config.h"
#include "core/text/pair.h"
#include "core/text/tokenizers/learned.h"
#include "core/train/checkpoint_training.h"
#include "core/train/pair_task.h"

namespace glassformer {

// What a training is asked for: an architecture's sizes, and how it learns.
struct TrainingPlan {
  // The sizes of the vocabularies, and max_len if it is 0, are found from the pairs.
  std::variant<TransformerConfig, Seq2SeqConfig, ConvSeq2SeqConfig> config;
  LearnedTokenizer::Kind tokens = LearnedTokenizer::Kind::word;
  int vocabulary = 8000;  // most pieces on either side
  TaskSettings settings;
  AttentionLearning attention;
  AdamSettings adam;
  std::string data;    // names the pairs: a checkpoint of other pairs is refused
  std::string origin;  // the command
};

// How well the targets of held-out pairs are predicted, by greedy decoding.
struct TrainingScore {
  std::int64_t step = 0;
  int sentences = 0;
  double exact_match = 0;  // share of the targets predicted word for word, 0 … 1
  double bleu = 0;         // 0 … 100
};

// How much the gradient of one batch depends on what is drawn: positions of hard attention,
// dropout.
struct GradientSpread {
  double length = 0;     // of the gradient on average, over all parameters
  double deviation = 0;  // how far a draw lies from it (root mean square)
};

// A checkpoint that is being trained on pairs.
class Training : public CheckpointTraining {
 public:
  // `held_out` may be empty: then the first pairs of `train` are what is scored.
  Training(TrainingPlan plan, const std::vector<SentencePair>& train,
           std::vector<SentencePair> held_out);

  bool has_held_out() const { return has_held_out_; }
  const std::vector<SentencePair>& held_out() const { return held_out_; }
  // Some of the pairs to train with, by which a reading of the attention is chosen
  // (core/decode/evaluate.h).
  const std::vector<SentencePair>& choosing() const { return choosing_; }
  // Of the next step's batch, with so many draws, at least 2. Nothing is learned.
  GradientSpread gradient_spread(int draws);
  // Decodes the first `sentences` held-out ones; more are asked for than there are: all.
  TrainingScore score(int sentences) const;
  // The same of another model, such as one that was kept.
  TrainingScore score(const Checkpoint& model, int sentences) const;
  // Of all that are held out, with the alignment.
  Evaluation evaluation(const Checkpoint& model) const;

 private:
  std::string fingerprint() const override;
  void check_scoring_memory() const;

  TrainingPlan plan_;
  bool has_held_out_;
  std::vector<SentencePair> held_out_, choosing_;
};

}  // namespace glassformer
