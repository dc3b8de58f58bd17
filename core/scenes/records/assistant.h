#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"
#include "core/text/fact_questions.h"

namespace glassformer {

namespace assistant_options {
inline constexpr NumberKey at{"at", 0};
}  // namespace assistant_options

// What the scene assistant computed: a question, and what a decoder alone writes behind it before
// and after a tuning.
struct AssistantRecord {
  // What a model has to do with the question. Tokens are as its own tokenizer cuts.
  struct Side {
    std::string name;                           // "tuned on answers"
    std::vector<std::string> question;          // its tokens …
    std::vector<std::string> written;           // … and those that the model writes behind them
    std::string text;                           // as it reads
    bool ended = false;                         // by the end mark
    enum class Verdict { none, right, wrong };  // none: no fact is asked for, or none is stated
    Verdict verdict = Verdict::none;
    // Of the place that is looked at: all pieces, the most probable first.
    std::vector<std::string> before_place;  // the tokens before it
    Var p;                                  // [1, pieces]
    int wanted = -1;                        // the column of what the answer has there
    // Of question and answer together: how surprising each token but the first is.
    std::vector<std::string> learned;  // the tokens
    int given = 0;                     // so many of them are the question's
    Var losses;                        // [1, tokens − 1], −log p
    Var mask;                          // [1, tokens − 1]: 1 where it counts
    Var loss;                          // [1, 1]: the mean of those that count
  };
  std::array<Side, 2> sides;  // before and after what was changed
  Var answered;               // [2, 1]: of both, 1 right, 0 wrong, −1 no answer
  bool own = false;           // the model after it is the user's
  std::string answer;         // that is learned or judged: the fact's, or else what was written
  bool known = false;         // the question is one of the facts'
  int fact = -1;              // which one
  int at = 0;                 // words of the answer before the place that is looked at

  // The facts, and some examples of each group: question and answer.
  struct Example {
    FactQuestion::Group group = FactQuestion::Group::asked;
    std::string question, answer, sentence;
  };
  std::vector<Example> examples;
  Var facts;    // [groups, 1]: how many
  Var right;    // [groups, 4]: asked before; with the sentence begun; asked after; by guessing
  Var learned;  // [moments, groups]: share right while it is tuned
  std::vector<int> tuned_steps;  // of the moments

  // A better and a worse answer to the question, under the reference and under the model that
  // learns preferences.
  struct Answer {
    std::string text;
    std::vector<std::string> tokens;  // of the answer, with the end mark
    Var reference, policy, gain;      // [1, tokens]: log p under both, and the difference
    bool token_by_token = true;       // else each is one cell for the whole answer
  };
  std::array<Answer, 2> answers;  // the better one, the worse one
  Var sums;                       // [2, 2]: log π of both answers, reference and policy
  Var gains;                      // [2, 1]: how much each gained
  Var margin, chosen, loss;       // [1, 1]: β times the difference, its σ, −log of that
  double beta = 0;

  // Of the recorded preferences.
  std::vector<int> steps;  // of the moments
  Var moved;               // [moments, 2]: what both answers gained, of the main β
  Var progress;  // [moments, 3], of the main β: share of the pairs in order, of the answers without
                 // politeness, of the facts that were read and are still right
  Var apart;  // [moments, βs]: how much more the better answer gained than the worse one
  Var kept;   // [βs, 2] at the end: share of the answers without politeness, and still right
};

}  // namespace glassformer
