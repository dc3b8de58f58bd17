#include "app/views/view.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/session/filled_slots.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"

namespace glassformer {

namespace {

constexpr std::string_view kUsual = "attention";

struct Entry {
  std::string_view name;
  std::unique_ptr<View> (*make)();
  ViewTraits traits;
};

std::vector<Entry>& table() {
  static std::vector<Entry> entries;
  return entries;
}

const Entry* find_view(std::string_view name) {
  if (name.empty()) name = kUsual;
  const auto found = std::ranges::find(table(), name, &Entry::name);
  return found == table().end() ? nullptr : &*found;
}

}  // namespace

RegisterView::RegisterView(std::string_view name, std::unique_ptr<View> (*make)(),
                           ViewTraits traits) {
  auto& entries = table();
  const auto place = std::lower_bound(
      entries.begin(), entries.end(), name,
      [](const Entry& entry, std::string_view wanted) { return entry.name < wanted; });
  entries.insert(place, {name, make, traits});
  fills_slot(name, traits.fills);
}

std::unique_ptr<View> make_view(std::string_view name) {
  if (const Entry* entry = find_view(name)) return entry->make();
  std::string names;
  for (const Entry& entry : table())
    names += std::string(names.empty() ? "" : ", ") + std::string(entry.name);
  throw UserError("there is no view \"" + std::string(name) + "\"; there are: " + names);
}

const ViewTraits& view_traits(std::string_view name) {
  static const ViewTraits none;
  const Entry* entry = find_view(name);
  return entry == nullptr ? none : entry->traits;
}

std::vector<std::string> check_view_state(const Lesson& lesson) {
  std::vector<std::string> sentences;
  const std::vector<OptionSpec>& specs = view_traits(lesson.view).state;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    for (const auto& [key, value] : lesson.steps[i].set.view) {
      const std::string where = "steps[" + std::to_string(i) + "].set.view." + key + ": ";
      const auto spec = std::ranges::find(specs, key, &OptionSpec::name);
      if (spec == specs.end()) {
        std::vector<std::string> names;
        for (const OptionSpec& one : specs) names.push_back(one.name);
        sentences.push_back(where + "the view has no such state" +
                            instead_of(key, "keys are", names));
      } else if (const auto* word = std::get_if<std::string>(&value);
                 word && std::ranges::find(spec->choices, *word) == spec->choices.end()) {
        sentences.push_back(where + "must be one of " + listed(spec->choices));
      } else if (const auto* number = std::get_if<double>(&value);
                 number && (!spec->choices.empty() || *number < spec->min || *number > spec->max)) {
        sentences.push_back(where + "is out of range");
      }
    }
  }
  return sentences;
}

}  // namespace glassformer
