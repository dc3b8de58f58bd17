#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/nn/pass.h"
#include "core/tensor/mat.h"
#include "core/text/answer_task.h"

namespace glassformer {

// A small decoder that comes with the program: what it learned, and how many questions it never
// saw.
struct AnswerModel {
  std::string_view name;  // of the option, "sort"
  std::string_view file;  // assets/weights/FILE.safetensors
  AnswerTask task;
  int kept_apart = 0;
};
const AnswerModel& answer_model(std::string_view name);

// Which kind of token each one of "question=answer" is while a character of the answer is written.
// Of letters: the one that is written, others, the mark, what is written already. Of sums: the two
// digits of its column, those of the columns right of it, those left of it, signs, what is written
// already.
std::vector<std::string> token_groups(const AnswerTask& task);
int group_of(const AnswerTask& task, std::string_view line, int written, int token);
// The column of a character of the sum, or of a digit of a number: 0 are the ones.
int column_written(const AnswerTask& task, int written);
int column_read(const AnswerTask& task, int token);

// "c h a f e d" and "57 and 8" as the task's question() writes them: "chafed", "57+08". Throws
// UserError: what is wrong, and what may be typed.
std::string question_of(const AnswerTask& task, std::string_view typed);

// On average over some of the questions that were kept apart.
struct UsualLooks {
  std::vector<Mat> groups;  // of each character written: [heads, groups]
  Mat carried;              // of sums: [heads, 2], what falls right of the tens without and with a
                            // carry
};
// Computed once for each model.
const UsualLooks& usual_looks(const AnswerModel& model);

// The pass over a question and its answer but for the last character.
struct AnsweredPass {
  Tokens tokens;
  Var logits;
  std::vector<AttentionSite> sites;
};
AnsweredPass answered_pass(Tape& tape, const Checkpoint& checkpoint, std::string_view line);

}  // namespace glassformer
