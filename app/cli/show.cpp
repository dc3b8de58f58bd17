#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/lesson_arguments.h"
#include "app/cli/picture_options.h"
#include "app/shell/review_lesson.h"
#include "core/lesson/place.h"
#include "core/lesson/stage.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"

namespace glassformer {

namespace {

struct Arguments {
  LessonArguments lesson;
  PictureOptions picture;
  int step = 1;
  int head = 0;
  bool answer = false;
  std::string touch;
  std::string out;
  std::string only;
  int pixels = 1;
  bool layout = false;
  double at = 1;
};

// --touch PATH=ROW,COL: the cell whose arithmetic the inspector shows.
Target touched(const std::string& argument, const Run& run) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos)
    throw UserError("--touch " + argument + ": give PATH=ROW,COL, as in weights=0,1");
  Target target;
  target.kind = Target::Kind::cell;
  target.path = argument.substr(0, equals);
  const auto parts = split(argument.substr(equals + 1), 2, "--touch " + argument, "PATH=ROW,COL");
  target.row = parse_index(parts[0], "--touch " + argument);
  target.col = parse_index(parts[1], "--touch " + argument);
  static_cast<void>(run.tape.explain(find_path(run.tape, target.path), target.row, target.col));
  return target;
}

// "stage", or "panel:NAME"; nothing: the whole window.
PicturePart part_named(const std::string& only) {
  constexpr std::string_view panel = "panel:";
  if (only.empty()) return {PicturePart::Which::window, {}};
  if (only == "stage") return {};
  if (only.starts_with(panel)) return {PicturePart::Which::panel, only.substr(panel.size())};
  throw UserError("--only " + only + ": give stage, or panel:NAME as in panel:words");
}

// Before anything is drawn. Throws UserError.
void check_picture(const std::string& out) {
  const std::string ending = std::filesystem::path(out).extension().string();
  if (ending == ".png" || ending == ".svg" || ending == ".pdf") return;
  throw UserError(
      fmt::format("{}: show draws pictures; let the name end in .png, .svg or .pdf (numbers: "
                  "glassformer trace)",
                  out));
}

// Throws UserError if no matrix is of that head, which counts from 1.
void check_head(const Run& run, int head) {
  const int heads = numbered_scopes(run);
  if (head <= heads) return;
  throw UserError(heads < 2
                      ? fmt::format("--head {}: this lesson has one head only; leave it out", head)
                      : fmt::format("--head {}: this lesson has heads 1 to {}", head, heads));
}

// Goes to the step. What it sets itself is drawn in place of what the command line gives; that is
// said on standard error.
void enter_step(Session& session, const Lesson& lesson, const Arguments& arguments) {
  session.step = arguments.step - 1;
  if (!lesson.steps.empty()) {
    Changes asked = lesson.changes;
    const std::vector<std::string> taken =
        overrule(lesson.steps[static_cast<std::size_t>(session.step)].set, asked, session.inputs());
    if (!taken.empty()) {
      const std::string told = fmt::format("step {} sets {} itself, so yours is not drawn",
                                           arguments.step, listed(taken));
      std::fprintf(stderr, "glassformer: %s\n",
                   about(arguments.lesson.lesson, lesson, told).c_str());
    }
  }
  session.enter_step();
}

// Shows the step before at rest, then this one until `share` of its motion is over; of an answer
// its question, then the answer likewise.
void draw_part_way(App& app, int step, bool answer, double share) {
  constexpr double frame = 1.0 / 60, settled = 3;  // seconds
  Session& session = app.session();
  Input input;
  const auto run_until = [&](double end) {
    for (; input.time < end; input.time += frame) {
      session.settle(input.time);
      app.frame(input);
    }
  };
  session.step = answer ? step : step - 1;
  session.enter_step();
  run_until(settled);
  if (answer) {
    session.answer();
  } else {
    session.step = step;
    session.enter_step();
  }
  run_until(settled + share * kMotionSeconds);
}

int show(const Arguments& arguments) {
  const PicturePart part = part_named(arguments.only);
  if (!arguments.out.empty()) check_picture(arguments.out);
  if (arguments.out.empty() && !arguments.layout)
    throw UserError("give the picture to write, as in -o step.png, or --layout for its places");
  const Lesson lesson = open_lesson(arguments.lesson);
  const int steps = std::max(1, static_cast<int>(lesson.steps.size()));
  if (arguments.step < 1 || arguments.step > steps) {
    throw UserError("--step " + std::to_string(arguments.step) + ": " + lesson.id +
                    " has steps 1 to " + std::to_string(steps));
  }
  const auto target = make_target(arguments.picture);
  App app(shipped_lessons(), picture_settings(arguments.picture), *target);
  try {
    app.open(lesson);
  } catch (const UserError& error) {
    if (arguments.lesson.lesson == lesson.id || !arguments.lesson.options.empty()) throw;
    throw UserError(placed(lesson.file, error.what()));
  }
  enter_step(app.session(), lesson, arguments);
  app.session().settle(0);
  if (arguments.answer) app.session().answer();
  tell_other_than_asked(lesson, arguments.lesson, app.session().shown(), *app.session().run());
  if (arguments.answer && app.session().question() == nullptr) {
    std::fprintf(stderr, "glassformer: step %d of %s asks nothing, so --answer changes nothing\n",
                 arguments.step, lesson.id.c_str());
  }
  if (arguments.head > 0) {
    check_head(*app.session().run(), arguments.head);
    app.session().head = arguments.head - 1;
    app.session().choose_step_cell();
  }
  if (!arguments.touch.empty())
    app.session().chosen = touched(arguments.touch, *app.session().run());
  const bool answers = arguments.answer && app.session().question() != nullptr;
  if (arguments.at < 1 && (answers || arguments.step > 1)) {
    draw_part_way(app, arguments.step - 1, answers, arguments.at);
  } else {
    draw_still(app);
  }
  if (arguments.layout) std::puts(app.layout().c_str());
  if (const std::string lacking = target->fonts().lacking(); !lacking.empty()) {
    std::fprintf(stderr, "glassformer: %s\n", lacking.c_str());
  }
  if (arguments.out.empty()) return 0;
  if (const std::string lost = app.save({arguments.out, part, arguments.pixels}); !lost.empty()) {
    std::fprintf(stderr, "glassformer: %s: %s\n", arguments.out.c_str(), lost.c_str());
  }
  return 0;
}

std::function<int()> declare(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  declare_lesson(app, arguments->lesson);
  app.add_option("--step", arguments->step, "Step of the lesson, from 1").shows_default();
  app.add_option("--head", arguments->head,
                 "Head to show, from 1; 0: the one that the step is about")
      .shows_default();
  app.add_flag("--answer", arguments->answer, "If the step asks a question, show the answer too");
  app.add_option("--touch", arguments->touch, "Cell to explain; rows and columns count from 0")
      .type_name("PATH=ROW,COL");
  declare_picture(app, arguments->picture);
  app.add_option(
         "--only", arguments->only,
         "Of the window only the stage, or one panel: words, steps, lessons, bar, or a matrix by "
         "its path, as in panel:weights")
      .type_name("stage|panel:NAME");
  app.add_option("--pixels", arguments->pixels,
                 "Pixels of the picture for each of the size, each way: 1, 2 or 4")
      .check([](const std::string& n) {
        return n == "1" || n == "2" || n == "4" ? std::string() : n + " is none of 1, 2 and 4";
      })
      .shows_default();
  app.add_option("--at", arguments->at,
                 "How far the motion into the step, or with --answer into its answer, has come, "
                 "from 0 to 1")
      .range(0.0, 1.0)
      .type_name("SHARE")
      .shows_default();
  app.add_flag("--layout", arguments->layout,
               "Print who stands where on the stage, as a line of JSON");
  app.add_option("-o,--out", arguments->out, "Picture to write; .png, .svg or .pdf")
      .type_name("OUT");
  return [arguments] { return show(*arguments); };
}

const RegisterCommand registered{
    {.name = "show",
     .summary = "Draw a lesson as a picture, without a window",
     .examples = "  glassformer show self-attention-by-hand --step 5 -o step5.png\n"
                 "  glassformer show multi-head --text \"the cat sat\" --theme dark -o heads.svg\n"
                 "  glassformer show heads --only stage --pixels 2 -o for-a-slide.png\n"
                 "  glassformer show heads --step 5 --presenter --layout\n"
                 "  glassformer show masked-scores --step 5 --only stage -o for-a-paper.pdf\n"
                 "  glassformer show thinking-machines --touch weights=0,0 -o why.png",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
