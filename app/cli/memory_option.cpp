#include "app/cli/memory_option.h"

#include <string>

#include "core/tensor/memory_limit.h"

namespace glassformer {

namespace {

std::string set_limit(const std::string& text) {
  const auto bytes = memory_size(text);
  if (!bytes) return "'" + text + "' is no size; write it as 4GB or 500MB";
  set_memory_limit(*bytes);
  return {};
}

}  // namespace

void declare_memory(const CommandOptions& app) {
  static std::string written = "1GB";
  app.add_option("--memory", written,
                 "Most memory to use; what needs more is refused, with a message")
      .type_name("SIZE")
      .check(set_limit)
      .shows_default();
}

}  // namespace glassformer
