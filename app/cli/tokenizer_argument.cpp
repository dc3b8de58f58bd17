#include "app/cli/tokenizer_argument.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "app/cli/model_argument.h"
#include "app/files/file_look.h"
#include "app/files/opening.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/open_tokenizer.h"

namespace glassformer {

namespace {

std::size_t times_in(std::string_view text, std::string_view part) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; ++times) {
    at += part.size();
  }
  return times;
}

// Null: the path is no model's, but a tokenizer's own.
CheckpointPtr model_of(const std::string& name_or_path) {
  const std::string path = without_tilde(name_or_path);
  std::error_code none;
  const bool model = !std::filesystem::exists(path, none) || FileLook(path).is_weights();
  return model ? open_model(path) : nullptr;
}

}  // namespace

bool tell_special(const Tokenizer& tokenizer, const std::string& text, bool plain) {
  std::string found;
  for (const SpecialText& one : tokenizer.special_texts()) {
    if (one.text.empty()) continue;
    const std::size_t times = times_in(text, one.text);
    if (times == 0) continue;
    found += (found.empty() ? "" : ", ") + one.text;
    if (times > 1) found += fmt::format(" ({} times)", times);
  }
  if (found.empty()) return false;
  std::fprintf(stderr, "glassformer: %s in the text: read %s\n", found.c_str(),
               plain ? "as text, as --plain says"
                     : "as one piece each, as special tokens; --plain reads them as text");
  return true;
}

TokenizerPtr open_tokenizer_or_model(const std::string& name_or_path, bool target) {
  const CheckpointPtr checkpoint = model_of(name_or_path);
  if (!checkpoint) return open_tokenizer(without_tilde(name_or_path));
  if (checkpoint->tokenizers.empty()) {
    throw UserError(name_or_path +
                    ": this model has no tokenizer, so it takes ids, not text; name the folder or "
                    "the file that has one");
  }
  return target ? checkpoint->tokenizers.back() : checkpoint->tokenizers.front();
}

TokenizerPtr open_side(const std::string& name_or_path, bool target) {
  const CheckpointPtr checkpoint = model_of(name_or_path);
  if (!checkpoint || checkpoint->tokenizers.size() < 2) {
    throw UserError(name_or_path +
                    ": has one tokenizer alone, and --side chooses between the two of a "
                    "translator; leave it out");
  }
  return target ? checkpoint->tokenizers.back() : checkpoint->tokenizers.front();
}

}  // namespace glassformer
