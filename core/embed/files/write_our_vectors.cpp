#include "core/embed/files/write_our_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/embed/files/numbered_words.h"
#include "core/embed/vectors/subwords.h"
#include "core/formats/json.h"

namespace glassformer {

namespace {

constexpr float largest = 127;  // of the whole numbers of a row

template <class T>
std::string_view bytes_of(std::span<const T> cells) {
  return {reinterpret_cast<const char*>(cells.data()), cells.size_bytes()};
}

struct Tensor {
  std::string name, dtype, shape;
  std::uint64_t bytes;
  std::function<void(OutputFile&)> write;
};

// Its largest cell becomes 127 or -127. A row of zeros, or with a cell that is no number, has the
// scale 0.
float scale_of(std::span<const float> row) {
  float most = 0;
  for (const float cell : row) {
    if (!std::isfinite(cell)) return 0;
    most = std::max(most, std::abs(cell));
  }
  return most / largest;
}

void write_scales(OutputFile& out, const Rows& rows) {
  std::vector<float> scales(rows.count());
  for (std::size_t r = 0; r < rows.count(); ++r) scales[r] = scale_of(rows[r]);
  out.write(bytes_of(std::span<const float>(scales)));
}

void write_whole(OutputFile& out, const Rows& rows) {
  std::vector<std::int8_t> cells(rows.dim());
  for (std::size_t r = 0; r < rows.count(); ++r) {
    const std::span<const float> row = rows[r];
    const float scale = scale_of(row);
    for (std::size_t k = 0; k < cells.size(); ++k) {
      cells[k] =
          scale > 0
              ? static_cast<std::int8_t>(std::clamp(std::round(row[k] / scale), -largest, largest))
              : std::int8_t{0};
    }
    out.write(bytes_of(std::span<const std::int8_t>(cells)));
  }
}

void write_floats(OutputFile& out, const Rows& rows) {
  for (std::size_t r = 0; r < rows.count(); ++r) out.write(bytes_of(rows[r]));
}

std::string size_of(const Rows& rows) {
  return fmt::format("{},{}", rows.count(), rows.dim());
}

Tensor floats_of(std::string name, const Rows& rows) {
  return {std::move(name), "F32", size_of(rows), std::uint64_t{4} * rows.count() * rows.dim(),
          [&rows](OutputFile& out) { write_floats(out, rows); }};
}

Tensor scales_of(const std::string& name, const Rows& rows) {
  return {name + std::string(scales_suffix), "F32", std::to_string(rows.count()),
          std::uint64_t{4} * rows.count(), [&rows](OutputFile& out) { write_scales(out, rows); }};
}

Tensor whole_of(std::string name, const Rows& rows) {
  return {std::move(name), "I8", size_of(rows), std::uint64_t{1} * rows.count() * rows.dim(),
          [&rows](OutputFile& out) { write_whole(out, rows); }};
}

// In half the bytes where they are as many as that holds.
Tensor counts_of(const std::vector<std::uint64_t>& counts) {
  const std::string shape = std::to_string(counts.size());
  if (*std::max_element(counts.begin(), counts.end()) > std::numeric_limits<std::uint32_t>::max()) {
    return {"counts", "U64", shape, 8 * counts.size(), [&counts](OutputFile& out) {
              out.write(bytes_of(std::span<const std::uint64_t>(counts)));
            }};
  }
  return {"counts", "U32", shape, 4 * counts.size(), [&counts](OutputFile& out) {
            const std::vector<std::uint32_t> halves(counts.begin(), counts.end());
            out.write(bytes_of(std::span<const std::uint32_t>(halves)));
          }};
}

Tensor text_of(std::string name, std::string text) {
  const std::size_t bytes = text.size();
  return {std::move(name), "U8", std::to_string(bytes), bytes,
          [text = std::move(text)](OutputFile& out) { out.write(text); }};
}

// A line each; a line end within one becomes "_", and is counted.
class Lines {
 public:
  void append(std::string_view text) {
    const std::size_t begin = text_.size();
    text_.append(text);
    const auto from = text_.begin() + static_cast<std::ptrdiff_t>(begin);
    if (std::find(from, text_.end(), '\n') != text_.end()) ++changed_;
    std::replace(from, text_.end(), '\n', '_');
    text_ += '\n';
  }
  std::size_t changed() const { return changed_; }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::size_t changed_ = 0;
};

std::string header_of(const WordVectors& v, const std::vector<Tensor>& tensors) {
  std::string header = "{\"__metadata__\":{\"format\":\"glassformer word vectors\"";
  if (!v.origin.empty()) header += ",\"origin\":" + json_string(v.origin);
  if (v.subwords) {
    header += fmt::format(",\"subwords\":\"{} {}\"", v.subwords->min_n, v.subwords->max_n);
  }
  header += "}";
  std::uint64_t at = 0;
  for (const Tensor& t : tensors) {
    header += fmt::format(",{}:{{\"dtype\":\"{}\",\"shape\":[{}],\"data_offsets\":[{},{}]}}",
                          json_string(t.name), t.dtype, t.shape, at, at + t.bytes);
    at += t.bytes;
  }
  header += "}";
  header.append((64 - (8 + header.size()) % 64) % 64, ' ');  // the numbers start on a line
  return header;
}

}  // namespace

std::string write_our_vectors(OutputFile& out, const WordVectors& v, RowNumbers numbers) {
  std::vector<std::pair<std::string, const Rows*>> matrices{{"vectors", &v.vectors}};
  if (!v.outputs.empty()) matrices.emplace_back("outputs", &v.outputs);
  if (v.subwords) matrices.emplace_back("subwords", &v.subwords->buckets);
  // The widest numbers first: each begins where a number of its width may.
  std::vector<Tensor> tensors;
  const bool whole = numbers == RowNumbers::bytes;
  for (const auto& [name, rows] : matrices) {
    tensors.push_back(whole ? scales_of(name, *rows) : floats_of(name, *rows));
  }
  if (!v.counts.empty()) tensors.push_back(counts_of(v.counts));
  for (const auto& [name, rows] : matrices) {
    if (whole) tensors.push_back(whole_of(name, *rows));
  }
  std::size_t changed = 0;
  const auto add_text = [&](std::string name, std::size_t count, const auto& text) {
    Lines lines;
    for (std::size_t i = 0; i < count; ++i) lines.append(text(i));
    changed += lines.changed();
    tensors.push_back(text_of(std::move(name), lines.take()));
  };
  add_text("words", v.words.size(), [&](std::size_t i) { return v.words[i]; });
  if (!v.groups.empty()) {
    add_text("groups", v.groups.size(),
             [&](std::size_t i) { return std::string_view(v.groups[i]); });
  }
  for (const WordColumn& column : v.columns) {
    add_text(std::string(column_prefix) + column.name, column.cells.size(),
             [&](std::size_t i) { return std::string_view(column.cells[i]); });
  }
  const std::string header = header_of(v, tensors);
  const auto length = static_cast<std::uint64_t>(header.size());
  out.write({reinterpret_cast<const char*>(&length), sizeof length});
  out.write(header);
  for (const Tensor& tensor : tensors) tensor.write(out);
  return changed == 0 ? ""
                      : fmt::format("{} line ends within words were written as \"_\"", changed);
}

}  // namespace glassformer
