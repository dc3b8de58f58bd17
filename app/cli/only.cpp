#include "app/cli/only.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/tensor/error.h"

namespace glassformer {

bool is_wanted(const std::vector<std::string>& parts, std::string_view name) {
  return parts.empty() || std::ranges::any_of(parts, [&](const std::string& part) {
           return name.find(part) != std::string_view::npos;
         });
}

void check_only(const std::vector<std::string>& parts, const std::vector<std::string>& names) {
  if (std::ranges::any_of(names, [&](const std::string& name) { return is_wanted(parts, name); })) {
    return;
  }
  throw UserError(fmt::format("--only: nothing that is measured has that in its name; there are {}",
                              fmt::join(names, "; ")));
}

}  // namespace glassformer
