#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/grad/tape.h"
#include "core/nn/attention_log.h"
#include "core/nn/tokens.h"
#include "core/text/pair.h"

// What of a loss speaks of where a decoder looked, beside the words that it wrote.
namespace glassformer {

struct AttentionLearning {
  // Of hard attention: whether a reward is held against what is usual at its place in the sentence.
  bool baseline = true;
  // How much the cross-entropy of the weights against the true alignment counts (lecture 004:
  // "collect manual annotations and incorporate into the loss"); 0: not at all.
  double align = 0;
};

// How well each word was predicted, summed by its place in the target.
struct Rewards {
  std::vector<double> sums;
  std::vector<int> counts;
  void add(int place, double reward);
};

// The usual reward at each place: a running mean over the batches (Williams 1992, §6; Xu et al.
// 2015, equation 10).
class Baseline {
 public:
  // Nothing is usual yet at a place where no batch had a word: then the reward itself, so that
  // nothing is learned from the difference.
  double usual(int place, double reward) const;
  void take(const Rewards& rewards);  // of one batch
  // To the last bit.
  std::string text() const;
  void read(const std::string& text);  // what is no such text: nothing is usual yet

 private:
  std::vector<double> means_;  // nan: nothing yet
};

// One shard of a batch.
struct LookedBatch {
  const Tokens& target;
  const std::vector<int>& next;  // what should be predicted for each row of target
  std::span<const std::vector<Link>* const> links;  // of each sentence, in pieces; may be empty
  int tokens = 0;                                   // rows of the whole batch: a loss is their mean
};

// The part of the loss for the shard, [1, 1]; empty if there is none. With logits [rows, words] it
// is, for the looks of the log,
//   hard    Σ_i (R_i − b) · (−log α_i,chosen) / tokens: its gradient is on average that of the
//           expected loss (REINFORCE, Williams 1992). R_i is log p of the word that the choice was
//           for, and where the choice goes into later states also of those after it;
//   aligned align · Σ_i Σ_j t_ij (−log α_ij) / tokens, t_i even over the linked source tokens.
// `rewards` hears of each R.
Var attention_loss(Tape& tape, const AttentionLog& log, Var logits, const LookedBatch& batch,
                   const AttentionLearning& learning, const Baseline& baseline, Rewards& rewards);

}  // namespace glassformer
