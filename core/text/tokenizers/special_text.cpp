#include "core/text/tokenizers/special_text.h"

#include <array>

namespace glassformer {

std::vector<SpecialStretch> special_stretches(std::string_view text,
                                              const std::vector<SpecialText>& special) {
  std::array<bool, 256> begins{};
  for (const SpecialText& one : special) {
    if (!one.text.empty()) begins[static_cast<unsigned char>(one.text[0])] = true;
  }
  std::vector<SpecialStretch> found;
  std::size_t done = 0;
  for (std::size_t at = 0; at < text.size();) {
    const SpecialText* longest = nullptr;
    if (begins[static_cast<unsigned char>(text[at])]) {
      for (const SpecialText& one : special) {
        if (one.text.empty() || !text.substr(at).starts_with(one.text)) continue;
        if (longest == nullptr || one.text.size() > longest->text.size()) longest = &one;
      }
    }
    if (longest == nullptr) {
      ++at;
      continue;
    }
    if (at > done) found.push_back({text.substr(done, at - done), -1});
    found.push_back({text.substr(at, longest->text.size()), longest->id});
    at += longest->text.size();
    done = at;
  }
  if (done < text.size()) found.push_back({text.substr(done), -1});
  return found;
}

}  // namespace glassformer
