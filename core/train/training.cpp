#include "core/train/training.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/decode/evaluate.h"
#include "core/models/transformer.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

constexpr std::string_view format = "glassformer checkpoint 1";
constexpr std::size_t max_scored = 1000;

int max_len_of(const Tokenizer& tokenizer, const std::vector<SentencePair>& pairs,
               std::string SentencePair::*side) {
  std::size_t max = 0;
  for (const SentencePair& pair : pairs) max = std::max(max, tokenizer.encode(pair.*side).size());
  return static_cast<int>(max) + 1;
}

TokenizerPtr vocabulary(const TrainingPlan& plan, const std::vector<SentencePair>& pairs,
                        std::string SentencePair::*side) {
  std::vector<std::string> sentences;
  for (const SentencePair& pair : pairs) sentences.push_back(pair.*side);
  return std::make_shared<const LearnedTokenizer>(
      LearnedTokenizer::train(sentences, plan.tokens, plan.vocabulary));
}

// A table of positions knows those alone that were trained with; other networks know any.
bool knows_any_place(const TransformerConfig& config) {
  return config.positions != PositionKind::learned;
}
bool knows_any_place(const Seq2SeqConfig& config) {
  return config.score != AlignmentScore::location;
}

NetworkPtr network_of(const TransformerConfig& config) {
  return std::make_shared<Transformer>(config);
}
NetworkPtr network_of(const Seq2SeqConfig& config) {
  return std::make_shared<Seq2Seq>(config);
}

Checkpoint untrained(const TrainingPlan& plan, const std::vector<SentencePair>& pairs) {
  if (pairs.empty()) throw UserError("there are no pairs of sentences to train with");
  Checkpoint made;
  made.tokenizers = {vocabulary(plan, pairs, &SentencePair::source),
                     vocabulary(plan, pairs, &SentencePair::target)};
  made.origin = plan.origin;
  const int longest = std::max(max_len_of(made.source(), pairs, &SentencePair::source),
                               max_len_of(made.target(), pairs, &SentencePair::target));
  made.network = std::visit(
      [&](auto config) -> NetworkPtr {
        config.source_vocab_size = made.source().size();
        config.target_vocab_size = made.target().size();
        if (config.max_len == 0) {
          config.max_len = std::max(knows_any_place(config) ? 512 : 32, longest + longest / 4);
        }
        return network_of(config);
      },
      plan.config);
  made.params = make_params(made.network->parameters(), plan.settings.seed);
  return made;
}

}  // namespace

Training::Training(TrainingPlan plan, const std::vector<SentencePair>& train,
                   std::vector<SentencePair> held_out)
    : plan_(std::move(plan)),
      has_held_out_(!held_out.empty()),
      held_out_(std::move(held_out)),
      checkpoint_(untrained(plan_, train)),
      task_(checkpoint_, train, plan_.settings),
      trainer_(task_, plan_.adam) {
  if (!has_held_out_) held_out_ = train;
  const auto too_long = [&](const SentencePair& pair) {
    const auto max = static_cast<std::size_t>(next_token_network(checkpoint_).max_len() - 1);
    return checkpoint_.source().encode(pair.source).size() > max ||
           checkpoint_.target().encode(pair.target).size() > max;
  };
  std::erase_if(held_out_, too_long);
  if (held_out_.size() > max_scored) held_out_.resize(max_scored);
}

void Training::step() {
  trainer_.advance();
}

const std::vector<double>& Training::losses() const {
  for (const StepResult& result : trainer_.results()) losses_.push_back(result.loss);
  return losses_;
}

const Checkpoint& Training::checkpoint() const {
  trainer_.synchronise();
  return checkpoint_;
}

TrainingScore Training::score(int sentences) const {
  const OnBackend on_cpu(nullptr);  // many short sentences at once, over the cores
  const std::size_t count = std::min(static_cast<std::size_t>(sentences), held_out_.size());
  const Evaluation made = evaluate(checkpoint(), std::span(held_out_).first(count), {});
  return {steps(), made.sentences, made.exact_match, made.bleu.score};
}

// What must be the same for a curve to go on. How long to train is not part of it, unless the rate
// decays towards the end. The words are those of files from before.
std::string Training::fingerprint() const {
  const TaskSettings& s = plan_.settings;
  const bool warms_up = s.schedule == TaskSettings::Schedule::warmup;
  return fmt::format(
      "data {}; tokens {}; vocabulary {}; batch {}; {}; rate {}; cool-down {} of {}; seed {}; "
      "clip {}",
      plan_.data, name(plan_.tokens), plan_.vocabulary, s.batch,
      warms_up ? fmt::format("warmup {}", s.warmup) : "constant", s.rate, s.decay,
      s.decay > 0 ? s.steps : 0, s.seed, plan_.adam.clip);
}

void Training::save_checkpoint(const std::filesystem::path& file) const {
  TensorFile out = to_tensors(checkpoint());
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

void Training::resume(const std::filesystem::path& file) {
  TensorFile in = read_safetensors(file);
  const auto meta = [&](const std::string& key) {
    const auto found = in.metadata.find(key);
    return found == in.metadata.end() ? std::string() : found->second;
  };
  if (meta("checkpoint") != format) {
    throw UserError(file.string() +
                    ": is no checkpoint of a training; leave out --resume to begin "
                    "from the start");
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
  const Checkpoint saved = from_tensors(in, file.string());
  const auto pieces = [](const Checkpoint& of) {
    return std::pair(of.source().pieces(), of.target().pieces());
  };
  if (saved.network->config() != checkpoint_.network->config() ||
      pieces(saved) != pieces(checkpoint_)) {
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
    checkpoint_.params.value(i) = saved.params.value(i);
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
    throw UserError(file.string() + ": says a wrong number of steps; begin without --resume");
  }
}

}  // namespace glassformer
