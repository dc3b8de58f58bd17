// A NumPy array of vectors, one a row. It has no words: they are its row numbers until
// read_word_table() gives them others.
#include <fmt/format.h>

#include <vector>

#include "core/embed/files/numbered_words.h"
#include "core/embed/files/vector_collector.h"
#include "core/embed/files/vector_readers.h"
#include "core/formats/npy_reader.h"

namespace glassformer {

namespace {

struct Sides {
  std::uint64_t count;  // that are wanted
  std::uint64_t all;
  std::size_t dim;
};

Sides sides_of(const NpyHeader& header, const ByteReader& in, std::size_t limit) {
  if (header.shape.size() != 2) {
    in.fail(fmt::format("has {} dimension{}; vectors of words have two: words and numbers of each",
                        header.shape.size(), header.shape.size() == 1 ? "" : "s"));
  }
  if (header.cols() == 0 || header.cols() > max_dimensions || header.rows() == 0 ||
      header.rows() > max_words) {
    in.fail(fmt::format("has the shape {} × {}; 1 to {} words of 1 to {} numbers are read",
                        header.rows(), header.cols(), max_words, max_dimensions));
  }
  return {limit == 0 ? header.rows() : std::min<std::uint64_t>(limit, header.rows()), header.rows(),
          static_cast<std::size_t>(header.cols())};
}

void warn_of_more(WordVectors& made, const Sides& sides) {
  made.warning = joined({made.warning, fmt::format("more bytes follow the {} × {} numbers that its "
                                                   "header claims; they are not read",
                                                   sides.all, sides.dim)});
}

// In Fortran's order the columns come one after the other.
Rows read_columns(ByteReader& in, const NpyHeader& header, const Sides& sides) {
  std::vector<float> columns;
  float one = 0;
  for (std::uint64_t i = 0; i < sides.all * sides.dim; ++i) {
    read_npy_numbers(in, header, {&one, 1});
    if (i % sides.all < sides.count) columns.push_back(one);
  }
  RowsBuilder rows(static_cast<std::size_t>(sides.count), sides.dim);
  for (std::size_t r = 0; r < rows.count(); ++r) {
    for (std::size_t k = 0; k < sides.dim; ++k) rows[r][k] = columns[k * rows.count() + r];
  }
  return rows.finish();
}

Rows read_rows(ByteReader& in, const NpyHeader& header, const Sides& sides) {
  GrowingRows rows(sides.dim);
  for (std::uint64_t r = 0; r < sides.count; ++r) read_npy_numbers(in, header, rows.append());
  return rows.finish();
}

}  // namespace

bool npy_can_be_mapped(std::string_view bytes, const std::filesystem::path& named) {
  ByteReader in(bytes_in_memory(bytes), named.string());
  const NpyHeader header = read_npy_header(in);
  return header.is_float32() && !header.fortran && header.header_bytes % sizeof(float) == 0;
}

WordVectors read_npy_vectors(ByteReader& in, std::size_t limit) {
  const NpyHeader header = read_npy_header(in);
  const Sides sides = sides_of(header, in, limit);
  WordVectors made = numbered(
      header.fortran ? read_columns(in, header, sides) : read_rows(in, header, sides), in.named());
  if (sides.count == sides.all && !in.at_end()) warn_of_more(made, sides);
  return made;
}

WordVectors map_npy_vectors(std::string_view bytes, std::shared_ptr<const void> keeper,
                            const std::filesystem::path& named, std::size_t limit) {
  ByteReader in(bytes_in_memory(bytes), named.string());
  const NpyHeader header = read_npy_header(in);
  const Sides sides = sides_of(header, in, limit);
  const std::uint64_t needed = sides.all * sides.dim * sizeof(float);
  if (bytes.size() - header.header_bytes < needed) {
    in.fail(
        fmt::format("claims {} × {} numbers, {} bytes, but {} follow its header; it is "
                    "truncated, get it again",
                    sides.all, sides.dim, needed, bytes.size() - header.header_bytes));
  }
  const auto* const first = reinterpret_cast<const float*>(bytes.data() + header.header_bytes);
  WordVectors made = numbered(
      Rows(std::move(keeper), first, static_cast<std::size_t>(sides.count), sides.dim, sides.dim),
      named.string());
  if (bytes.size() - header.header_bytes > needed) warn_of_more(made, sides);
  return made;
}

}  // namespace glassformer
