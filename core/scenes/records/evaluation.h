#pragma once

#include <string_view>
#include <vector>

#include "core/embed/eval/evaluate.h"
#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace evaluation_options {
inline constexpr TextKey section{"section"};
inline constexpr TextKey question{"question"};
inline constexpr TextKey pairs{"pairs"};
}  // namespace evaluation_options

// What the scene evaluate-vectors computed. A part is empty where the vectors lack its words.
struct EvaluationRecord {
  struct Accuracy {
    Var right, answered, share;   // [sections, sets]
    Var all_answered, all_share;  // [1, sets]
  };
  struct Misses {
    std::vector<MissedQuestion> questions;
    Var its, wanted;  // [questions, 1]: cosines of the answer and of the right word
  };
  struct Question {
    static constexpr std::string_view scope = "question";
    Var words;   // [3, dim]: a, b, c, each of length 1
    Var target;  // [1, dim]
    Var cosine;  // [1, answers]
  };
  struct Similarity {
    static constexpr std::string_view scope = "similarity";
    Var cosine, rating;            // [pairs, 1]
    Var cosine_rank, rating_rank;  // [pairs, 1]
    Var difference;                // [pairs, 1]: of the ranks
    Var spearman;                  // [1, 1]
  };
  Accuracy accuracy;
  Misses misses;
  Question question;
  Similarity similarity;
};

}  // namespace glassformer
