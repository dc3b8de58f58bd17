#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string_view>

#include "core/embed/vectors/word_vectors.h"
#include "core/tensor/error.h"

namespace glassformer {

class ByteReader;

enum class VectorFormat {
  safetensors,      // ours
  word2vec_binary,  // .bin
  word2vec_text,    // with the line "WORDS DIM": word2vec .txt, fastText .vec
  glove_text,       // without it
  fasttext_binary,  // fastText's own .bin, with its n-grams
  projector_table,  // vectors.tsv and metadata.tsv
  npy,              // an array, with a list of words beside it
  json,             // {"word": [numbers], …}
};
// "word2vec binary", and the like.
std::string_view name_of(VectorFormat format);

struct VectorFileOptions {
  std::size_t limit = 0;  // the first so many words, 0: all
  // For arrays and tables: the list of words, or metadata.tsv. Where it is empty, a file beside the
  // vectors is taken whose name says so: vectors.tsv has metadata.tsv, x.npy x.words.txt,
  // x.metadata.tsv, x.txt, x.vocab, x.tsv, metadata.tsv, words.txt or vocab.txt.
  std::filesystem::path words;
  // Told from time to time which share of the file is read, 0 … 1; false stops, with a UserError.
  std::function<bool(double share)> watch;
};

// Word vectors of any of these formats, which is seen from the bytes and not from the name; packed
// by gzip or zip too (core/formats/byte_source.h). What is odd but harmless is in `warning`. Arrays
// in C order and our own files stay in the file and are read when they are touched. Throws
// UserError.
WordVectorsPtr read_vectors(const std::filesystem::path& file,
                            const VectorFileOptions& options = {});

// The bytes are those of no word vectors, and say of nothing else what they are.
struct UnknownVectors : UserError {
  using UserError::UserError;
};

// What the file is. Throws UserError if it is none of them, and says what it seems to be instead;
// UnknownVectors where nothing can be said.
VectorFormat recognise_vectors(const std::filesystem::path& file);
VectorFormat recognise_vectors(ByteReader& in);

}  // namespace glassformer
