#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace pre_training_options {
inline constexpr NumberKey after{"after", 1e6};  // steps; the newest moment
}  // namespace pre_training_options

// What the scene pre-training computed: a language model as it was at one moment of its training,
// and the curves of all moments.
struct PreTrainingRecord {
  std::string text;                 // that it reads: "the small world"
  bool recorded = true;             // no training of the user's own
  bool words = true;                // a token is a whole word
  int prompt = 0;                   // tokens of the text that was given
  std::vector<std::int64_t> steps;  // of each moment
  std::size_t moment = 0;           // that is shown
  std::vector<double> loss_steps;   // of the rows of `losses`

  // What each moment makes of the prompt: the tokens that it adds, drawn with the same numbers.
  struct Written {
    std::vector<std::string> tokens;
    std::string text;  // as it reads, without the prompt
  };
  std::vector<Written> written;

  Var losses;    // [steps, 1]: of each batch, in nats
  Var held_out;  // [moments, 1]: of text that is not learned
  Var counted;   // [4, 1]: all tokens alike; single tokens, pairs and triples counted
  // [moments, 1]: how probable the right token is that is one of the most frequent, that the one
  // before tells, that only the three before tell (core/train/token_counts.h).
  Var frequent, one_before, further_back;
  // [steps, 1]: with a few sentences alone, the loss on these and on held-out ones; where recorded.
  Var few_read, few_unread;
  std::vector<double> few_steps;
  Var perplexity;  // [1, 1]: e to the held-out loss of this moment
  Var now;         // [5, 1]: held-out nats, bits and perplexity; nats of the batches before; step
  Var sizes;    // [6, 1]: tokens to learn from, scored, vocabulary, parameters, tokens of a step,
                // tokens of the few sentences
  Var right;    // [prompt − 1, 1]: how probable the next token of the prompt was
  Var p;        // [1, pieces]: of what follows the prompt, sorted
  Var map;      // [tokens, tokens]
  Var looks;    // [1, tokens]: its last row
  Var chances;  // [written, 1]: how probable each written token of this moment was
  int layer = 0, head = 0;  // of the map, from 1; head 0: the mean of the layer's
};

}  // namespace glassformer
