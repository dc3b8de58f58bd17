#include "app/shell/review_lesson.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/session/session.h"
#include "app/shell/step_events.h"
#include "app/stage/layout.h"
#include "app/views/view.h"
#include "app/widgets/formula_tree.h"
#include "core/lesson/living_text.h"
#include "core/lesson/stage.h"
#include "core/lesson/wording.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

// The formulas between $ and $; `open_ended`: the last $ has no second one.
std::vector<std::string> formulas_in(std::string_view text, bool& open_ended) {
  std::vector<std::string> formulas;
  for (std::size_t open = text.find('$'); open != text.npos;) {
    const std::size_t close = text.find('$', open + 1);
    if (close == text.npos) {
      open_ended = true;
      break;
    }
    formulas.emplace_back(text.substr(open + 1, close - open - 1));
    open = text.find('$', close + 1);
  }
  return formulas;
}

class Review {
 public:
  explicit Review(const Lesson& lesson) : lesson_(lesson) {}

  std::vector<std::string> findings() {
    found_ = check_lesson(lesson_);
    const std::vector<std::string> state = check_view_state(lesson_);
    found_.insert(found_.end(), state.begin(), state.end());
    for (std::size_t i = 0; i < lesson_.steps.size(); ++i) step(static_cast<int>(i));
    events();
    return std::move(found_);
  }

  std::vector<std::string> not_shown() {
    only_shown_ = true;
    try {
      make_view(lesson_.view);
    } catch (const UserError& error) {
      say("view", error.what());
    }
    for (std::size_t i = 0; i < lesson_.steps.size(); ++i) step(static_cast<int>(i));
    return std::move(found_);
  }

 private:
  void step(int index) {
    const Step& step = lesson_.steps[static_cast<std::size_t>(index)];
    const std::string where = fmt::format("steps[{}]", index);
    const Inputs inputs = stage_inputs(lesson_, index, lesson_.changes);
    RunPtr made;
    try {
      made = run(inputs);
    } catch (const UserError&) {
      return;  // check_lesson has said so
    }
    if (step.set.head && *step.set.head >= std::max(1, numbered_scopes(*made))) {
      say(where + ".set.head",
          fmt::format("there is no head {}; the run has {}", *step.set.head + 1,
                      number_of(numbered_scopes(*made), "head")));
    }
    for (const std::string& one : check_places(lesson_, index, *made)) say(where, one);
    const LivingText living{made.get(), &inputs};
    const auto text = [&](const std::string& markup, const std::string& key) {
      if (!only_shown_) {
        for (const std::string& one : typed_numbers(markup)) say(where + key, one);
        for (const std::string& one : stumbles(markup)) say(where + key, one);
        for (const std::string& one : broken_without_own(markup)) say(where + key, one);
      }
      bool open_ended = false;
      for (const std::string& one : formulas_in(filled(markup, living), open_ended)) {
        formula(one, where + key);
      }
      if (open_ended) {
        say(where + key, "a formula begins with $ and does not end; write a second $ after it");
      }
    };
    text(step.text, ".text");
    text(step.line, ".line");
    text(step.invitation, ".try");
    if (step.ask) {
      text(step.ask->question, ".ask.question");
      text(step.ask->answer, ".ask.answer");
      text(step.ask->line, ".ask.line");
    }
    formula(filled_formula(step.formula, living), where + ".formula");
  }

  void formula(const std::string& markup, const std::string& where) {
    const std::string error = parse_formula(markup).error;
    if (!error.empty()) say(where, fmt::format("the formula {} cannot be read: {}", markup, error));
  }

  void events() {
    const std::vector<double> shares = step_events(lesson_);
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (shares[i] >= kEvent || !lesson_.steps[i + 1].still.empty()) continue;
      say(fmt::format("steps[{}]", i + 1),
          fmt::format("changes {:.1f} % of the stage, which nobody sees: set, touch or focus "
                      "something, or say in \"still\" why it stands still",
                      100 * shares[i]));
    }
  }

  void say(const std::string& where, const std::string& what) {
    found_.push_back(where + ": " + what);
  }

  const Lesson& lesson_;
  bool only_shown_ = false;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> review_lesson(const Lesson& lesson) {
  return Review(lesson).findings();
}

int numbered_scopes(const Run& run) {
  int count = 0;
  for (const std::string& path : run.tape.paths()) {
    if (const auto number = repeated_scope(path)) count = std::max(count, *number + 1);
  }
  return count;
}

std::vector<std::string> cannot_be_shown(const Lesson& lesson) {
  return Review(lesson).not_shown();
}

}  // namespace glassformer
