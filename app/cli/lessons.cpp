#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/lesson_arguments.h"
#include "app/cli/memory_option.h"
#include "app/cli/output.h"
#include "app/own/check_own.h"
#include "app/own/own_options.h"
#include "app/shell/review_lesson.h"
#include "app/views/view.h"
#include "core/lesson/forms.h"
#include "core/lesson/lesson.h"
#include "core/lesson/step_title.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

using Object = nlohmann::ordered_json;

Object in_json(const Option& option) {
  if (const auto* number = std::get_if<double>(&option)) return *number;
  return std::get<std::string>(option);
}

const char* kind_name(OptionSpec::Kind kind) {
  switch (kind) {
    case OptionSpec::Kind::number:
      return "number";
    case OptionSpec::Kind::integer:
      return "integer";
    case OptionSpec::Kind::choice:
      return "choice";
    case OptionSpec::Kind::toggle:
      return "toggle";
    case OptionSpec::Kind::text:
      return "text";
  }
  return "";
}

// The option's specification, and its value in this lesson.
Object in_json(const OptionSpec& spec, const Inputs& inputs) {
  const auto found = inputs.options.find(spec.name);
  Object option = {{"name", spec.name}, {"kind", kind_name(spec.kind)}, {"help", spec.help}};
  option["value"] = in_json(found == inputs.options.end() ? spec.initial : found->second);
  option["initial"] = in_json(spec.initial);
  if (spec.kind == OptionSpec::Kind::choice) {
    option["choices"] = spec.choices;
  } else if (spec.kind != OptionSpec::Kind::toggle && spec.kind != OptionSpec::Kind::text) {
    option["least"] = spec.min;
    option["most"] = spec.max;
  }
  return option;
}

Object in_json(const Lesson& lesson) {
  const Scene& model = *find_scene(lesson.inputs.scene);
  Object options = Object::array(), steps = Object::array(), state = Object::array();
  for (const OptionSpec& spec : view_traits(lesson.view).state) state.push_back(in_json(spec, {}));
  for (const OptionSpec& spec : model.options) options.push_back(in_json(spec, lesson.inputs));
  for (const Step& step : lesson.steps) {
    Object entry = {{"title", title_of(step)}};
    if (!step.focus.empty()) entry["focus"] = step.focus;
    steps.push_back(std::move(entry));
  }
  return {{"id", lesson.id},
          {"title", lesson.title},
          {"group", lesson.group},
          {"source", lesson.source},
          {"model", model.name},
          {"sentences", model.sentences},
          {"options", std::move(options)},
          {"view", lesson.view.empty() ? "attention" : lesson.view},
          {"view_state", std::move(state)},
          {"steps", std::move(steps)},
          {"file", lesson.file.string()}};
}

int check(const std::string& id_or_file) {
  const Lesson lesson = find_lesson(id_or_file);
  const std::vector<std::string> findings = review_lesson(lesson);
  for (const std::string& finding : findings) print(about(id_or_file, lesson, finding) + "\n");
  if (findings.empty()) print(lesson.id + ": nothing is lacking\n");
  return findings.empty() ? 0 : 1;
}

std::string in_words(const std::vector<Lesson>& lessons) {
  std::size_t widest = 0;
  for (const Lesson& lesson : lessons) widest = std::max(widest, lesson.id.size());
  std::string text, group;
  for (const Lesson& lesson : lessons) {
    if (lesson.group != group || text.empty()) {
      text += (text.empty() ? "" : "\n") + lesson.group + "\n";
      group = lesson.group;
    }
    text +=
        "  " + lesson.id + std::string(widest - lesson.id.size() + 2, ' ') + lesson.title + "\n";
  }
  return text;
}

// Everything that one's own things make wrong in the lessons: all, or the one that is named.
int check_own_things(const std::string& id_or_file) {
  std::vector<Lesson> lessons =
      id_or_file.empty() ? shipped_lessons() : std::vector<Lesson>{find_lesson(id_or_file)};
  const std::size_t listed = lessons.size();
  for (const Lesson& form : second_forms()) {
    if (std::ranges::find(lessons, form.id, &Lesson::id) != lessons.end()) lessons.push_back(form);
  }
  std::vector<OurWords> words = our_words();
  const std::vector<OwnThing> things = own_things();
  std::size_t played = 0, found = 0;
  for (const Lesson& lesson : lessons) {
    // The same text is often wrong with several things: it is told once, with the first of them.
    std::vector<std::pair<std::string, std::vector<std::string>>> told;
    std::vector<OwnThing> all = own_options(lesson, things);
    all.insert(all.begin(), things.begin(), things.end());
    for (const OwnThing& thing : all) {
      const auto findings = check_own(lesson, thing, words);
      played += findings ? 1 : 0;
      for (const std::string& one : findings.value_or(std::vector<std::string>{})) {
        const auto known = std::ranges::find(told, one, [](const auto& t) { return t.first; });
        auto& with = known == told.end() ? told.emplace_back(one, std::vector<std::string>{}).second
                                         : known->second;
        if (with.empty() || with.back() != thing.name) with.push_back(thing.name);
      }
    }
    const std::string named = id_or_file.empty() ? lesson.id : id_or_file;
    const std::vector<std::string> idle = needless(lesson, words);
    for (const std::string& one : idle) print(about(named, lesson, one) + "\n");
    found += told.size() + idle.size();
    for (const auto& [one, with] : told) {
      const std::string more = with.size() == 1 ? "" : fmt::format(" and {} more", with.size() - 1);
      print(fmt::format("{}: with {}{}\n", about(named, lesson, one), with.front(), more));
    }
  }
  print(fmt::format("{}, {} with {}: {}\n", number_of(listed, "lesson"), number_of(played, "walk"),
                    number_of(things.size(), "thing"),
                    found == 0 ? "nothing is lacking" : number_of(found, "finding")));
  return found == 0 ? 0 : 1;
}

struct Arguments {
  bool json = false;
  bool own = false;
  std::string check;
};

std::function<int()> declare(const CommandOptions& app) {
  const auto arguments = std::make_shared<Arguments>();
  declare_memory(app);
  app.add_flag("--json", arguments->json,
               "Everything about them as JSON: models, options, view state, steps, files");
  app.add_option("--check", arguments->check,
                 "Tells an author what a lesson lacks: claims that do not hold, numbers that are "
                 "typed instead of taken from the run, steps that change nothing on the stage, "
                 "formulas that cannot be read, words that a reader stumbles over; exits with 1 if "
                 "it finds anything")
      .type_name("FILE")
      .expected(0, 1);
  app.add_flag("--own", arguments->own,
               "With --check: plays the lesson, or without FILE all of them, with a matrix of "
               "things that a user may bring (sentences, word vectors, models) and tells which "
               "texts are wrong then");
  return [arguments, app] {
    const bool checks = app.count("--check") > 0;
    if (arguments->json && checks) {
      throw UserError("--json lists the lessons and --check says what one lacks; choose one");
    }
    if (arguments->own && !checks) throw UserError("--own: goes with --check; write both");
    if (arguments->own) return check_own_things(arguments->check);
    if (checks && arguments->check.empty()) {
      throw UserError("--check: name a lesson or its file; all of them go with --own");
    }
    if (!arguments->check.empty()) return check(arguments->check);
    const std::vector<Lesson> lessons = shipped_lessons();
    if (!arguments->json) {
      print(in_words(lessons));
      return 0;
    }
    Object list = Object::array();
    for (const Lesson& lesson : lessons) list.push_back(in_json(lesson));
    print(list.dump(2) + "\n");
    return 0;
  };
}

const RegisterCommand registered{{.name = "lessons",
                                  .summary = "List the lessons that come with the program",
                                  .examples = "  glassformer lessons\n"
                                              "  glassformer lessons --json | jq '.[].id'\n"
                                              "  glassformer lessons --check ./my-lesson.json\n"
                                              "  glassformer lessons --check --own",
                                  .set_up = declare}};

}  // namespace

}  // namespace glassformer
