#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/assets.h"
#include "core/lesson/changes.h"
#include "core/lesson/claim.h"
#include "core/lesson/places.h"
#include "core/lesson/step_cell.h"
#include "core/scenes/scene.h"

namespace glassformer {

// Numbers that must come out, enforced by tests and by `--check`.
struct Expectation {
  std::string path;
  Mat values;
  double tolerance = 1e-6;
  int first_row = 0;  // where `values` lies in the node
  int first_col = 0;
};

// A cell, a row of cells (no column), or all of a matrix.
struct Spot {
  std::string path;
  std::optional<int> row;
  std::optional<int> col;
};

// What a step lights on the stage.
struct StepTouch {
  std::vector<Spot> spots;
  std::vector<std::string> words;  // wherever they stand
  bool empty() const { return spots.empty() && words.empty(); }
};

// A question before its answer. What gives it away stays hidden until it is answered.
struct Ask {
  std::string question;
  std::vector<Spot> hide;
  std::string answer;
  std::string line;  // what the room reads of the answer
};

// One step of the walk: it puts the stage into a state, and says what is seen there. `focus` is a
// path of the trace (the matrix that this step makes); the canvas moves there and builds it cell by
// cell. Texts hold formulas between $ … $ and living numbers (living_text.h).
struct Step {
  std::string title;
  std::string text;              // a few sentences
  std::string line;              // what the room reads
  std::string focus;             // path; empty: the whole picture
  std::optional<StepCell> cell;  // of the focus, on which the inspector opens
  std::string formula;           // markup; empty: the op's own formula
  Changes set;                   // what the step changes; later steps find it so
  StepTouch touch;
  std::optional<Ask> ask;
  std::string invitation;  // what the user might try now ("try" in the file)
  std::string still;       // why the stage stays as it was in the step before; empty: it does not
  Places new_scene;        // from this step on; empty: the places stay as they were
  std::string small;       // why its hero does not fill the stage; empty: it does
  std::vector<Expectation> expect;  // in the state of this step
  std::vector<Claim> claims;        // likewise
};

// What the lecture printed, beside what is exact, and why they differ.
struct Printed {
  std::string path;
  std::vector<std::vector<std::string>> values;  // as printed, "" where nothing was
  std::string why;
};

// A lesson is data: the same file feeds the window, the numeric test and the picture test.
struct Lesson {
  std::string id;
  std::string title;
  std::string group;   // "Attention"
  std::string source;  // lecture and figure
  std::string view;    // name of a view; empty: "attention"
  int order = 0;
  Places places;  // as it begins; empty: the view divides the stage by itself
  Inputs inputs;  // as it begins: model, config, sentences, givens, edits
  std::vector<Step> steps;
  std::vector<Expectation> expect;  // as it begins
  std::vector<Claim> claims;        // likewise
  std::vector<Printed> printed;
  int at_step = 0;  // where a saved session was
  Changes changes;  // what the user had changed there
  std::filesystem::path file;
};

// Reads and checks a lesson. Throws UserError: "FILE:LINE: PATH: what is wrong and what to do".
// Nothing is allocated by a size that the text merely claims.
Lesson read_lesson(const std::filesystem::path& file);
Lesson parse_lesson(std::string_view json, const std::filesystem::path& named);

// The lesson as a file that opens again as it was: a lesson's own format, with edits and step.
std::string write_lesson(const Lesson& lesson);

// Runs the lesson as it begins and at each step, with its changes, and holds its claims against the
// runs: every step's focus, cell and text, every expectation, the shapes of what was printed. One
// sentence for each that fails; none: all is well.
std::vector<std::string> check_lesson(const Lesson& lesson);

// The shipped lessons in teaching order.
std::vector<Lesson> shipped_lessons();
// By id, or by file name if it has a slash or ends with .json. Throws UserError naming the ids and
// the one that came near.
Lesson find_lesson(std::string_view id_or_file);

}  // namespace glassformer
