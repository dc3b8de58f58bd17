#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/models/decoder.h"

namespace glassformer {

struct Choice {
  int piece = 0;
  double log_probability = 0;
};

struct DecodeOptions {
  int beam = 1;
  double alpha = 0.6;       // of the length penalty; 0: none
  int max_len = 0;          // pieces; 0: twice the source and 8, as far as the model goes
  int top = 0;              // how many of the most probable next pieces each step records
  std::vector<int> prefix;  // pieces that the translation must begin with
};

struct Translation {
  std::vector<int> pieces;               // without begin and end
  bool ended = false;                    // false: cut where `max_len` was reached
  double log_probability = 0;            // of the pieces, and of the end if it was reached
  double score = 0;                      // that, divided by the length penalty
  std::vector<std::vector<Choice>> top;  // for each step, the end's too: most probable first
  // Cross-attention: for each layer · heads + head the matrix [step, source piece]. Row i is where
  // the model looked when it chose piece i; the last row, when it ended (if it has an end mark).
  std::vector<Mat> cross;
};

// ((5 + length) / 6)^alpha (Wu et al. 2016, "Google's Neural Machine Translation System", equation
// 14; Vaswani et al. 2017, §6.1, with alpha 0.6). `length` counts pieces and the end mark.
double length_penalty(int length, double alpha);

// Each time the most probable piece. Throws UserError: a prefix that is too long or holds a special
// piece, beam or max_len out of range.
Translation greedy(Decoder& decoder, const std::vector<int>& source_ids,
                   const DecodeOptions& options = {});
// The same for many sentences at once, without top and cross. So many together as memory allows
// beside so many bytes; throws UserError if not even one does.
std::vector<std::vector<int>> greedy_all(const Decoder& decoder,
                                         std::span<const std::vector<int>> sources,
                                         double beside = 0);
// The cross-attention while the given translations are fed (without begin and end): for each pair
// what Translation::cross is. As many together as memory allows, likewise.
std::vector<std::vector<Mat>> forced_cross(const Decoder& decoder,
                                           std::span<const std::vector<int>> sources,
                                           std::span<const std::vector<int>> targets,
                                           double beside = 0);

// One candidate of a beam search: a piece after those of its parent.
struct BeamNode {
  int parent = -1;  // in BeamSearch::nodes; −1: the begin mark
  int step = 0;     // how many pieces stand before it
  int piece = 0;
  double log_probability = 0;  // of this piece
  double total = 0;            // of the pieces so far
  double score = 0;            // total over the length penalty
  enum class Fate { rejected, kept, finished } fate = Fate::rejected;
};

struct BeamSearch {
  std::vector<BeamNode> nodes;  // step by step; within a step by parent, most probable first
  std::vector<int> finished;    // nodes with the end mark, best score first; the first one won
  Translation translation;
};

// Beam search: at each step the `beam` most probable continuations of all hypotheses live on, and
// those that end are set aside; the best by score wins. It stops when no living one can still win.
// A hypothesis of `max_len` pieces can only end. With a beam that is never full the search is
// exhaustive.
BeamSearch beam_search(Decoder& decoder, const std::vector<int>& source_ids,
                       const DecodeOptions& options);

}  // namespace glassformer
