// The binary format of the original word2vec: a line "WORDS DIM", then for each word its bytes, a
// space, DIM little-endian floats and, in most files, a newline (Mikolov's word2vec.c, end of
// TrainModel()).
#include <fmt/format.h>

#include <charconv>

#include "core/embed/files/vector_collector.h"
#include "core/embed/files/vector_readers.h"
#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

constexpr std::size_t max_header = 64;
constexpr std::uint64_t believed = 65'536;  // words that make a claim of more credible

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

Word2VecHeader read_header(ByteReader& in) {
  if (in.at_end()) in.fail("is empty; a file of word vectors is expected, get or save it again");
  std::string_view line;
  const bool has_line = in.read_until('\n', max_header, line);
  const auto header = has_line ? parse_word2vec_header(line) : std::nullopt;
  if (!header) {
    in.fail("does not begin with two numbers, words and dimensions, so it is no word2vec file");
  }
  if (header->dim == 0 || header->dim > max_dimensions) {
    in.fail(fmt::format(
        "claims {} dimensions at its beginning, and 1 to {} are read; get or save it again",
        header->dim, max_dimensions));
  }
  return *header;
}

}  // namespace

std::optional<Word2VecHeader> parse_word2vec_header(std::string_view line) {
  const char* at = line.data();
  const char* const end = at + line.size();
  const auto skip_blanks = [&] {
    while (at < end && is_blank(*at)) ++at;
  };
  Word2VecHeader header{};
  for (std::uint64_t* number : {&header.words, &header.dim}) {
    skip_blanks();
    const auto [after, error] = std::from_chars(at, end, *number);
    if (error != std::errc{} || (after < end && !is_blank(*after))) return std::nullopt;
    at = after;
  }
  skip_blanks();
  if (at != end) return std::nullopt;
  return header;
}

WordVectors read_word2vec_binary(ByteReader& in, std::size_t limit) {
  const Word2VecHeader header = read_header(in);
  VectorCollector collector(header.dim, limit);
  const std::size_t row_bytes = header.dim * sizeof(float);
  std::string_view word;
  std::uint64_t empty_words = 0, first_empty = 0;
  for (std::uint64_t i = 0; i < header.words && !collector.full(); ++i) {
    if (i == believed) collector.expect(header.words);
    if (in.look(1) == "\n") in.skip(1);  // of the row before
    const std::uint64_t at = in.position();
    if (!in.read_until(' ', max_word_bytes, word)) {
      if (in.look(max_word_bytes).size() < max_word_bytes) {
        in.fail(
            fmt::format("claims {} words of {} dimensions, but ends at byte {} within word {}; "
                        "it is truncated, get it again",
                        header.words, header.dim, at + in.look(max_word_bytes).size(), i + 1));
      }
      in.fail(
          fmt::format("word {} at byte {} has no end; the file is damaged, or has not {} "
                      "dimensions as it claims",
                      i + 1, at, header.dim));
    }
    if (word.find_first_of(std::string_view("\n\0", 2)) != std::string_view::npos) {
      in.fail(
          fmt::format("word {} at byte {} holds a line end or a zero byte ({}); the file is "
                      "damaged, or has not {} dimensions as it claims",
                      i + 1, at, json_string(excerpt(word, 20)), header.dim));
    }
    if (word.empty() && empty_words++ == 0) first_empty = i + 1;
    const std::span<float> row = collector.add(word);
    if (!in.read(reinterpret_cast<char*>(row.data()), row_bytes)) {
      in.fail(
          fmt::format("claims {} words of {} dimensions, but ends at byte {} within the vector "
                      "of word {}; it is truncated, get it again",
                      header.words, header.dim, in.position(), i + 1));
    }
    collector.check(row);
  }
  if (!collector.full()) {
    while (!in.at_end() && (in.look(1) == "\n" || is_blank(in.look(1).front()))) in.skip(1);
    if (!in.at_end()) {
      in.fail(
          fmt::format("goes on at byte {} after the last of its {} words; the file is damaged, "
                      "or its first line is wrong",
                      in.position(), header.words));
    }
  }
  if (collector.size() == 0) in.fail("holds no words; save it again");
  if (empty_words > 0) {
    collector.warn(fmt::format("{} without a letter, the first is number {}",
                               number_of(empty_words, "word"), first_empty));
  }
  return collector.finish(in.named());
}

}  // namespace glassformer
