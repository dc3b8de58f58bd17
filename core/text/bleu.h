#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// BLEU of a corpus (Papineni, Roukos, Ward and Zhu 2002) as sacrebleu defines it (Post 2018, "A
// Call for Clarity in Reporting BLEU Scores"): signature
// nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp.
struct Bleu {
  double score = 0;                    // 0 … 100
  std::array<double, 4> precisions{};  // in percent, of 1 to 4 words
  double brevity_penalty = 1;
  int hypothesis_words = 0, reference_words = 0;
};

// The words that mteval-v13a sees: ASCII punctuation apart, except . and , between digits.
std::vector<std::string> tokenize_13a(std::string_view sentence);

// One or more references for each hypothesis; the two spans are equally long. An n without any
// match counts as 1/2, 1/4 … of a match, one half for each such n (smoothing "exp"); without any
// match at all the score is 0.
Bleu corpus_bleu(std::span<const std::string> hypotheses,
                 std::span<const std::vector<std::string>> references);
Bleu corpus_bleu(std::span<const std::string> hypotheses, std::span<const std::string> references);

}  // namespace glassformer
