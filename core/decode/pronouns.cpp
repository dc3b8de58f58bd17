#include "core/decode/pronouns.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/models/transformer.h"
#include "core/nn/pass.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"
#include "core/text/words.h"

namespace glassformer {

std::optional<int> pronoun_of(const SentencePair& pair) {
  if (!pair.it) return {};
  const auto link = std::ranges::find(pair.links, pair.it->pronoun, &Link::source);
  if (link == pair.links.end()) return {};
  return link->target;
}

bool has_right_pronoun(const SentencePair& pair, const std::string& translation) {
  const std::optional<int> at = pronoun_of(pair);
  if (!at || *at == 0) return false;
  const std::vector<std::string> truth = split_words(pair.target), said = split_words(translation);
  const std::string& before = truth[static_cast<std::size_t>(*at) - 1];
  const std::string& right = truth[static_cast<std::size_t>(*at)];
  for (std::size_t i = said.size(); i-- > 1;) {
    if (said[i - 1] == before) return said[i] == right;
  }
  return false;
}

PronounScore score_pronouns(std::span<const SentencePair> pairs,
                            std::span<const std::string> translations) {
  PronounScore score;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!pronoun_of(pairs[i])) continue;
    const bool right = has_right_pronoun(pairs[i], translations[i]);
    ++score.sentences;
    if (right) ++score.right;
    if (!pairs[i].it->contested) continue;
    ++score.contested;
    if (right) ++score.contested_right;
  }
  return score;
}

namespace {

// A sentence, the pieces of its translation up to the pronoun, and the pronoun.
struct Asked {
  std::vector<int> source, before;
  int pronoun = 0;
  Reference it;
};

std::vector<Asked> asked(const Checkpoint& checkpoint, std::span<const SentencePair> pairs) {
  std::vector<Asked> all;
  for (const SentencePair& pair : pairs) {
    const std::optional<int> at = pronoun_of(pair);
    if (!at) continue;
    Asked one{source_ids(checkpoint, pair.source), target_ids(checkpoint, pair.target), 0,
              *pair.it};
    one.pronoun = one.before[static_cast<std::size_t>(*at) + 1];
    one.before.resize(static_cast<std::size_t>(*at) + 1);
    all.push_back(std::move(one));
  }
  return all;
}

// How many pronouns are the most probable piece behind what stands before them.
int right_of(const Checkpoint& checkpoint, const std::vector<Asked>& all) {
  const LimitedMemory own;  // its numbers are let go before the next head is tried
  std::vector<std::vector<int>> sources;
  std::size_t steps = 0;
  for (const Asked& one : all) {
    sources.push_back(one.source);
    steps = std::max(steps, one.before.size());
  }
  const auto decoder = make_decoder(checkpoint);
  decoder->start(sources);
  int right = 0;
  std::vector<int> next(all.size());
  for (std::size_t step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      next[i] = all[i].before[std::min(step, all[i].before.size() - 1)];
    }
    const Mat& logits = decoder->step(next);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (step + 1 != all[i].before.size()) continue;
      const auto row = logits.row(static_cast<int>(i));
      const auto best = std::ranges::max_element(row) - row.begin();
      if (static_cast<int>(best) == all[i].pronoun) ++right;
    }
  }
  return right;
}

// Adds `share` for each head whose row of "it" is largest at its noun, or at the other.
void count_finds(const Checkpoint& checkpoint, const Asked& one, Real share, ReferenceHeads& made) {
  const LimitedMemory own;  // so are those of each sentence
  Tape tape;
  Pass pass = Pass::traced(tape, checkpoint.params);
  Tokens source;
  source.add(one.source);
  next_token_network(checkpoint).encode(pass, source);
  for (const AttentionSite& site : pass.sites()) {
    const auto row = tape.value(site.weights).row(one.it.pronoun);
    const auto largest = static_cast<int>(std::ranges::max_element(row) - row.begin());
    const int layer = site.place.layer, head = site.place.head - 1;
    if (largest == one.it.noun) made.finds(layer, head) += share;
    if (largest == one.it.rival) made.finds_other(layer, head) += share;
  }
}

}  // namespace

Checkpoint without_head(const Checkpoint& checkpoint, const AttentionPlace& head) {
  Checkpoint made = checkpoint;
  const bool cross = head.kind == AttentionPlace::Kind::cross;
  const bool encoder = head.stack == AttentionPlace::Stack::encoder;
  const std::string name = fmt::format("{}.{}.{}.wo", encoder ? "encoder" : "decoder", head.layer,
                                       cross ? "cross_attention" : "self_attention");
  const int index = made.params.find(name);
  if (index < 0) throw UserError(fmt::format("the model has no matrix {}", name));
  Mat& wo = made.params.value(index);
  const int heads = transformer_of(checkpoint).sizes().heads, width = wo.rows() / heads;
  for (int r = (head.head - 1) * width; r < head.head * width; ++r) {
    std::ranges::fill(wo.row(r), Real(0));
  }
  return made;
}

namespace {

std::vector<Asked> checked(const Checkpoint& checkpoint, std::span<const SentencePair> pairs) {
  const TransformerConfig& sizes = transformer_of(checkpoint).sizes();
  if (sizes.encoder_layers == 0 || !checkpoint.source().splits_into_words() ||
      !checkpoint.target().splits_into_words()) {
    throw UserError(
        "which head finds a noun is counted in a Transformer with an encoder whose pieces are "
        "words; choose such a model, en-fr for example");
  }
  std::vector<Asked> all = asked(checkpoint, pairs);
  if (all.empty()) throw UserError("none of the sentences has an \"it\" whose noun is known");
  return all;
}

}  // namespace

double right_pronouns(const Checkpoint& checkpoint, std::span<const SentencePair> pairs) {
  const std::vector<Asked> all = checked(checkpoint, pairs);
  return static_cast<double>(right_of(checkpoint, all)) / static_cast<double>(all.size());
}

ReferenceHeads reference_heads(const Checkpoint& checkpoint, std::span<const SentencePair> pairs) {
  const std::vector<Asked> all = checked(checkpoint, pairs);
  const TransformerConfig& sizes = transformer_of(checkpoint).sizes();
  const double count = static_cast<double>(all.size());
  ReferenceHeads made;
  made.sentences = static_cast<int>(all.size());
  made.right = right_of(checkpoint, all) / count;
  made.finds = made.finds_other = Mat(sizes.encoder_layers, sizes.heads);
  made.right_without = Mat(sizes.encoder_layers, sizes.heads);
  for (const Asked& one : all) {
    count_finds(checkpoint, one, static_cast<Real>(1 / count), made);
  }
  for (int layer = 0; layer < sizes.encoder_layers; ++layer) {
    for (int head = 1; head <= sizes.heads; ++head) {
      AttentionPlace place{AttentionPlace::Stack::encoder, layer, AttentionPlace::Kind::self, head};
      made.right_without(layer, head - 1) =
          static_cast<Real>(right_of(without_head(checkpoint, place), all) / count);
    }
  }
  return made;
}

}  // namespace glassformer
