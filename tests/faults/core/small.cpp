#include "tests/faults/core/small.h"

#include "core/models/seq2seq.h"
#include "tests/core/models/tiny_checkpoint.h"

namespace glassformer::testing {

std::vector<SentencePair> some_pairs() {
  return {{"the red cat sees a dog.", "le chat rouge voit un chien.", {}},
          {"a big dog eats.", "un grand chien mange.", {}},
          {"the cat eats.", "le chat mange.", {}},
          {"a red dog sees the cat.", "un chien rouge voit le chat.", {}},
          {"the big cat eats a dog.", "le grand chat mange un chien.", {}}};
}

TrainingPlan some_plan() {
  TrainingPlan made;
  TransformerConfig config = small_config();
  config.max_len = 0;
  made.config = config;
  made.settings.batch = 3;
  made.settings.warmup = 20;
  made.data = "five pairs";
  made.origin = "a test";
  return made;
}

TrainingPlan some_recurrent_plan() {
  TrainingPlan made = some_plan();
  Seq2SeqConfig config;
  config.max_len = 0;
  config.d_embedding = 6;
  config.width = 8;
  made.config = config;
  made.settings.schedule = TaskSettings::Schedule::constant;
  made.settings.rate = 0.01;
  return made;
}

EncodedTextPtr some_text() {
  std::string text;
  for (int i = 0; i < 8; ++i) text += "a robot must obey the human\nthe human sees a robot\n";
  return std::make_shared<const EncodedText>(encode_text(text, {}, 1, "a text"));
}

std::unique_ptr<VectorTraining> some_word2vec(std::uint64_t seed) {
  Word2VecConfig config;
  config.dim = 4;
  config.threads = 1;
  config.seed = seed;
  return word2vec_training(some_text(), config);
}

}  // namespace glassformer::testing
