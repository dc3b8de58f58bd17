#include "core/embed/eval/asked_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/formats/byte_source.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"

namespace glassformer::asked {

[[noreturn]] void fail_many(const std::string& named, std::size_t max, std::size_t most,
                            const char* what) {
  throw UserError(
      fmt::format("{}: holds more than {} {}, the most that are taken at once; cut it into parts{}",
                  named, max, what, max < most ? ", or use glassformer eval" : ""));
}

void check_growing(const std::string& named, std::size_t count, double each, double share) {
  constexpr std::size_t now_and_then = 1 << 14;
  if (count % now_and_then != 0) return;
  const double bytes = static_cast<double>(count) * each;
  if (bytes <= static_cast<double>(memory_limit())) return;
  check_memory(named, std::max(bytes, bytes / std::max(share, 1e-3)), "take a part of it");
}

std::vector<std::string> first_lines(std::string_view text, std::string_view comment,
                                     std::size_t enough) {
  if (text.find('\0') != text.npos) return {};
  if (text.size() == looked_at) text = text.substr(0, text.rfind('\n'));
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < enough) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with(comment) || line.find_first_not_of(" \t") == line.npos) continue;
    lines.emplace_back(line);
  }
  return lines;
}

}  // namespace glassformer::asked
