#pragma once

#include <string>
#include <vector>

#include "core/nn/attention_log.h"
#include "core/nn/parameters.h"
#include "core/nn/pass.h"

namespace glassformer {

// How a decoder's state scores the encoder's states (Luong et al. 2015, §3.1; additive is both
// Bahdanau et al. 2015, A.1.2, and Luong's concat: v · tanh(s W + h U)). Uniform: all scores are 0,
// so all weights are equal.
enum class AlignmentScore { none, dot, general, additive, location, uniform };

// Which of them it sees (Luong et al. 2015, §3.2; local_attention.h): all of them; those within D
// of the target's own position; or those within D of a predicted position, under a Gaussian.
enum class AlignmentWindow { global, local_m, local_p };

// What the decoder makes of the weights (Xu et al. 2015, §4): the weighted mean of all states; or a
// single state, sampled from the weights in training and the most probable one otherwise.
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
    int memory = 0;   // columns of an encoder's state
    int hidden = 0;   // hidden units of the additive score and of the predicted position
    int max_len = 0;  // of the source: the location score learns a weight per position
  };
  EncoderAttention(Declaration& declaration, const std::string& name, const Config& config);

  // The part of the scores that does not depend on the decoder, computed once for all steps ("V h_j
  // is precomputed", lecture 000). [m, memory] → [m, …]; the memory itself if there are no weights.
  Var keys(Pass& pass, Var memory, const Tokens& source) const;

  struct Looked {
    Var scores, weights;  // [n, the longest source of these]
    Var choice;           // the same shape, 1 at the chosen position; empty: soft attention
    Var context;          // [n, memory]
    AttentionSite site;   // of a traced pass
  };
  // One query per row: states [n, H], each of which sees only its own sentence. `sentences` and
  // `places` give each row's sentence and its position in the target. A traced pass has one row,
  // and `scope` is that of its step. `log` decides how hard attention picks a position.
  Looked look(Pass& pass, Var states, Var keys, Var memory, const Tokens& source,
              const std::vector<int>& sentences, const std::vector<int>& places,
              const std::string& scope, const Axis& rows, AttentionLog& log) const;

 private:
  Var scores(Pass& pass, Var states, Var keys, const std::vector<int>& own_keys, int longest,
             const Axis& rows) const;
  // For the two local windows.
  Var local_weights(Pass& pass, Var scores, Var states, const std::vector<int>& own_keys,
                    const std::vector<int>& places, const Axis& rows, const Axis& words) const;
  static Var choice_of(const Pass& pass, Var weights, const Axis& rows, const Axis& words,
                       AttentionLog& log);

  std::string name_;
  Config config_;
  int w_ = -1, u_ = -1, v_ = -1, place_w_ = -1, place_v_ = -1;
};

}  // namespace glassformer
