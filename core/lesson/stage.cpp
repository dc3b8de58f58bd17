#include "core/lesson/stage.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "core/models/checkpoint.h"
#include "core/scenes/facts.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

bool moves_tokens(const Changes& changes) {
  const auto given = [](const auto& one) { return one.has_value(); };
  return std::any_of(changes.text.begin(), changes.text.end(), given) ||
         std::any_of(changes.tokens.begin(), changes.tokens.end(), given) || changes.order;
}

// "\\text{own row}" as it is read; what is a formula is called by the option's name.
std::string plain_label(const OptionSpec& spec) {
  for (const std::string_view command : {"\\text{", "\\mathrm{"}) {
    if (!spec.label.starts_with(command) || !spec.label.ends_with('}')) continue;
    const std::string inner =
        spec.label.substr(command.size(), spec.label.size() - command.size() - 1);
    if (inner.find_first_of("\\{}") == inner.npos) return inner;
  }
  std::string name = spec.label.find_first_of("\\_{}^") == spec.label.npos ? spec.label : spec.name;
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string told_option(const Inputs& inputs, const std::string& option) {
  const Scene* scene = find_scene(inputs.scene);
  if (scene == nullptr) return option;
  for (const OptionSpec& spec : scene->options) {
    if (spec.name != option) continue;
    return spec.kind == OptionSpec::Kind::text ? "the words" : "“" + plain_label(spec) + "”";
  }
  return option;
}

// Two sentences that a step sets together belong together: the second is not about a first one that
// the user has typed. If both were the same, they stay so.
void let_second_follow(const Lesson& lesson, int step, const Changes& own, Inputs& inputs) {
  if (!own.text[0] || own.text[1] || own.tokens[1]) return;
  const int last = std::min(step, static_cast<int>(lesson.steps.size()) - 1);
  for (int k = last; k >= 0; --k) {
    const auto& text = lesson.steps[static_cast<std::size_t>(k)].set.text;
    if (!text[1]) continue;
    if (!text[0]) return;
    inputs.text[1] = *text[0] == *text[1] ? *own.text[0] : std::string();
    inputs.tokens[1].clear();
    return;
  }
}

// The inputs with the model that the lesson itself brings.
Inputs with_lessons_model(const Lesson& lesson, const SlotUse& use, Inputs inputs) {
  inputs.resources.set(use.name, {});
  if (use.stand_in.empty()) return inputs;
  const std::string name(use.stand_in);
  inputs.options.erase(name);
  const auto brought = lesson.inputs.options.find(name);
  if (brought != lesson.inputs.options.end()) inputs.options.insert(*brought);
  return inputs;
}

// A translation that a step sets is in the language of the lesson's own model: another that writes
// another language makes its own.
void leave_out_translation(const Lesson& lesson, const Changes& own, Inputs& inputs) {
  if (own.text[1] || own.tokens[1] || inputs.text[1].empty()) return;
  const SlotUse* const use = slot_use(inputs, slots::model.name);
  if (use == nullptr) return;
  const Inputs brought = with_lessons_model(lesson, *use, inputs);
  if (brought.resources.all() == inputs.resources.all() && brought.options == inputs.options) {
    return;
  }
  try {
    const std::optional<Fact> wanted = model_fact(brought, "language"),
                              written = model_fact(inputs, "language");
    if (wanted && written && wanted->text != written->text) inputs.text[1].clear();
  } catch (const UserError&) {  // a model that is not there: the run says so
  }
}

}  // namespace

Changes stage_changes(const Lesson& lesson, int step) {
  Changes all;
  const int last = std::min(step, static_cast<int>(lesson.steps.size()) - 1);
  for (int k = 0; k <= last; ++k) add(lesson.steps[static_cast<std::size_t>(k)].set, all);
  return all;
}

const Places& stage_places(const Lesson& lesson, int step) {
  const Places* places = &lesson.places;
  const int last = std::min(step, static_cast<int>(lesson.steps.size()) - 1);
  for (int k = 0; k <= last; ++k) {
    const Places& scene = lesson.steps[static_cast<std::size_t>(k)].new_scene;
    if (!scene.empty()) places = &scene;
  }
  return *places;
}

Inputs stage_inputs(const Lesson& lesson, int step, const Changes& own) {
  Inputs inputs = lesson.inputs;
  const Changes set = stage_changes(lesson, step);
  apply(set, inputs);
  // A model of the user's may have no room for the lesson's cells.
  if (!lesson.inputs.resources.all().empty()) inputs.optional_edits = std::move(inputs.edits);
  if (!lesson.inputs.resources.all().empty()) inputs.edits.clear();
  if (!own.empty()) apply(own, inputs);
  leave_out_translation(lesson, own, inputs);
  if (own.empty()) return inputs;
  let_second_follow(lesson, step, own, inputs);
  if (!moves_tokens(own)) return inputs;
  Inputs bare = lesson.inputs;
  bare.edits.clear();
  apply(set, bare);
  inputs.optional_edits = std::move(bare.edits);
  return inputs;
}

bool let_cells_go(Inputs& inputs, const Changes& own) {
  if (!own.edits.empty() || own.options.empty() || inputs.edits.empty()) return false;
  inputs.optional_edits = std::exchange(inputs.edits, {});
  return true;
}

std::vector<std::string> overrule(const Changes& step, Changes& own, const Inputs& inputs) {
  std::vector<std::string> taken;
  bool sentence = false;
  for (std::size_t which = 0; which < own.text.size(); ++which) {
    if (!step.text.at(which) && !step.tokens.at(which)) continue;
    sentence = sentence || own.text.at(which) || own.tokens.at(which);
    own.text.at(which).reset();
    own.tokens.at(which).reset();
  }
  if (sentence) {
    taken.emplace_back("the sentence");
    own.order.reset();
    own.edits.clear();  // they lay over that sentence
  }
  if (step.order && own.order) {
    taken.emplace_back("the order");
    own.order.reset();
    own.edits.clear();
  }
  for (const auto& [name, value] : step.options) {
    const auto found = own.options.find(name);
    if (found == own.options.end()) continue;
    if (!(found->second == value)) taken.push_back(told_option(inputs, name));
    own.options.erase(found);
  }
  bool cells = false;
  for (const auto& [path, changes] : step.edits) cells = own.edits.erase(path) > 0 || cells;
  if (cells) taken.emplace_back("cells");
  return taken;
}

bool has_typed_words(const Inputs& inputs, const Changes& own) {
  const Scene* scene = own.options.empty() ? nullptr : find_scene(inputs.scene);
  return scene != nullptr && std::ranges::any_of(scene->options, [&](const OptionSpec& spec) {
           return spec.kind == OptionSpec::Kind::text && own.options.contains(spec.name);
         });
}

}  // namespace glassformer
