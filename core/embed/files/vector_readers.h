#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/embed/vectors/word_vectors.h"
#include "core/formats/byte_reader.h"

// One function for each format, for core/embed/files/read_vectors.cpp and the fuzz targets. Each
// reads at most `limit` words (0: all) from bytes that may have been made up by anybody, and throws
// UserError.
namespace glassformer {

WordVectors read_word2vec_binary(ByteReader& in, std::size_t limit);
// With or without the line of two numbers before the first word (word2vec, fastText .vec; GloVe).
WordVectors read_vector_text(ByteReader& in, std::size_t limit);
// {"word": [numbers], …}
WordVectors read_vector_json(ByteReader& in, std::size_t limit);
// Both versions that fastText wrote: with its magic number, and before it had one.
WordVectors read_fasttext_binary(ByteReader& in, std::size_t limit);
// Numbers between tabs, one point a line; the words come from read_word_table().
WordVectors read_point_table(ByteReader& in, std::size_t limit);
WordVectors read_npy_vectors(ByteReader& in, std::size_t limit);
// Ours. Kept as memory of the file: `bytes` must stay as long as `keeper`.
WordVectors read_safetensors_vectors(std::string_view bytes, std::shared_ptr<const void> keeper,
                                     const std::filesystem::path& named, std::size_t limit);
// The same for an array in C order of little-endian float32; read_npy_vectors() for any other.
bool npy_can_be_mapped(std::string_view bytes, const std::filesystem::path& named);
WordVectors map_npy_vectors(std::string_view bytes, std::shared_ptr<const void> keeper,
                            const std::filesystem::path& named, std::size_t limit);

// How many points a whole table has, however few of them are read.
std::uint64_t count_points(ByteReader& in);

// Gives the numbered rows of `vectors` the words of a list, one a line, or of a table with a header
// and several columns, whose columns of counts and groups are taken over too. Throws UserError if
// there are not as many as `all` rows of their file (0: as many as were read).
void read_word_table(ByteReader& in, WordVectors& vectors, std::uint64_t all);

// Recognition, from the first bytes.
bool looks_like_fasttext_binary(std::string_view start);
bool looks_like_point_table(std::string_view start);

// "71291 100", the first line of the formats of word2vec: words and dimensions.
struct Word2VecHeader {
  std::uint64_t words;
  std::uint64_t dim;
};

// Nothing if the line is anything but two whole numbers (which 64 bits hold).
std::optional<Word2VecHeader> parse_word2vec_header(std::string_view line);

}  // namespace glassformer
