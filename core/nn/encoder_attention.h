#pragma once

#include <string>
#include <vector>

#include "core/nn/attention_log.h"
#include "core/nn/local_attention.h"
#include "core/nn/parameters.h"
#include "core/nn/pass.h"

namespace glassformer {

// How a decoder's state scores the encoder's states (Luong et al. 2015, §3.1; additive is also
// Bahdanau et al. 2015, A.1.2, and Luong's concat: v · tanh(s W + h U)). Uniform: all score 0, so
// that each gets the same weight.
enum class AlignmentScore { none, dot, general, additive, location, uniform };

// Which of them it looks at (Luong et al. 2015, §3.2): all; those within D of the word at the same
// place; those near a place that is predicted, p = S · σ(v_p · tanh(s W_p)), the weights times
// exp(−(j − p)² / 2σ²) with σ = D / 2.
enum class AlignmentWindow { global, local_m, local_p };

// What the decoder gets of the weights (Xu et al. 2015, §4): all states, each by its weight; or one
// of them, drawn with these probabilities while it learns, and else the most probable.
enum class AlignmentPick { soft, hard };

// The attention of a recurrent decoder over its encoder's states (Bahdanau et al. 2015, §3.1):
//   e_ij = a(s_i, h_j),  α_ij = softmax_j e_ij,  c_i = Σ_j α_ij h_j.
class EncoderAttention {
 public:
  struct Config {
    AlignmentScore score = AlignmentScore::additive;
    AlignmentWindow window = AlignmentWindow::global;
    AlignmentPick pick = AlignmentPick::soft;
    int reach = 4;    // D of the windows
    int state = 0;    // columns of the decoder's state
    int memory = 0;   // and of an encoder's state
    int hidden = 0;   // of the additive score and of the place that is predicted
    int max_len = 0;  // of the source: the location score has a weight for each place
  };
  EncoderAttention(Declaration& declaration, const std::string& name, const Config& config);

  // What of the scores does not depend on the decoder: made once for all steps ("V h_j is
  // precomputed", lecture 000). [m, memory] → [m, …]; without weights the memory itself.
  Var keys(Pass& pass, Var memory, const Tokens& source) const;

  struct Looked {
    Var scores, weights;  // [n, the longest source of these]
    Var choice;           // the same, 1 where it was looked; empty: softly, by the weights
    Var context;          // [n, memory]
    AttentionSite site;   // of a traced pass
  };
  // One query a row: states [n, H], each with the words of its sentence. `sentences` and `places`
  // say whose and at which place of the target it is. `scope`: of the step in a traced pass, with
  // one row then. `log`: how hard attention takes one position.
  Looked look(Pass& pass, Var states, Var keys, Var memory, const Tokens& source,
              const std::vector<int>& sentences, const std::vector<int>& places,
              const std::string& scope, const Axis& rows, AttentionLog& log) const;

 private:
  Var scores(Pass& pass, Var states, Var keys, const std::vector<int>& own_keys, int longest,
             const Axis& rows, const Axis& words) const;
  // Of a window: what it shows, and the weights.
  Near near_place(Pass& pass, Var scores, Var states, const std::vector<int>& own_keys,
                  const std::vector<int>& places, const Axis& rows, const Axis& words) const;
  static Var choice_of(const Pass& pass, Var weights, const Axis& rows, const Axis& words,
                       AttentionLog& log);

  std::string name_;
  Config config_;
  int w_ = -1, u_ = -1, v_ = -1, place_w_ = -1, place_v_ = -1;
};

}  // namespace glassformer
