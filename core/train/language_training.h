#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/decode/language_score.h"
#include "core/models/gpt.h"
#include "core/models/recurrent_lm.h"
#include "core/text/tokenizers/learned.h"
#include "core/train/checkpoint_training.h"
#include "core/train/task_settings.h"

namespace glassformer {

// A text to train a language model with: the last twentieth is only scored.
struct LanguageData {
  std::string train, held_out;
  std::string name;  // tells this text from others
};
// Cut between two lines, where the last part has one. Throws UserError for a text that is too short
// to be cut.
LanguageData language_data(std::string text, const std::string& named);

struct LanguagePlan {
  // The size of the vocabulary is found from the text.
  RecurrentLmConfig config;
  std::optional<GptConfig> gpt = {};  // a network of this shape instead
  TokenizerPtr tokenizer = {};        // given; else one is learned from the text:
  LearnedTokenizer::Kind tokens = LearnedTokenizer::Kind::character;
  int vocabulary = 8000;  // most pieces
  int length = 96;        // tokens of a stretch
  TaskSettings settings;
  AdamSettings adam;
  std::string origin;  // the command
};

// A language model that is being trained on a text.
class LanguageTraining : public CheckpointTraining {
 public:
  // Throws UserError for a text that no vocabulary can be learned from.
  LanguageTraining(LanguagePlan plan, const LanguageData& data);

  std::size_t trained_tokens() const { return trained_tokens_; }
  const std::vector<int>& held_out() const { return held_out_; }
  // Of the first `tokens` that are held out; more are asked for than there are: all.
  LanguageScore score(int tokens) const;
  // The same of another model, such as one that was kept.
  LanguageScore score(const Checkpoint& model, int tokens) const;

 private:
  struct Begun {
    Checkpoint untrained;
    std::vector<int> text;
  };
  static Begun begun(const LanguagePlan& plan, const LanguageData& data);
  LanguageTraining(LanguagePlan plan, const LanguageData& data, Begun begun);
  std::string fingerprint() const override;

  LanguagePlan plan_;
  std::string data_;
  std::size_t trained_tokens_;
  std::vector<int> held_out_;
};

}  // namespace glassformer
