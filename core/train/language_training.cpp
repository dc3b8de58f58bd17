#include "core/train/language_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/grad/backend.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "core/text/long_text.h"
#include "core/text/number_of.h"
#include "core/train/language_task.h"

namespace glassformer {

namespace {

constexpr int scored_stretch = 4096;  // tokens

Checkpoint untrained(const LanguagePlan& plan, const LanguageData& data) {
  Checkpoint made;
  made.tokenizers = {plan.tokenizer
                         ? plan.tokenizer
                         : std::make_shared<const LearnedTokenizer>(LearnedTokenizer::train(
                               passages_of(data.train), plan.tokens, plan.vocabulary))};
  made.origin = plan.origin;
  if (plan.gpt) {
    GptConfig config = *plan.gpt;
    config.vocab_size = made.target().size();
    made.network = std::make_shared<Gpt>(config);
  } else {
    RecurrentLmConfig config = plan.config;
    config.vocab_size = made.target().size();
    made.network = std::make_shared<RecurrentLm>(config);
  }
  check_training_memory(made.network->parameters());
  made.params = make_params(made.network->parameters(), plan.settings.seed);
  return made;
}

}  // namespace

LanguageData language_data(std::string text, const std::string& named) {
  const std::size_t share = text.size() / 20;
  if (share < 2) {
    throw UserError(fmt::format(
        "{}: {} are too few to train with and to score; give a longer text, 40 at the very least",
        named, number_of(text.size(), "byte")));
  }
  LanguageData data;
  data.name = fmt::format("{} bytes {:016x}", text.size(), hash(text));
  std::size_t cut = text.size() - share;
  const std::size_t line = text.find('\n', cut);
  if (line != std::string::npos && line + 2 < text.size()) {
    cut = line + 1;
  } else {
    while ((static_cast<unsigned char>(text[cut]) & 0xc0) == 0x80) --cut;  // within a character
  }
  data.held_out = text.substr(cut);
  text.resize(cut);
  data.train = std::move(text);
  return data;
}

LanguageTraining::Begun LanguageTraining::begun(const LanguagePlan& plan,
                                                const LanguageData& data) {
  Begun made{untrained(plan, data), {}};
  made.text = encode_long(made.untrained.target(), data.train);
  return made;
}

LanguageTraining::LanguageTraining(LanguagePlan plan, const LanguageData& data)
    : LanguageTraining(plan, data, begun(plan, data)) {}

LanguageTraining::LanguageTraining(LanguagePlan plan, const LanguageData& data, Begun begun)
    : CheckpointTraining(
          std::move(begun.untrained),
          [&](Checkpoint& checkpoint) {
            return std::make_unique<LanguageTask>(checkpoint, begun.text, plan.length,
                                                  plan.settings);
          },
          plan.adam),
      plan_(std::move(plan)),
      data_(data.name),
      trained_tokens_(begun.text.size()),
      held_out_(encode_long(checkpoint().target(), data.held_out)) {
  if (held_out_.size() < 2) return;  // score() says that it is too short
  const double model = static_cast<double>(checkpoint().params.cells()) * sizeof(Real);
  stretches_at_once(checkpoint(), held_out_.size(), scored_stretch, model + make_room());
}

LanguageScore LanguageTraining::score(int tokens) const {
  return score(checkpoint(), tokens);
}

LanguageScore LanguageTraining::score(const Checkpoint& model, int tokens) const {
  const OnBackend on_cpu(nullptr);  // stretches over the cores
  const std::size_t count = std::min(static_cast<std::size_t>(tokens), held_out_.size());
  return language_score(model, std::span(held_out_).first(count), scored_stretch, {}, make_room());
}

std::string LanguageTraining::fingerprint() const {
  const std::string tokens =
      plan_.tokenizer ? fmt::format("of a file {:016x}", hash(plan_.tokenizer->to_json()))
                      : std::string(name(plan_.tokens));
  return fmt::format("text {}; tokens {}; vocabulary {}; length {}; {}", data_, tokens,
                     plan_.vocabulary, plan_.length, described(plan_.settings, plan_.adam));
}

}  // namespace glassformer
