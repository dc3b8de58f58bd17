#include "core/train/translation_training.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/decode/evaluate.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

constexpr std::string_view format = "glassformer checkpoint 1";
constexpr std::size_t most_scored = 1000;

int longest_of(const Tokenizer& tokenizer, const std::vector<SentencePair>& pairs,
               std::string SentencePair::*side) {
  std::size_t most = 0;
  for (const SentencePair& pair : pairs) most = std::max(most, tokenizer.encode(pair.*side).size());
  return static_cast<int>(most) + 1;
}

Tokenizer vocabulary(const TranslationPlan& plan, const std::vector<SentencePair>& pairs,
                     std::string SentencePair::*side) {
  std::vector<std::string> sentences;
  for (const SentencePair& pair : pairs) sentences.push_back(pair.*side);
  return Tokenizer::train(sentences, plan.tokens, plan.vocabulary);
}

Translator untrained(const TranslationPlan& plan, const std::vector<SentencePair>& pairs) {
  if (pairs.empty()) throw UserError("there are no pairs of sentences to train with");
  Translator made{plan.config,
                  {},
                  vocabulary(plan, pairs, &SentencePair::source),
                  vocabulary(plan, pairs, &SentencePair::target),
                  plan.made_by};
  made.config.source_words = made.source.size();
  made.config.target_words = made.target.size();
  if (made.config.longest == 0) {
    const int longest = std::max(longest_of(made.source, pairs, &SentencePair::source),
                                 longest_of(made.target, pairs, &SentencePair::target));
    // Sines and cosines are known for every place; a table of positions only for those trained
    // with.
    const bool anywhere = made.config.positions == TransformerConfig::Positions::sinusoidal;
    made.config.longest = std::max(anywhere ? 512 : 32, longest + longest / 4);
  }
  made.params = make_params(made.config, plan.settings.seed);
  return made;
}

}  // namespace

TranslationTraining::TranslationTraining(TranslationPlan plan,
                                         const std::vector<SentencePair>& train,
                                         std::vector<SentencePair> held_out)
    : plan_(std::move(plan)),
      has_held_out_(!held_out.empty()),
      held_out_(std::move(held_out)),
      translator_(untrained(plan_, train)),
      task_(translator_, train, plan_.settings),
      trainer_(task_, plan_.adam) {
  if (!has_held_out_) held_out_ = train;
  const auto too_long = [&](const SentencePair& pair) {
    const auto most = static_cast<std::size_t>(translator_.config.longest - 1);
    return translator_.source.encode(pair.source).size() > most ||
           translator_.target.encode(pair.target).size() > most;
  };
  std::erase_if(held_out_, too_long);
  if (held_out_.size() > most_scored) held_out_.resize(most_scored);
}

void TranslationTraining::step() {
  trainer_.advance();
}

const std::vector<double>& TranslationTraining::losses() const {
  for (const StepResult& result : trainer_.results()) losses_.push_back(result.loss);
  return losses_;
}

const Translator& TranslationTraining::translator() const {
  trainer_.synchronise();
  return translator_;
}

TranslationScore TranslationTraining::score(int sentences) const {
  const OnBackend on_cpu(nullptr);  // many short sentences at once, over the cores
  const std::size_t count = std::min(static_cast<std::size_t>(sentences), held_out_.size());
  const Evaluation made = evaluate(translator(), std::span(held_out_).first(count), {});
  return {steps(), made.sentences, made.exact_match, made.bleu.score};
}

// What must be the same for a curve to go on. How long to train is not part of it, unless the rate
// cools down to an end.
std::string TranslationTraining::fingerprint() const {
  const TranslationSettings& s = plan_.settings;
  return fmt::format(
      "data {}; tokens {}; vocabulary {}; batch {}; warmup {}; rate {}; cool-down {} of {}; seed "
      "{}; "
      "clip {}",
      plan_.data, name(plan_.tokens), plan_.vocabulary, s.batch, s.warmup, s.rate, s.cool_down,
      s.cool_down > 0 ? s.steps : 0, s.seed, plan_.adam.clip);
}

void TranslationTraining::save_checkpoint(const std::filesystem::path& file) const {
  TensorFile out = to_tensors(translator());
  const Adam& adam = trainer_.adam();
  out.metadata["checkpoint"] = std::string(format);
  out.metadata["plan"] = fingerprint();
  out.metadata["steps"] = std::to_string(steps());
  const std::size_t params = out.tensors.size();
  for (std::size_t i = 0; i < params; ++i) {
    const NamedTensor param = out.tensors[i];
    out.tensors.push_back({"first." + param.name, param.shape, adam.first[i]});
    out.tensors.push_back({"second." + param.name, param.shape, adam.second[i]});
  }
  // A loss is computed in double from shares in Real; kept as text, it comes back to the last bit.
  std::string losses;
  for (const double loss : this->losses()) losses += fmt::format("{:a} ", loss);
  out.metadata["losses"] = std::move(losses);
  write_safetensors(file, out);
}

void TranslationTraining::resume(const std::filesystem::path& file) {
  TensorFile in = read_safetensors(file);
  const auto meta = [&](const std::string& key) {
    const auto found = in.metadata.find(key);
    return found == in.metadata.end() ? std::string() : found->second;
  };
  if (meta("checkpoint") != format) {
    throw UserError(file.string() +
                    ": is no checkpoint of a training; leave out --resume to begin "
                    "anew");
  }
  if (meta("plan") != fingerprint()) {
    throw UserError(
        fmt::format("{}: was trained with other settings; resume with the same, or "
                    "leave out --resume. There: {}. Here: {}",
                    file.string(), meta("plan"), fingerprint()));
  }
  std::map<std::string, Mat> moments;
  std::erase_if(in.tensors, [&](NamedTensor& tensor) {
    const bool moment = tensor.name.starts_with("first.") || tensor.name.starts_with("second.");
    if (moment) moments[tensor.name] = std::move(tensor.value);
    return moment;
  });
  Translator saved = from_tensors(in, file.string());
  if (saved.config != translator_.config || saved.source.pieces() != translator_.source.pieces() ||
      saved.target.pieces() != translator_.target.pieces()) {
    throw UserError(file.string() +
                    ": holds a model of another shape or vocabulary; resume with the "
                    "settings it was begun with");
  }
  Adam& adam = trainer_.adam();
  for (int i = 0; i < saved.params.size(); ++i) {
    const auto which = static_cast<std::size_t>(i);
    for (auto& [part, all] : {std::pair<const char*, std::vector<Mat>&>{"first.", adam.first},
                              std::pair<const char*, std::vector<Mat>&>{"second.", adam.second}}) {
      const auto found = moments.find(part + saved.params.name(i));
      if (found == moments.end() || found->second.shape() != saved.params.value(i).shape()) {
        throw UserError(fmt::format("{}: {}{} is missing or of another shape", file.string(), part,
                                    saved.params.name(i)));
      }
      all[which] = std::move(found->second);
    }
    translator_.params.value(i) = saved.params.value(i);
  }
  adam.steps = std::strtoll(meta("steps").c_str(), nullptr, 10);
  losses_.clear();
  const std::string text = meta("losses");
  const char* at = text.c_str();
  for (char* end = nullptr;; at = end) {
    const double loss = std::strtod(at, &end);
    if (end == at) break;
    losses_.push_back(loss);
  }
  if (adam.steps < 0 || static_cast<std::int64_t>(losses_.size()) != adam.steps) {
    throw UserError(file.string() + ": says a wrong number of steps; begin anew without --resume");
  }
}

}  // namespace glassformer
