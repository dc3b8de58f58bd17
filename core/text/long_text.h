#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

// A text of any length for what takes one sentence at a time: cut into parts of at most
// `max_bytes`, behind a line's end where there is one, else behind a space, else between two
// characters. Together they are the text. It must be UTF-8.
std::vector<std::string> passages_of(std::string_view text, std::size_t max_bytes = 1 << 15);

// The ids of a text of any length. Throws UserError as Tokenizer::encode does.
std::vector<int> encode_long(const Tokenizer& tokenizer, std::string_view text);

// A file of text, packed by gzip or not, without a byte order mark and with "\n" at the ends of its
// lines. Throws UserError naming the file: one that is no UTF-8, with the line where it breaks;
// empty; larger than `max_bytes` unpacked.
std::string read_text_file(const std::filesystem::path& file, std::size_t max_bytes = 1 << 28);

}  // namespace glassformer
