#include "core/lesson/stage.h"

#include <algorithm>

namespace glassformer {

namespace {

bool moves_tokens(const Changes& changes) {
  const auto given = [](const auto& one) { return one.has_value(); };
  return std::any_of(changes.text.begin(), changes.text.end(), given) ||
         std::any_of(changes.tokens.begin(), changes.tokens.end(), given) || changes.order;
}

std::string label_of(const Inputs& inputs, const std::string& option) {
  const Scene* scene = find_scene(inputs.scene);
  if (scene == nullptr) return option;
  for (const OptionSpec& spec : scene->options) {
    if (spec.name == option) return spec.label.find('_') == spec.label.npos ? spec.label : option;
  }
  return option;
}

}  // namespace

Changes stage_changes(const Lesson& lesson, int step) {
  Changes all;
  const int last = std::min(step, static_cast<int>(lesson.steps.size()) - 1);
  for (int k = 0; k <= last; ++k) add(lesson.steps[static_cast<std::size_t>(k)].set, all);
  return all;
}

Inputs stage_inputs(const Lesson& lesson, int step, const Changes& own) {
  Inputs inputs = lesson.inputs;
  const Changes set = stage_changes(lesson, step);
  apply(set, inputs);
  if (own.empty()) return inputs;
  apply(own, inputs);
  if (!moves_tokens(own)) return inputs;
  Inputs bare = lesson.inputs;
  bare.edits.clear();
  apply(set, bare);
  inputs.optional_edits = std::move(bare.edits);
  return inputs;
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
    if (!(found->second == value)) taken.push_back(label_of(inputs, name));
    own.options.erase(found);
  }
  bool cells = false;
  for (const auto& [path, changes] : step.edits) cells = own.edits.erase(path) > 0 || cells;
  if (cells) taken.emplace_back("cells");
  return taken;
}

}  // namespace glassformer
