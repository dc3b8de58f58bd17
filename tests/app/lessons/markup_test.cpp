#include <gtest/gtest.h>

#include "app/views/view.h"
#include "app/widgets/formula.h"
#include "core/grad/law.h"
#include "core/lesson/lesson.h"
#include "core/lesson/living_text.h"
#include "core/lesson/stage.h"
#include "tests/support/paths.h"

// Every formula of the shipped lessons can be drawn, and every \tensor in it names a matrix.
namespace glassformer {
namespace {

// The parts of a text that are formulas, between $ … $.
std::vector<std::string> formulas(const std::string& text) {
  std::vector<std::string> found;
  for (std::size_t begin = text.find('$'); begin != std::string::npos;) {
    const std::size_t end = text.find('$', begin + 1);
    if (end == std::string::npos) return {"$ without an end"};
    found.push_back(text.substr(begin + 1, end - begin - 1));
    begin = text.find('$', end + 1);
  }
  return found;
}

void expect_sound(const std::string& markup, const Run& run, const std::string& where) {
  std::string error;
  EXPECT_TRUE(check_formula(markup, &error)) << where << ": " << markup << ": " << error;
  const std::string command = "\\tensor{";
  for (std::size_t at = markup.find(command); at != std::string::npos;
       at = markup.find(command, at + 1)) {
    const std::size_t begin = at + command.size();
    const std::string path = markup.substr(begin, markup.find('}', begin) - begin);
    EXPECT_TRUE(run.tape.find(path)) << where << ": no matrix is named " << path;
  }
}

TEST(LessonMarkup, CanBeDrawnAndNamesItsMatrices) {
  for (const auto& entry :
       std::filesystem::directory_iterator(testing::source_dir() / "assets" / "lessons")) {
    if (entry.path().extension() != ".json" || entry.path().stem() == "schema") continue;
    const Lesson lesson = read_lesson(entry.path());
    RunPtr made = run(lesson.inputs);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const Step& step = lesson.steps[i];
      const std::string where = lesson.id + ", " + step.title;
      const Inputs inputs = stage_inputs(lesson, static_cast<int>(i));
      if (!step.set.empty()) made = run(inputs, made);
      const LivingText living{made.get(), &inputs};
      std::vector<std::string> texts{step.text, step.invitation};
      if (step.ask) texts.insert(texts.end(), {step.ask->question, step.ask->answer});
      for (const std::string& text : texts) {
        for (const std::string& formula : formulas(filled(text, living))) {
          expect_sound(formula, *made, where);
        }
      }
      if (!step.formula.empty()) expect_sound(filled_formula(step.formula, living), *made, where);
      EXPECT_EQ(check_view_state(lesson), std::vector<std::string>{}) << where;
    }
    for (const std::string& path : made->tape.paths()) {
      const Var var = made->tape.find(path);
      expect_sound(made->tape.node(var).label.symbol, *made, path);
      const Shape shape = made->tape.shape(var);
      if (shape.rows == 0 || shape.cols == 0) continue;
      // What the inspector writes of its first and its last cell.
      expect_sound(law_text(made->tape, {var, 0, 0}), *made, path);
      expect_sound(law_text(made->tape, {var, shape.rows - 1, shape.cols - 1}), *made, path);
      expect_sound(law_text(made->tape, var), *made, path);
    }
  }
}

TEST(LessonMarkup, OptionLabelsCanBeDrawn) {
  for (const Scene* model : all_scenes()) {
    for (const OptionSpec& option : model->options) {
      std::string error;
      EXPECT_TRUE(check_formula(option.label, &error))
          << model->name << ": " << option.label << error;
    }
  }
}

}  // namespace
}  // namespace glassformer
