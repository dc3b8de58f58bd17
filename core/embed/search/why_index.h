#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/embed/search/why_text.h"

namespace glassformer {

// A text that was made and counted, as bytes: so it need not be made again. `of` stands for what it
// was made of.
std::string why_index_bytes(const WhyText& text, std::uint64_t of);

// The text again, all but each_line; nothing for bytes that are no such index, damaged, or of
// something else.
std::shared_ptr<WhyText> read_why_index(std::string_view bytes, std::uint64_t of);

// What the text of WordNet in this folder is made of: its files' names, sizes and times.
std::uint64_t fingerprint_of_wordnet(const std::filesystem::path& folder);

// Where the text of WordNet is kept, in the cache folder; empty where there is none.
std::filesystem::path why_index_file();

}  // namespace glassformer
