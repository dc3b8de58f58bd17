#include "app/view.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/tensor/error.h"

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

std::optional<std::string> View::notice(const Session&) const {
  return std::nullopt;
}

RegisterView::RegisterView(std::string_view name, std::unique_ptr<View> (*make)(),
                           ViewTraits traits) {
  auto& entries = table();
  const auto place = std::lower_bound(
      entries.begin(), entries.end(), name,
      [](const Entry& entry, std::string_view wanted) { return entry.name < wanted; });
  entries.insert(place, {name, make, traits});
}

std::unique_ptr<View> make_view(std::string_view name) {
  if (const Entry* entry = find_view(name)) return entry->make();
  std::string names;
  for (const Entry& entry : table())
    names += std::string(names.empty() ? "" : ", ") + std::string(entry.name);
  throw UserError("there is no view \"" + std::string(name) + "\"; there are: " + names);
}

ViewTraits view_traits(std::string_view name) {
  const Entry* entry = find_view(name);
  return entry == nullptr ? ViewTraits{} : entry->traits;
}

std::vector<std::string_view> view_names() {
  std::vector<std::string_view> names;
  for (const Entry& entry : table()) names.push_back(entry.name);
  return names;
}

}  // namespace glassformer
