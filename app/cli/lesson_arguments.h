#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command_options.h"
#include "core/lesson/lesson.h"

namespace glassformer {

// What every command about one lesson takes: which one, and what to change first, as the mouse and
// the keyboard would. Plain data, so a command can keep it in a shared_ptr.
struct LessonArguments {
  std::string lesson;                   // an id, or a file
  std::vector<std::string> text;        // --text; at most one
  std::vector<std::string> text2;       // --text2; at most one
  std::vector<std::string> models;      // --model; at most one
  std::vector<std::string> vectors;     // --vectors; at most two
  std::vector<std::string> attentions;  // --attentions; at most one
  std::vector<std::string> options;     // --option NAME=VALUE
  std::vector<std::string> cells;       // --set NAME=ROW,COL,VALUE
  int step = 0;                         // --step, from 1; 0: as the lesson begins
};

// Declares LESSON, --text, --text2, --model, --vectors, --attentions, --option
// and --set, bound to `arguments`.
void declare_lesson(const CommandOptions& app, LessonArguments& arguments);

// The lesson with its changes, as a user would have made them: the model, vectors, options, then
// texts, then cells. Throws UserError naming the argument that is wrong. Whether a cell exists
// shows when the lesson runs.
Lesson open_lesson(const LessonArguments& arguments);

// What is computed at the step that the arguments name. Throws UserError for a step beyond the
// last.
Inputs inputs_of(const Lesson& lesson, const LessonArguments& arguments);

// What is computed there. What a lesson of one's own has wrong is said with its file and line.
RunPtr run_lesson(const Lesson& lesson, const LessonArguments& arguments);
// The name of a lesson before a sentence about it: of one's own the file and the line, else its id.
std::string about(const std::string& id_or_file, const Lesson& lesson, std::string_view sentence);

// Says on standard error what the run of these inputs shows in place of what was asked for, and
// which of the options that were given change nothing of it.
void tell_other_than_asked(const Lesson& lesson, const LessonArguments& arguments,
                           const Inputs& inputs, const Run& run);

// The node of that path. Throws UserError with the nearest paths and all of them.
Var find_path(const Tape& tape, const std::string& path);

// "1,-2.5" → two parts; throws UserError naming `argument` and `form` unless there are `count`.
std::vector<std::string> split(const std::string& list, std::size_t count,
                               const std::string& argument, const std::string& form);
// A row or a column, counted from 0.
int parse_index(const std::string& digits, const std::string& argument);

}  // namespace glassformer
