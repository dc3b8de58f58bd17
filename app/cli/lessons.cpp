#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/output.h"
#include "core/lesson/lesson.h"

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
  Object options = Object::array(), steps = Object::array();
  for (const OptionSpec& spec : model.options) options.push_back(in_json(spec, lesson.inputs));
  for (const Step& step : lesson.steps) {
    Object entry = {{"title", step.title}};
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
          {"steps", std::move(steps)},
          {"file", lesson.file.string()}};
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

std::function<int()> declare(const CommandOptions& app) {
  const auto as_json = std::make_shared<bool>(false);
  app.add_flag("--json", *as_json, "Everything about them as JSON: models, options, steps, files");
  return [as_json] {
    const std::vector<Lesson> lessons = shipped_lessons();
    if (!*as_json) {
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
                                  .summary = "Lists the lessons that come with the program",
                                  .examples = "  glassformer lessons\n"
                                              "  glassformer lessons --json | jq '.[].id'",
                                  .declare = declare}};

}  // namespace

}  // namespace glassformer
