#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/files/read_vectors.h"

namespace glassformer {

// What the numbers of a row are written as, in our own format.
enum class RowNumbers {
  floats,
  bytes,  // whole numbers from -127 to 127 with a scale for each row: a quarter of the size
};

// Writes all formats but fastText's binary one, whole or not at all. word2vec's formats cannot hold
// a space in a word, and texts no control character: they become "_". Tables and arrays have a
// second file with the words, words_file_of(). `keep_going` is asked now and then, and false stops.
// Returns what could not be kept, as sentences; empty: everything was. Throws UserError.
std::string write_vectors(const std::filesystem::path& file, const WordVectors& vectors,
                          VectorFormat format = VectorFormat::safetensors,
                          const std::function<bool()>& keep_going = {},
                          RowNumbers numbers = RowNumbers::floats);

// What so many vectors take at the very least in a file, to ask for room before they are made.
double fewest_bytes(VectorFormat format, std::size_t words, std::size_t dim);

// Where the words of a table or an array are written: metadata.tsv beside vectors.tsv,
// x.metadata.tsv or x.words.txt beside any other.
std::filesystem::path words_file_of(const std::filesystem::path& file, VectorFormat format);

// All files that write_vectors() makes: one, or two.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& file, VectorFormat format);

// From the ending of a name: .safetensors, .bin, .txt and .vec (word2vec), .glove, .tsv, .npy;
// nothing for any other.
std::optional<VectorFormat> format_for(const std::filesystem::path& file);
// From a name in a command: "safetensors", "word2vec-bin", "word2vec-text", "glove", "tsv", "npy".
std::optional<VectorFormat> format_named(std::string_view name);

}  // namespace glassformer
