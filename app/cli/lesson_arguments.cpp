#include "app/cli/lesson_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "app/cli/command_options.h"
#include "app/cli/memory_option.h"
#include "app/cli/model_argument.h"
#include "app/cli/vectors_argument.h"
#include "app/files/opening.h"
#include "app/session/filled_slots.h"
#include "app/session/session.h"
#include "core/lesson/dependent.h"
#include "core/lesson/forms.h"
#include "core/lesson/place.h"
#include "core/lesson/stage.h"
#include "core/models/attention_file.h"
#include "core/models/checkpoint.h"
#include "core/scenes/other_than_asked.h"
#include "core/scenes/without_effect.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

[[noreturn]] void wrong(const std::string& argument, const std::string& why) {
  throw UserError(argument + ": " + why);
}

template <class Number>
bool parse(std::string_view text, Number& number) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// "NAME=REST" → NAME and REST.
std::pair<std::string, std::string> named(const std::string& text, const std::string& argument,
                                          const std::string& form) {
  const auto at = text.find('=');
  if (at == text.npos || at == 0) wrong(argument, "must be " + form);
  return {text.substr(0, at), text.substr(at + 1)};
}

SetCell parse_cell(const std::string& text) {
  const std::string argument = "--set " + text;
  const std::string form = "NAME=ROW,COL,VALUE, for example scores=0,1,2.5";
  const auto [path, list] = named(text, argument, form);
  const auto parts = split(list, 3, argument, form);
  CellEdit cell{parse_index(parts[0], argument), parse_index(parts[1], argument), 0};
  if (!parse(parts[2], cell.value) || std::isnan(cell.value)) {
    wrong(argument, "the value '" + parts[2] + "' is no number; write 2.5, -1e3, inf or -inf");
  }
  if (std::isfinite(cell.value) && !std::isfinite(static_cast<float>(cell.value))) {
    wrong(argument, "the value is beyond what 32 bits hold (3.4e38); write inf if that is meant");
  }
  return {path, cell, 0};
}

SetOption parse_option(const std::string& text, const Scene& model) {
  const std::string argument = "--option " + text;
  const auto [name, value] = named(text, argument, "NAME=VALUE, for example d_k=16");
  std::vector<std::string> names;
  for (const OptionSpec& spec : model.options) names.push_back(spec.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    wrong(argument, "the model '" + std::string(model.name) + "' has no option '" + name + "'" +
                        instead_of(name, "options are", names));
  }
  const OptionSpec& spec = model.options[static_cast<std::size_t>(found - names.begin())];
  if (spec.kind == OptionSpec::Kind::choice || spec.kind == OptionSpec::Kind::text) {
    return {name, value, 0};
  }
  if (spec.kind == OptionSpec::Kind::toggle) {
    if (value == "on" || value == "true" || value == "1") return {name, 1.0, 0};
    if (value == "off" || value == "false" || value == "0") return {name, 0.0, 0};
    wrong(argument, "must be on or off");
  }
  double number = 0;
  if (!parse(value, number)) wrong(argument, "'" + value + "' is no number");
  return {name, number, 0};
}

void add_list(const CommandOptions& app, const std::string& name, std::vector<std::string>& values,
              const std::string& help, const std::string& form) {
  // One value for each time the option is written, so that it never swallows LESSON.
  app.add_option(name, values, help).type_name(form).repeatable();
}

std::string last(const std::vector<std::string>& texts) {
  return texts.back();
}

// A second file is compared with the first where that can be; elsewhere it would be passed over.
const std::string& only_one(const std::vector<std::string>& values, const char* name) {
  if (values.size() > 1) wrong(name, fmt::format("give it once, not {} times", values.size()));
  return values.front();
}

// What the view shows in this slot it makes or plays itself.
void refuse_filled(const Lesson& lesson, std::string_view slot, const std::string& argument,
                   const std::string& what) {
  if (filled_slot(lesson) != slot) return;
  wrong(argument, "the lesson '" + lesson.id + "' shows " + what +
                      " that learn in it; leave it out, or choose another lesson");
}

void choose_model(Lesson& lesson, const std::string& name) {
  refuse_filled(lesson, slots::model.name, "--model", "models");
  const SlotUse* slot = slot_use(lesson.inputs, slots::model.name);
  if (slot == nullptr) {
    wrong("--model", "this lesson has no trained model; leave it out, or choose another lesson");
  }
  const bool is_file = is_model_file(name);
  const CheckpointPtr model =
      is_file ? std::make_shared<const Checkpoint>(load_checkpoint(name)) : load_shipped(name);
  if (const std::string wrong = is_file ? not_finite(*model) : std::string(); !wrong.empty()) {
    throw UserError(
        fmt::format("{}: {}, so all that a lesson could show of it is nan; train it "
                    "again, or get it again",
                    name, wrong));
  }
  if (auto other = other_form(lesson, slots::model.name, Resource(model))) {
    lesson = std::move(*other);
    slot = slot_use(lesson.inputs, slots::model.name);
    if (name == text(lesson.inputs, std::string(slot->stand_in))) return;  // its own
  }
  if (!is_file) {
    lesson.changes.options[std::string(slot->stand_in)] = name;
  } else {
    lesson.inputs.resources.set(slots::model, model);
    leave_out_dependent(lesson, slots::model.name);
  }
}

// What else a file is that was named in place of a lesson, and what takes it; empty: nothing known.
std::string not_a_lesson(const std::string& named) {
  using As = Opening::As;
  const Opening is = opening_of(named);
  const std::string window = fmt::format("'glassformer gui {}' opens it", named);
  const auto told = [&](std::string_view what, const std::string& use) {
    return fmt::format("{}: is {}, not a lesson; {}", named, what, use);
  };
  switch (is.as) {
    case As::lesson:
      return {};
    case As::nothing:
      return is.why;
    case As::model:
      return told("a trained model",
                  "'glassformer info' says which, --model gives it to a lesson, and " + window);
    case As::vectors:
      return told("a file of word vectors",
                  fmt::format("give it to one, as in 'glassformer show word-arithmetic --vectors "
                              "{}'; {}",
                              named, window));
    case As::attention:
      return told("a file of attentions",
                  fmt::format("'glassformer show attention-file --attentions {}' draws them; {}",
                              named, window));
    case As::questions:
      return told("a file of questions about word vectors",
                  "'glassformer eval vectors' asks them; " + window);
    case As::sentences:
      return told("a file of pairs of sentences",
                  "'glassformer train translate' learns from them; " + window);
    case As::text:
      return told("a text", "'glassformer train vectors' learns words from it; " + window);
    case As::recording:
      return told("a recorded training", window);
  }
  return {};
}

Lesson lesson_named(const std::string& named) {
  try {
    return find_lesson(named);
  } catch (const UserError&) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(named, none) &&
        !std::filesystem::is_directory(named, none)) {
      throw;
    }
    const std::string is = not_a_lesson(named);
    if (is.empty()) throw;
    throw UserError(is);
  }
}

bool same_numbers(const Run& a, const Run& b) {
  const std::vector<std::string> paths = a.tape.paths();
  return paths == b.tape.paths() && std::ranges::all_of(paths, [&](const std::string& path) {
           const Var one = a.tape.find(path), other = b.tape.find(path);
           return a.tape.has_grad(one) == b.tape.has_grad(other) &&
                  std::ranges::equal(a.tape.value(one).cells(), b.tape.value(other).cells());
         });
}

// Of a switch that the view has a control for: whether the run is the same without it.
bool switches_nothing(const OptionSpec& spec, Inputs inputs, const Run& made) {
  if (spec.kind != OptionSpec::Kind::toggle || !spec.shown || spec.shown(inputs, made))
    return false;
  const double now = std::get<double>(option_value(inputs, spec.name));
  inputs.options.insert_or_assign(spec.name, 1 - now);
  return same_numbers(made, *run(inputs));
}

}  // namespace

void declare_lesson(const CommandOptions& app, LessonArguments& arguments) {
  app.add_option("LESSON", arguments.lesson,
                 "A lesson's id (see 'glassformer lessons'), or a file: a name that has a slash in "
                 "it or ends in .json")
      .type_name("")
      .required();
  add_list(app, "--text", arguments.text, "The sentence, instead of the lesson's", "S");
  add_list(app, "--text2", arguments.text2, "The second sentence, where the lesson has two", "S");
  add_list(app, "--model", arguments.models,
           "The trained model, where the lesson has one: a file, or the name of a shipped one",
           "MODEL");
  add_list(
      app, "--vectors", arguments.vectors,
      "A file of word vectors, where the lesson uses any; a second --vectors FILE is compared with "
      "the first",
      "FILE");
  add_list(app, "--attentions", arguments.attentions,
           "A file of attentions that any program wrote, where the lesson shows one", "FILE");
  add_list(app, "--option", arguments.options,
           "Sets an option of the model, for example d_k=16, mask=causal, scale=off; may be "
           "repeated",
           "NAME=VALUE");
  add_list(app, "--set", arguments.cells,
           "Sets a cell first, as with the mouse: NAME is a path of the trace, ROW and COL count "
           "from 0, VALUE is a number, inf or -inf; may be repeated",
           "NAME=ROW,COL,VALUE");
  declare_memory(app);
}

Lesson open_lesson(const LessonArguments& arguments) {
  Lesson lesson = lesson_named(arguments.lesson);
  if (!arguments.models.empty()) choose_model(lesson, only_one(arguments.models, "--model"));
  const Scene& model = *find_scene(lesson.inputs.scene);
  const Inputs& begin = lesson.inputs;
  const std::array places{slots::vectors, slots::compared};
  if (arguments.vectors.size() > places.size()) {
    wrong("--vectors", "two files at most: the vectors, and those that they are compared with");
  }
  for (std::size_t i = 0; i < arguments.vectors.size(); ++i) {
    if (slot_use(begin, places.at(i).name) == nullptr) {
      wrong("--vectors", i == 0 ? "the lesson '" + lesson.id +
                                      "' shows no word vectors that can be chosen; leave it out, "
                                      "or choose another lesson"
                                : "the lesson '" + lesson.id +
                                      "' compares no two sets of vectors; name one file");
    }
    refuse_filled(lesson, places.at(i).name, "--vectors", "vectors");
    lesson.inputs.resources.set(places.at(i), open_vectors({arguments.vectors[i], {}, {}, false}));
    leave_out_dependent(lesson, places.at(i).name);
  }
  if (!arguments.attentions.empty()) {
    if (!uses(begin, slots::attention)) {
      wrong("--attentions", "the lesson '" + lesson.id +
                                "' shows no file of attentions; leave it out, or choose "
                                "attention-file");
    }
    lesson.inputs.resources.set(
        slots::attention,
        read_attention_file(without_tilde(only_one(arguments.attentions, "--attentions"))));
  }
  std::vector<std::string> chosen;
  for (const std::string& option : arguments.options) {
    const SetOption set = parse_option(option, model);
    if (std::ranges::count(chosen, set.name) > 0) {
      wrong("--option " + option, "'" + set.name + "' is set before already; set it once");
    }
    chosen.push_back(set.name);
    add(set, lesson.changes, begin);
  }
  const auto set_text = [&](int which, const std::vector<std::string>& texts, const char* name) {
    if (texts.empty()) return;
    if (model.sentences <= which) {
      wrong(name, "the lesson '" + lesson.id + "' takes " +
                      (model.sentences == 0 ? "no sentence" : "one sentence") +
                      "; leave it out, or choose another lesson");
    }
    const std::string text = last(texts);
    if (const std::string fault = utf8_fault(text); !fault.empty()) wrong(name, fault);
    if (which == 0 && text.find_first_not_of(" \t\r\n") == std::string::npos) {
      wrong(name, "the sentence is empty: type at least one word");
    }
    add(SetText{which, text}, lesson.changes, begin);
  };
  set_text(0, arguments.text, "--text");
  set_text(1, arguments.text2, "--text2");
  for (const std::string& cell : arguments.cells) {
    add(parse_cell(cell), lesson.changes, begin);
  }
  return lesson;
}

Inputs inputs_of(const Lesson& lesson, const LessonArguments& arguments) {
  const int steps = static_cast<int>(lesson.steps.size());
  if (arguments.step < 0 || arguments.step > std::max(1, steps)) {
    throw UserError("--step " + std::to_string(arguments.step) + ": " + lesson.id +
                    " has steps 1 to " + std::to_string(std::max(1, steps)));
  }
  return stage_inputs(lesson, arguments.step - 1, lesson.changes);
}

std::string about(const std::string& id_or_file, const Lesson& lesson, std::string_view sentence) {
  const bool own = id_or_file != lesson.id;
  return own ? placed(lesson.file, sentence) : lesson.id + ": " + std::string(sentence);
}

RunPtr run_lesson(const Lesson& lesson, const LessonArguments& arguments) {
  try {
    Inputs inputs = inputs_of(lesson, arguments);
    try {
      return run(inputs);
    } catch (const UserError&) {
      if (!let_cells_go(inputs, lesson.changes)) throw;
      return run(inputs);
    }
  } catch (const UserError& error) {
    // What the command line asks for is not the file's fault.
    const bool changed = !lesson.changes.empty() && !arguments.options.empty();
    if (arguments.lesson == lesson.id || changed || arguments.step > 0) throw;
    throw UserError(placed(lesson.file, error.what()));
  }
}

void tell_other_than_asked(const Lesson& lesson, const LessonArguments& arguments,
                           const Inputs& inputs, const Run& run) {
  std::vector<std::string> told = other_than_asked(run);
  for (const std::string& option : arguments.options) {
    const std::string name = option.substr(0, option.find('='));
    for (const OptionSpec& spec : find_scene(inputs.scene)->options) {
      if (spec.name != name) continue;
      if (!is_without_effect(spec, inputs, run)) {
        if (switches_nothing(spec, inputs, run)) {
          told.push_back(fmt::format("--option {} changes no number of this step", option));
        }
        continue;
      }
      told.push_back(
          fmt::format("--option {} changes nothing here: the lesson gives what it would set, or "
                      "another option has to be chosen first",
                      option));
    }
  }
  for (const std::string& what : told) {
    std::fprintf(stderr, "glassformer: %s\n", about(arguments.lesson, lesson, what).c_str());
  }
}

Var find_path(const Tape& tape, const std::string& path) {
  if (const Var var = tape.find(path)) return var;
  const std::vector<std::string> paths = tape.paths();
  throw UserError("there is no matrix '" + path + "' in this lesson" +
                  instead_of(path, "matrices are", paths));
}

std::vector<std::string> split(const std::string& list, std::size_t count,
                               const std::string& argument, const std::string& form) {
  std::vector<std::string> parts(1);
  for (char c : list) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  if (parts.size() != count) wrong(argument, "must be " + form);
  return parts;
}

int parse_index(const std::string& digits, const std::string& argument) {
  int index = 0;
  if (!parse(digits, index) || index < 0) {
    wrong(argument, "'" + digits + "' is no row or column; they count from 0");
  }
  return index;
}

}  // namespace glassformer
