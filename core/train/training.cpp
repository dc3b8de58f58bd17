#include "core/train/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/decode/decode_memory.h"
#include "core/formats/json.h"
#include "core/models/transformer.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

constexpr std::size_t max_scored = 1000, choosing_pairs = 30;

// No text has more pieces: each has a byte at least, and where marks are composed in another form
// there are at most three times as many.
std::size_t most_pieces(std::size_t bytes) {
  return 3 * bytes;
}

int max_len_of(const Tokenizer& tokenizer, const std::vector<SentencePair>& pairs,
               std::string SentencePair::*side) {
  std::size_t max = 0;
  for (const SentencePair& pair : pairs) {
    if (most_pieces((pair.*side).size()) <= max) continue;
    max = std::max(max, tokenizer.encode(pair.*side).size());
  }
  return static_cast<int>(max) + 1;
}

// For the longest of the pairs, and a quarter more; never fewer than `fewest`.
int room_of(const Checkpoint& model, const std::vector<SentencePair>& pairs, int fewest) {
  const auto with_a_quarter = [](int longest) { return longest + longest / 4; };
  std::size_t bytes = 0;
  for (const SentencePair& pair : pairs) {
    bytes = std::max({bytes, pair.source.size(), pair.target.size()});
  }
  if (bytes < static_cast<std::size_t>(fewest) &&
      with_a_quarter(static_cast<int>(most_pieces(bytes)) + 1) <= fewest) {
    return fewest;  // whatever they are cut into
  }
  return std::max(
      fewest, with_a_quarter(std::max(max_len_of(model.source(), pairs, &SentencePair::source),
                                      max_len_of(model.target(), pairs, &SentencePair::target))));
}

// Of the longest sentence, so that one answer will do.
void check_longest(const Checkpoint& model, const std::vector<SentencePair>& pairs, int max_len) {
  std::size_t most = 0;
  std::string_view longest;
  const auto look = [&](const Tokenizer& tokenizer, const std::string& sentence) {
    if (most_pieces(sentence.size()) <= most) return;
    const std::size_t pieces = tokenizer.encode(sentence).size();
    if (pieces <= most) return;
    most = pieces;
    longest = sentence;
  };
  for (const SentencePair& pair : pairs) {
    look(model.source(), pair.source);
    look(model.target(), pair.target);
  }
  if (most < static_cast<std::size_t>(max_len)) return;
  throw UserError(
      fmt::format("--longest {}: the sentence \"{}\" of the pairs has {} and the mark of its end; "
                  "give --longest {} or more, or leave it out",
                  max_len, excerpt(longest, 40), number_of(most, "token"), most + 1));
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
bool knows_any_place(const ConvSeq2SeqConfig& config) {
  return config.positions != PositionKind::learned;
}

NetworkPtr network_of(const TransformerConfig& config) {
  return std::make_shared<Transformer>(config);
}
NetworkPtr network_of(const Seq2SeqConfig& config) {
  return std::make_shared<Seq2Seq>(config);
}
NetworkPtr network_of(const ConvSeq2SeqConfig& config) {
  return std::make_shared<ConvSeq2Seq>(config);
}

// Whether the weights may be taught where to look: each word's must be a softmax over all that was
// read.
void check_align(const TrainingPlan& plan) {
  if (plan.attention.align <= 0) return;
  const auto* config = std::get_if<Seq2SeqConfig>(&plan.config);
  if (config != nullptr && config->has_attention() && config->window == AlignmentWindow::global &&
      config->score != AlignmentScore::uniform) {
    return;
  }
  throw UserError(
      "the true alignment teaches one attention over all that was read, learned by a recurrent "
      "decoder; choose --attention bahdanau, dot, general, concat, location or hard, or leave out "
      "--align-loss");
}

Checkpoint untrained(const TrainingPlan& plan, const std::vector<SentencePair>& pairs) {
  if (pairs.empty()) throw UserError("there are no pairs of sentences to train with");
  check_align(plan);
  Checkpoint made;
  made.tokenizers = {vocabulary(plan, pairs, &SentencePair::source),
                     vocabulary(plan, pairs, &SentencePair::target)};
  made.origin = plan.origin;
  made.network = std::visit(
      [&](auto config) -> NetworkPtr {
        config.source_vocab_size = made.source().size();
        config.target_vocab_size = made.target().size();
        if (config.max_len > 0) {
          check_longest(made, pairs, config.max_len);
        } else {
          config.max_len = room_of(made, pairs, knows_any_place(config) ? 512 : 32);
        }
        return network_of(config);
      },
      plan.config);
  check_training_memory(made.network->parameters());
  made.params = make_params(made.network->parameters(), plan.settings.seed);
  return made;
}

}  // namespace

Training::Training(TrainingPlan plan, const std::vector<SentencePair>& train,
                   std::vector<SentencePair> held_out)
    : CheckpointTraining(
          untrained(plan, train),
          [&](Checkpoint& checkpoint) {
            return std::make_unique<PairTask>(checkpoint, train, plan.settings, plan.attention);
          },
          plan.adam),
      plan_(std::move(plan)),
      has_held_out_(!held_out.empty()),
      held_out_(std::move(held_out)),
      choosing_(train.begin(), train.begin() + static_cast<std::ptrdiff_t>(
                                                   std::min(train.size(), choosing_pairs))) {
  if (!has_held_out_) held_out_ = train;
  const auto too_long = [&](const SentencePair& pair) {
    const Checkpoint& model = checkpoint();
    const auto max = static_cast<std::size_t>(next_token_network(model).max_len() - 1);
    if (most_pieces(std::max(pair.source.size(), pair.target.size())) <= max) return false;
    return model.source().encode(pair.source).size() > max ||
           model.target().encode(pair.target).size() > max;
  };
  std::erase_if(held_out_, too_long);
  if (held_out_.size() > max_scored) held_out_.resize(max_scored);
  check_scoring_memory();
}

// The held-out sentences are first translated after some hundred steps: none is to be made in vain.
void Training::check_scoring_memory() const {
  std::vector<std::vector<int>> sources;
  for (const SentencePair& pair : held_out_) {
    sources.push_back(source_ids(checkpoint(), pair.source));
  }
  const double model = static_cast<double>(checkpoint().params.cells()) * sizeof(Real);
  const auto decoder = make_decoder(checkpoint());
  batches_that_fit(*decoder, with_translations(*decoder, sources), model + make_room());
}

TrainingScore Training::score(int sentences) const {
  return score(checkpoint(), sentences);
}

TrainingScore Training::score(const Checkpoint& model, int sentences) const {
  const OnBackend on_cpu(nullptr);  // many short sentences at once, over the cores
  const std::size_t count = std::min(static_cast<std::size_t>(sentences), held_out_.size());
  const Evaluation made = evaluate(model, std::span(held_out_).first(count), {}, make_room());
  return {steps(), made.sentences, made.exact_match, made.bleu.score};
}

Evaluation Training::evaluation(const Checkpoint& model) const {
  return evaluate(model, held_out_, choosing_, make_room());
}

GradientSpread Training::gradient_spread(int draws) {
  const OnBackend on_cpu(nullptr);
  const Params& params = checkpoint().params;
  auto& task = static_cast<PairTask&>(this->task());
  std::vector<double> sum;
  double squares = 0;
  for (int draw = 0; draw < draws; ++draw) {
    const int shards = task.redraw(steps() + 1, static_cast<std::uint64_t>(draw));
    for (int shard = 0; shard < shards; ++shard) task.run_shard(shard);
    std::size_t at = 0;
    for (int param = 0; param < params.size(); ++param) {
      const std::size_t cells = params.value(param).size();
      sum.resize(std::max(sum.size(), at + cells));
      for (std::size_t cell = 0; cell < cells; ++cell, ++at) {
        double gradient = 0;
        for (int shard = 0; shard < shards; ++shard) {
          const Mat& of_shard = task.gradient(shard, param);
          if (!of_shard.empty()) gradient += of_shard.cells()[cell];
        }
        sum[at] += gradient;
        squares += gradient * gradient;
      }
    }
    task.redrawn();
  }
  double of_sum = 0;
  for (const double cell : sum) of_sum += cell * cell;
  const double of_mean = of_sum / draws / draws;
  const double variance = std::max(0.0, (squares / draws - of_mean) * draws / (draws - 1));
  // The mean of a few draws is itself that much too long.
  return {std::sqrt(std::max(0.0, of_mean - variance / draws)), std::sqrt(variance)};
}

std::string Training::fingerprint() const {
  std::string attention;  // only what is not as it always was
  if (plan_.attention.align > 0) attention += fmt::format("; align {}", plan_.attention.align);
  if (!plan_.attention.baseline) attention += "; no baseline";
  return fmt::format("data {}; tokens {}; vocabulary {}; {}{}", plan_.data, name(plan_.tokens),
                     plan_.vocabulary, described(plan_.settings, plan_.adam), attention);
}

}  // namespace glassformer
