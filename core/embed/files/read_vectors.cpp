#include "core/embed/files/read_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "core/embed/files/number_tokens.h"
#include "core/embed/files/vector_collector.h"
#include "core/embed/files/vector_lines.h"
#include "core/embed/files/vector_readers.h"
#include "core/embed/files/words_beside.h"
#include "core/formats/byte_reader.h"
#include "core/formats/byte_source.h"
#include "core/formats/known_kind.h"
#include "core/formats/mapped_file.h"
#include "core/formats/safetensors.h"
#include "core/formats/watched_source.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t sample = 1 << 16;  // bytes that a format is seen from

bool is_control(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code < 0x20 && c != '\t' && c != '\n' && c != '\r';
}

// The first line, if it ends within the text or is all of it.
std::string_view first_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Whether all of a short file reads as word2vec's binary format. Its numbers may look like text.
bool is_whole_binary(std::string_view rows, const Word2VecHeader& header) {
  for (std::uint64_t i = 0; i < header.words; ++i) {
    if (rows.starts_with('\n')) rows.remove_prefix(1);
    const std::size_t space = rows.find(' ');
    if (space == std::string_view::npos || (rows.size() - space - 1) / 4 < header.dim) return false;
    rows.remove_prefix(space + 1 + static_cast<std::size_t>(header.dim) * 4);
  }
  return rows.empty() || rows == "\n";
}

std::optional<std::string> something_else(std::string_view start, const fs::path& file) {
  const auto begins = [&](std::string_view bytes) { return start.starts_with(bytes); };
  if (begins("version https://git-lfs")) {
    return "is only Git LFS's pointer to the file; fetch the file itself with 'git lfs pull'";
  }
  if (begins({"\xff\xfe\0\0", 4}) || begins({"\0\0\xfe\xff", 4})) {
    return "is text in UTF-32; save it as UTF-8";
  }
  if (begins("\xff\xfe") || begins("\xfe\xff")) return "is text in UTF-16; save it as UTF-8";
  if (begins("<!DOCTYPE") || begins("<html")) {
    return "is a web page, not the file behind its link; get the file itself";
  }
  return known_kind(start, file);
}

WordVectors read_mapped(const fs::path& file, VectorFormat format, std::size_t limit) {
  const auto mapped = MappedFile::open(file);
  const auto read = [&] {
    return format == VectorFormat::npy
               ? map_npy_vectors(mapped->bytes(), mapped, file, limit)
               : read_safetensors_vectors(mapped->bytes(), mapped, file, limit);
  };
  try {
    WordVectors made = read();
    mapped->check();
    return made;
  } catch (const UserError&) {
    mapped->check();  // rather that than what follows from it
    throw;
  }
}

bool is_packed(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return true;  // an entry of an archive
  ByteReader plain(open_bytes(file), file.string());
  const std::string_view unpacked = plain.look(8);
  const auto mapped = MappedFile::open(file);
  return !mapped->bytes().starts_with(unpacked);
}

WordVectors read_from(ByteReader& in, VectorFormat format, std::size_t limit) {
  switch (format) {
    case VectorFormat::word2vec_binary:
      return read_word2vec_binary(in, limit);
    case VectorFormat::fasttext_binary:
      return read_fasttext_binary(in, limit);
    case VectorFormat::projector_table:
      return read_point_table(in, limit);
    case VectorFormat::npy:
      return read_npy_vectors(in, limit);
    case VectorFormat::json:
      return read_vector_json(in, limit);
    case VectorFormat::safetensors:
      in.fail("is a packed safetensors file; unpack it first, since it is read where it lies");
    case VectorFormat::word2vec_text:
    case VectorFormat::glove_text:
      break;
  }
  return read_vector_text(in, limit);
}

}  // namespace

std::string_view name_of(VectorFormat format) {
  switch (format) {
    case VectorFormat::safetensors:
      return "glassformer (safetensors)";
    case VectorFormat::word2vec_binary:
      return "word2vec binary";
    case VectorFormat::word2vec_text:
      return "word2vec text";
    case VectorFormat::glove_text:
      return "GloVe text";
    case VectorFormat::fasttext_binary:
      return "fastText binary";
    case VectorFormat::projector_table:
      return "Embedding Projector tables";
    case VectorFormat::npy:
      return "NumPy array";
    case VectorFormat::json:
      return "JSON";
  }
  return {};
}

VectorFormat recognise_vectors(ByteReader& in) {
  std::string_view start = in.look(sample);
  // A first word that is longer than this hides what follows it.
  const bool hidden = start.size() == sample && start.find(' ', start.find('\n') + 1) == start.npos;
  if (hidden) start = in.look(max_word_bytes + sample);
  if (start.empty()) {
    in.fail("is empty; a file of word vectors is expected, get or save it again");
  }
  if (const auto other = something_else(start, in.named())) in.fail(*other);
  if (start.size() < 8 && fs::path(in.named()).extension() == ".safetensors") {
    in.fail(
        fmt::format("has only {} bytes, and the length of a safetensors header alone takes 8; "
                    "get it again",
                    start.size()));
  }
  if (start.starts_with("\x93NUMPY")) return VectorFormat::npy;
  if (begins_like_safetensors(start)) return VectorFormat::safetensors;
  if (looks_like_fasttext_binary(start)) return VectorFormat::fasttext_binary;
  std::string_view rest = start;
  if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);
  const std::string_view line = first_line(rest);
  const bool has_control = std::any_of(start.begin(), start.end(), is_control);
  if (!has_control && looks_like_vector_json(start)) return VectorFormat::json;
  if (!has_control && looks_like_json(start)) {
    in.fail(
        "is JSON; of that, vectors are read that stand as {\"word\": [numbers], …}, so write them "
        "in "
        "that way, or as text with a word and its numbers on each line");
  }
  if (!has_control && looks_like_point_table(start)) return VectorFormat::projector_table;
  if (const auto header = parse_word2vec_header(line)) {
    // A control character within a word makes no binary file of a text.
    const bool alone = rest.empty();
    const std::size_t numbers = numbers_behind_word(first_line(rest));
    if (has_control ? numbers == header->dim : alone || numbers > 0) {
      return VectorFormat::word2vec_text;
    }
    rest = start.substr(start.find('\n') + 1);
    const bool whole = start.size() < sample;
    return has_control || (whole && is_whole_binary(rest, *header)) ? VectorFormat::word2vec_binary
                                                                    : VectorFormat::word2vec_text;
  }
  if (has_control) {
    throw UnknownVectors(
        in.named() +
        ": is no file of word vectors that is known: word2vec .bin and .txt, fastText .bin and "
        ".vec, GloVe .txt, the Embedding Projector's .tsv, .npy and our .safetensors are read");
  }
  return VectorFormat::glove_text;
}

VectorFormat recognise_vectors(const fs::path& file) {
  ByteReader in(open_bytes(file), file.string());
  return recognise_vectors(in);
}

WordVectorsPtr read_vectors(const fs::path& file, const VectorFileOptions& options) {
  ByteReader in(open_watched(file, options.watch), file.string());
  const VectorFormat format = recognise_vectors(in);
  const bool mapped =
      !is_packed(file) &&
      (format == VectorFormat::safetensors ||
       (format == VectorFormat::npy && npy_can_be_mapped(MappedFile::open(file)->bytes(), file)));
  WordVectors made =
      mapped ? read_mapped(file, format, options.limit) : read_from(in, format, options.limit);
  if (format == VectorFormat::projector_table || format == VectorFormat::npy) {
    add_words(made, file, format, options);
  }
  return std::make_shared<const WordVectors>(std::move(made));
}

}  // namespace glassformer
