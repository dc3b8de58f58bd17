#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/decode/pronouns.h"
#include "core/models/checkpoint.h"
#include "core/text/bleu.h"
#include "core/text/pair.h"

namespace glassformer {

// How well a model translates sentences, greedily.
struct Evaluation {
  int sentences = 0;
  int exact = 0;           // translated word for word
  int too_long = 0;        // longer than the model takes: counted as wrong
  double exact_match = 0;  // exact / sentences
  Bleu bleu;
  std::vector<std::string> translations;
  PronounScore pronouns;  // of the translations
  // Of the cross-attention against the true links, while the true translation is fed; only where
  // there are links, and the pieces are what they count.
  std::optional<double> alignment_error_rate;
  std::string aligned_by;  // "layer 2, head 3", "mean of layer 2", "mean of all heads"; from 1
};

// `choosing`: pairs with links by which the head is chosen whose weights align best; none of them
// should be in `pairs`. Empty: no alignment error rate. As many sentences are translated together
// as memory allows beside the model and so many bytes more; throws UserError if not even one is.
Evaluation evaluate(const Checkpoint& checkpoint, std::span<const SentencePair> pairs,
                    std::span<const SentencePair> choosing, double beside = 0);

}  // namespace glassformer
