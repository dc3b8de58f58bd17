#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/models/translator.h"
#include "core/text/pair.h"
#include "core/train/translation_task.h"

namespace glassformer {

// What a training is asked for.
struct TranslationPlan {
  TransformerConfig
      config;  // source_words, target_words and, if 0, longest are found from the pairs
  Tokenizer::Kind tokens = Tokenizer::Kind::word;
  int vocabulary = 8000;  // most pieces on either side
  TranslationSettings settings;
  AdamSettings adam;
  std::string data;     // names the pairs: a checkpoint of other pairs is refused
  std::string made_by;  // the command
};

// How well held-out sentences are translated, greedily.
struct TranslationScore {
  std::int64_t step = 0;
  int sentences = 0;
  double exact_match = 0;  // share of the sentences translated word for word, 0 … 1
  double bleu = 0;         // 0 … 100
};

// A Transformer being trained to translate: its params, the optimizer and what has been measured.
// Equal plans and pairs give equal curves, step for step, for any number of threads, and whether or
// not the training was interrupted and resumed from a checkpoint.
class TranslationTraining {
 public:
  // `held_out` may be empty: then the first pairs of `train` are what is scored.
  TranslationTraining(TranslationPlan plan, const std::vector<SentencePair>& train,
                      std::vector<SentencePair> held_out);
  TranslationTraining(const TranslationTraining&) = delete;
  TranslationTraining& operator=(const TranslationTraining&) = delete;

  void step();  // as Trainer::advance()
  std::int64_t steps() const { return trainer_.adam().steps; }
  int tokens() const { return task_.tokens(); }  // answers in the last step's batch
  // Of every step so far. Like translator() it waits for a device, and throws as step() does.
  const std::vector<double>& losses() const;
  const Translator& translator() const;
  const std::string& device_failure() const { return trainer_.device_failure(); }
  bool has_held_out() const { return has_held_out_; }
  const std::vector<SentencePair>& held_out() const { return held_out_; }
  // Translates the first `sentences` held-out ones; more are asked for than there are: all.
  TranslationScore score(int sentences) const;

  // Everything that the next step depends on. Written whole or not at all.
  void save_checkpoint(const std::filesystem::path& file) const;
  // Throws UserError if the file is no checkpoint of this very plan.
  void resume(const std::filesystem::path& file);

 private:
  std::string fingerprint() const;

  TranslationPlan plan_;
  bool has_held_out_;
  std::vector<SentencePair> held_out_;
  Translator translator_;
  TranslationTask task_;
  // Bring weights and losses to the host when they are asked for.
  mutable Trainer trainer_;
  mutable std::vector<double> losses_;
};

}  // namespace glassformer
