#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/scenes/records/assistant.h"
#include "core/scenes/sheet.h"

// What the scene assistant makes of one model, and of two answers under two models.
namespace glassformer {

// What is asked, and what is looked at.
struct Asked {
  std::string question;
  std::string answer;                  // of the question; empty: what the model writes
  const FactQuestion* fact = nullptr;  // null: the question is none of the facts'
  int at = 0;                          // words of the answer before the place that is looked at
};

// What the model writes behind the question: name, tokens, verdict.
AssistantRecord::Side written_side(const Checkpoint& model, std::string name, const Asked& asked);
// Then the nodes NAME.z, NAME.p, NAME.losses, NAME.mask, NAME.counted, NAME.loss of the place and
// the answer, `answer` being one that is not empty.
void name_side(Sheet& sheet, AssistantRecord::Side& side, const Checkpoint& model,
               const std::string& named, const Asked& asked);

// Nodes better.… and worse.…, sums, gains, margin, chosen, preference.
void name_preference(Sheet& sheet, AssistantRecord& record, const Checkpoint& reference,
                     const Checkpoint& policy, const std::string& question);

// The words of an answer up to the n-th.
std::string first_words(std::string_view text, int count);
int count_words(std::string_view text);

}  // namespace glassformer
