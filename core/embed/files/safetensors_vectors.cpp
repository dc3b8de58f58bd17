// Our own file: a safetensors file with the tensors "vectors" (words × dim) and "words" (the words
// in UTF-8, a line each); "outputs", "counts", "groups", "columns.NAME" and "subwords" where there
// are any; in its metadata what they came from. Rows may be I8: then "vectors.scales" holds one
// number for each row, by which its cells are multiplied.
#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "core/embed/files/numbered_words.h"
#include "core/embed/files/vector_collector.h"
#include "core/embed/files/vector_readers.h"
#include "core/embed/vectors/subwords.h"
#include "core/formats/safetensors_header.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

using safetensors::Entry;
using safetensors::Number;

class SafetensorsReader {
 public:
  SafetensorsReader(std::string_view bytes, std::shared_ptr<const void> keeper,
                    const std::filesystem::path& named, std::size_t limit)
      : keeper_(std::move(keeper)), name_(named.string()), limit_(limit) {
    std::uint64_t length = 0;
    if (bytes.size() < sizeof length) fail("is too short for a safetensors file; get it again");
    std::memcpy(&length, bytes.data(), sizeof length);
    bytes.remove_prefix(sizeof length);
    if (length > bytes.size()) {
      fail(fmt::format("its header claims {} bytes, but {} follow; it is truncated, get it again",
                       length, bytes.size()));
    }
    data_ = bytes.substr(static_cast<std::size_t>(length));
    header_ = safetensors::parse_header(bytes.substr(0, static_cast<std::size_t>(length)),
                                        data_.size(), named);
  }

  WordVectors read() {
    const Entry* const vectors = find("vectors");
    if (vectors == nullptr) {
      fail(
          "holds no tensor named vectors, so these are no vectors of words; write it with "
          "'glassformer vectors convert' or name the tensors vectors and words");
    }
    WordVectors made = numbered(rows_of(*vectors), name_);
    if (const Entry* const outputs = find("outputs")) {
      made.outputs = rows_of(*outputs);
      if (made.outputs.count() != made.vectors.count() ||
          made.outputs.dim() != made.vectors.dim()) {
        fail("its tensor outputs is not as large as its tensor vectors; save it again");
      }
    }
    const auto words = texts("words");
    if (!words) fail("holds no tensor named words, a list of words, one a line; save it again");
    rename(made, *words, counts(), texts("groups").value_or(std::vector<std::string>()), columns());
    read_subwords(made);
    if (const auto origin = header_.metadata.find("origin"); origin != header_.metadata.end()) {
      made.origin = origin->second;
    }
    return made;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw UserError(name_ + ": " + what); }

  const Entry* find(std::string_view name) const {
    const auto found = std::find_if(header_.entries.begin(), header_.entries.end(),
                                    [&](const Entry& e) { return e.name == name; });
    return found == header_.entries.end() ? nullptr : &*found;
  }

  std::string_view bytes_of(const Entry& entry) const {
    return data_.substr(static_cast<std::size_t>(entry.begin),
                        static_cast<std::size_t>(entry.end - entry.begin));
  }

  Rows rows_of(const Entry& entry) const {
    if (entry.shape.size() != 2 || entry.as_matrix.rows < 1 || entry.as_matrix.cols < 1 ||
        static_cast<std::size_t>(entry.as_matrix.cols) > max_dimensions) {
      fail(fmt::format("its tensor {} must have two dimensions, words and 1 to {} numbers of each",
                       entry.name, max_dimensions));
    }
    const auto dim = static_cast<std::size_t>(entry.as_matrix.cols);
    const std::size_t count = wanted(static_cast<std::size_t>(entry.as_matrix.rows));
    const char* const from = bytes_of(entry).data();
    switch (entry.number) {
      case Number::f32:
        if (reinterpret_cast<std::uintptr_t>(from) % alignof(float) == 0) {
          return {keeper_, reinterpret_cast<const float*>(from), count, dim, dim};
        }
        return converted<float>(from, count, dim);
      case Number::f16:
        return converted<Eigen::half>(from, count, dim);
      case Number::bf16:
        return converted<Eigen::bfloat16>(from, count, dim);
      case Number::f64:
        return converted<double>(from, count, dim);
      case Number::i8:
        return scaled(entry, from, count, dim);
      default:
        fail(fmt::format("its tensor {} must be F32, F16, BF16, F64 or I8", entry.name));
    }
  }

  // Whole numbers times the scale of their row.
  Rows scaled(const Entry& entry, const char* from, std::size_t count, std::size_t dim) const {
    const std::string name = entry.name + std::string(scales_suffix);
    const Entry* const scales = find(name);
    if (scales == nullptr || scales->number != Number::f32 ||
        scales->as_matrix.cells() != static_cast<std::size_t>(entry.as_matrix.rows)) {
      fail(
          fmt::format("its tensor {} is I8, so a tensor {} of F32 must hold one number for each "
                      "of its {} rows; save it again",
                      entry.name, name, entry.as_matrix.rows));
    }
    const char* const at = bytes_of(*scales).data();
    RowsBuilder rows(count, dim);
    for (std::size_t r = 0; r < count; ++r) {
      float scale;
      std::memcpy(&scale, at + r * sizeof scale, sizeof scale);
      for (float& cell : rows[r])
        cell = scale * static_cast<float>(static_cast<signed char>(*from++));
    }
    return rows.finish();
  }

  template <class Stored>
  static Rows converted(const char* from, std::size_t count, std::size_t dim) {
    RowsBuilder rows(count, dim);
    for (std::size_t r = 0; r < count; ++r) {
      for (float& cell : rows[r]) {
        Stored number;
        std::memcpy(&number, from, sizeof number);
        cell = static_cast<float>(number);
        from += sizeof number;
      }
    }
    return rows.finish();
  }

  std::size_t wanted(std::size_t all) const { return limit_ == 0 ? all : std::min(limit_, all); }
  std::size_t all_words() const {
    return static_cast<std::size_t>(find("vectors")->as_matrix.rows);
  }

  // The lines of a tensor of bytes, or of an entry of the metadata; as many as words are wanted.
  std::optional<std::vector<std::string>> texts(const std::string& name) const {
    std::string_view text;
    if (const Entry* const entry = find(name)) {
      if (entry->number != Number::u8) fail("its tensor " + name + " must be U8: text in UTF-8");
      text = bytes_of(*entry);
    } else if (const auto found = header_.metadata.find(name); found != header_.metadata.end()) {
      text = found->second;
    } else {
      return std::nullopt;
    }
    if (text.ends_with('\n')) text.remove_suffix(1);
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    if (lines != all_words()) {
      fail(fmt::format("has {} {} for {} vectors; save it again", lines, name, all_words()));
    }
    std::vector<std::string> found;
    while (found.size() < wanted(all_words())) {
      const std::size_t end = text.find('\n');
      found.emplace_back(text.substr(0, end));
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return found;
  }

  std::vector<WordColumn> columns() const {
    std::vector<WordColumn> found;
    for (const Entry& entry : header_.entries) {
      if (!entry.name.starts_with(column_prefix)) continue;
      found.push_back({entry.name.substr(column_prefix.size()), *texts(entry.name)});
    }
    return found;
  }

  std::vector<std::uint64_t> counts() const {
    const Entry* const entry = find("counts");
    if (entry == nullptr) return {};
    if ((entry->number != Number::u64 && entry->number != Number::u32) ||
        entry->as_matrix.cells() != all_words()) {
      fail("its tensor counts must be U64 or U32 and hold one number for each word; save it again");
    }
    std::vector<std::uint64_t> counts(wanted(all_words()));
    const std::string_view bytes = bytes_of(*entry);
    if (entry->number == Number::u64) {
      std::memcpy(counts.data(), bytes.data(), counts.size() * sizeof counts[0]);
      return counts;
    }
    std::uint32_t number;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      std::memcpy(&number, bytes.data() + i * sizeof number, sizeof number);
      counts[i] = number;
    }
    return counts;
  }

  // "3 6" in the metadata: the characters of an n-gram.
  void read_subwords(WordVectors& made) const {
    const auto lengths = header_.metadata.find("subwords");
    const Entry* const entry = find("subwords");
    if (entry == nullptr || lengths == header_.metadata.end()) return;
    auto subwords = std::make_shared<Subwords>();
    const std::string& text = lengths->second;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, subwords->min_n);
    const auto second =
        std::from_chars(first.ptr + (first.ptr < end ? 1 : 0), end, subwords->max_n);
    if (first.ec != std::errc{} || second.ec != std::errc{} || subwords->min_n < 1 ||
        subwords->max_n < subwords->min_n || subwords->max_n > 100) {
      fail("its metadata subwords must be two lengths of n-grams, as in '3 6'; save it again");
    }
    if (static_cast<std::size_t>(entry->as_matrix.cols) != made.dim()) {
      fail("its tensor subwords is not as wide as its tensor vectors; save it again");
    }
    SafetensorsReader whole = *this;
    whole.limit_ = 0;
    subwords->buckets = whole.rows_of(*entry);
    made.subwords = std::move(subwords);
  }

  std::shared_ptr<const void> keeper_;
  std::string name_;
  std::size_t limit_;
  std::string_view data_;
  safetensors::Header header_;
};

}  // namespace

WordVectors read_safetensors_vectors(std::string_view bytes, std::shared_ptr<const void> keeper,
                                     const std::filesystem::path& named, std::size_t limit) {
  return SafetensorsReader(bytes, std::move(keeper), named, limit).read();
}

}  // namespace glassformer
