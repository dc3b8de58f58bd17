#include <algorithm>
#include <cmath>

#include "core/formats/json.h"
#include "core/lesson/lesson.h"
#include "core/lesson/living_text.h"
#include "core/lesson/stage.h"
#include "core/lesson/step_cell.h"
#include "core/scenes/other_than_asked.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"

namespace glassformer {

namespace {

std::string cell_name(const std::string& path, int row, int col) {
  return path + "[" + std::to_string(row) + ", " + std::to_string(col) + "]";
}

std::string numbered(const std::string& list, std::size_t i) {
  return list + "[" + std::to_string(i) + "]";
}

// A lesson's claims about its run, held against it one by one.
class Check {
 public:
  explicit Check(const Tape& tape) : tape_(tape) {}

  void step(const Step& step, const Inputs& inputs, const Run& run, const std::string& where) {
    const Var var = step.focus.empty() ? Var{} : find(step.focus, where);
    const LivingText living{&run, &inputs};
    if (var && step.cell) {
      for (const std::string& flaw : check_step_cell(*step.cell, var, living)) {
        say(where + ".cell", flaw);
      }
    }
    for (const Spot& spot : step.touch.spots) this->spot(spot, where + ".touch");
    const auto text = [&](const std::string& markup, const char* key) {
      tensors(filled(markup, living), where + "." + key);
      for (const std::string& flaw : check_living(markup, living)) say(where + "." + key, flaw);
    };
    text(step.title, "title");
    text(step.text, "text");
    text(step.line, "line");
    text(step.invitation, "try");
    for (const std::string& flaw : check_living_formula(step.formula, living)) {
      say(where + ".formula", flaw);
    }
    tensors(filled_formula(step.formula, living), where + ".formula");
    if (step.ask) {
      text(step.ask->question, "ask.question");
      text(step.ask->answer, "ask.answer");
      text(step.ask->line, "ask.line");
      for (const Spot& spot : step.ask->hide) this->spot(spot, where + ".ask.hide");
    }
  }

  void as_asked(const Run& run, const std::string& where) {
    for (const std::string& what : other_than_asked(run)) say(where, what);
  }

  void claim(const Claim& claim, const std::string& where) {
    try {
      if (const std::string why = refuted(claim, tape_); !why.empty()) say(where, why);
    } catch (const UserError& error) {
      say(where, error.what());
    }
  }

  void all(const std::vector<Expectation>& expect, const std::vector<Claim>& claims,
           const std::string& where) {
    for (std::size_t i = 0; i < expect.size(); ++i) expectation(expect[i], numbered(where, i));
    for (std::size_t i = 0; i < claims.size(); ++i)
      claim(claims[i], numbered(where, expect.size() + i));
  }

  void expectation(const Expectation& expect, const std::string& where) {
    const Var var = find(expect.path, where);
    const Mat& wanted = expect.values;
    const int row = expect.first_row, col = expect.first_col;
    if (!var || !inside(var, row, col, wanted.rows(), wanted.cols(), where)) return;
    const Mat& value = tape_.value(var);
    int wrong = 0, wrong_row = 0, wrong_col = 0;
    for (int r = 0; r < wanted.rows(); ++r) {
      for (int c = 0; c < wanted.cols(); ++c) {
        const double is = value(row + r, col + c), should = wanted(r, c);
        const bool fits = is == should || std::abs(is - should) <= expect.tolerance;
        if (fits || wrong++ > 0) continue;
        wrong_row = r;
        wrong_col = c;
      }
    }
    if (wrong == 0) return;
    say(where, cell_name(expect.path, row + wrong_row, col + wrong_col) + " is " +
                   shortest(value(row + wrong_row, col + wrong_col)) + ", expected " +
                   shortest(wanted(wrong_row, wrong_col)) + " within " +
                   shortest(expect.tolerance) +
                   (wrong == 1 ? "" : " (" + std::to_string(wrong) + " cells differ)"));
  }

  void printed(const Printed& printed, const std::string& where) {
    const Var var = find(printed.path, where);
    const auto rows = static_cast<int>(printed.values.size());
    const auto cols = static_cast<int>(printed.values.front().size());
    if (var) inside(var, 0, 0, rows, cols, where);
  }

  std::vector<std::string> sentences;

 private:
  void spot(const Spot& spot, const std::string& where) {
    const Var var = find(spot.path, where);
    if (var && spot.row) inside(var, *spot.row, spot.col.value_or(0), 1, 1, where);
  }
  // \tensor{PATH}{…} is written in formulas: touching it lights the matrix.
  void tensors(std::string_view markup, const std::string& where) {
    constexpr std::string_view command = "\\tensor{";
    for (std::size_t at = 0; (at = markup.find(command, at)) != markup.npos;) {
      at += command.size();
      const std::size_t end = std::min(markup.find('}', at), markup.size());
      find(std::string(markup.substr(at, end - at)), where);
    }
  }
  void say(const std::string& where, const std::string& what) {
    sentences.push_back(where + ": " + what);
  }
  Var find(const std::string& path, const std::string& where) {
    const Var var = tape_.find(path);
    const std::vector<std::string> paths = tape_.paths();
    if (!var) {
      say(where, "the run has no matrix '" + path + "'" + instead_of(path, "matrices are", paths));
    }
    return var;
  }
  bool inside(Var var, int row, int col, int rows, int cols, const std::string& where) {
    const Shape shape = tape_.shape(var);
    if (rows <= shape.rows && cols <= shape.cols && row <= shape.rows - rows &&
        col <= shape.cols - cols) {
      return true;
    }
    const std::string claimed =
        rows == 1 && cols == 1 ? "the cell" : "a matrix of " + to_string(Shape{rows, cols});
    say(where, claimed + " at row " + std::to_string(row) + ", column " + std::to_string(col) +
                   " lies outside " + tape_.node(var).path + ", which is " + to_string(shape) +
                   "; rows and columns count from 0");
    return false;
  }
  const Tape& tape_;
};

}  // namespace

std::vector<std::string> check_lesson(const Lesson& lesson) {
  std::vector<std::string> sentences;
  const auto take = [&](Check& check) {
    sentences.insert(sentences.end(), check.sentences.begin(), check.sentences.end());
  };
  RunPtr now;
  try {
    now = run(stage_inputs(lesson, -1, lesson.changes));
  } catch (const UserError& error) {
    return {std::string("the lesson does not run: ") + error.what()};
  }
  Check start(now->tape);
  start.as_asked(*now, "config");
  start.all(lesson.expect, lesson.claims, "expect");
  for (std::size_t i = 0; i < lesson.printed.size(); ++i) {
    start.printed(lesson.printed[i], numbered("printed", i));
  }
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const Step& step = lesson.steps[i];
    const std::string where = numbered("steps", i);
    const Inputs inputs = stage_inputs(lesson, static_cast<int>(i), lesson.changes);
    try {
      if (!step.set.empty()) now = run(inputs, now);
    } catch (const UserError& error) {
      sentences.push_back(where + ".set: " + error.what());
      continue;
    }
    Check check(now->tape);
    check.step(step, inputs, *now, where);
    if (!step.set.empty()) check.as_asked(*now, where + ".set");
    check.all(step.expect, step.claims, where + ".expect");
    take(check);
  }
  take(start);
  return sentences;
}

}  // namespace glassformer
