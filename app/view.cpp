#include "app/view.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

struct Entry {
  std::string_view name;
  std::unique_ptr<View> (*make)();
};

std::vector<Entry>& table() {
  static std::vector<Entry> entries;
  return entries;
}

}  // namespace

RegisterView::RegisterView(std::string_view name, std::unique_ptr<View> (*make)()) {
  auto& entries = table();
  const auto place = std::lower_bound(
      entries.begin(), entries.end(), name,
      [](const Entry& entry, std::string_view wanted) { return entry.name < wanted; });
  entries.insert(place, {name, make});
}

std::unique_ptr<View> make_view(std::string_view name) {
  for (const Entry& entry : table()) {
    if (entry.name == name) return entry.make();
  }
  std::string names;
  for (const Entry& entry : table())
    names += std::string(names.empty() ? "" : ", ") + std::string(entry.name);
  throw UserError("there is no view \"" + std::string(name) + "\"; there are: " + names);
}

std::vector<std::string_view> view_names() {
  std::vector<std::string_view> names;
  for (const Entry& entry : table()) names.push_back(entry.name);
  return names;
}

}  // namespace glassformer
