#include "core/formats/safetensors_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/formats/json_object.h"
#include "core/tensor/error.h"

namespace glassformer::safetensors {

namespace {

using Value = Json::Value;

struct NumberName {
  std::string_view name;
  Number number;
  std::size_t bytes;
};
constexpr NumberName numbers[] = {
    {"F64", Number::f64, 8},     {"F32", Number::f32, 4}, {"F16", Number::f16, 2},
    {"BF16", Number::bf16, 2},   {"I64", Number::i64, 8}, {"I32", Number::i32, 4},
    {"I16", Number::i16, 2},     {"I8", Number::i8, 1},   {"U64", Number::u64, 8},
    {"U32", Number::u32, 4},     {"U16", Number::u16, 2}, {"U8", Number::u8, 1},
    {"BOOL", Number::boolean, 1}};

class HeaderReader {
 public:
  HeaderReader(std::uint64_t before, std::uint64_t data_bytes, const std::filesystem::path& named)
      : before_(before), data_bytes_(data_bytes), file_(named.string()) {}

  Header read(Value root) {
    check_length(root);
    root.each_member([&](std::string_view key, Value value) {
      if (key == "__metadata__") {
        read_metadata(value);
      } else {
        read_entry(key, value);
      }
    });
    check_cover();
    return std::move(header_);
  }

 private:
  [[noreturn]] void fail(std::string_view tensor, const std::string& what) const {
    throw UserError(
        fmt::format("{}: tensor {}: {}; the file is damaged or was written wrongly, "
                    "get or save it again",
                    file_, json_string(excerpt(tensor, 80)), what));
  }

  // Of a file that was cut short the tensors at its end are not there: said of the file, for it is
  // no fault of the first tensor that is missing.
  void check_length(Value root) const {
    double promised = 0;
    root.each_member([&](std::string_view key, Value value) {
      if (key == "__metadata__" || !value.is(Json::Kind::object)) return;
      const auto offsets = member(value, "data_offsets");
      if (!offsets || !offsets->is(Json::Kind::array) || offsets->size() != 2) return;
      const Value end = (*offsets)[1];
      if (end.is(Json::Kind::number)) promised = std::max(promised, end.number());
    });
    if (promised <= static_cast<double>(data_bytes_)) return;
    throw UserError(
        fmt::format("{}: ends early: it has {} bytes, and its header promises {:.0f}; it was cut "
                    "short, get or save it again",
                    file_, before_ + data_bytes_, static_cast<double>(before_) + promised));
  }

  void read_metadata(Value value) {
    if (!value.is(Json::Kind::object))
      value.fail("must be an object of texts, not " + value.described());
    value.each_member([&](std::string_view key, Value text) {
      header_.metadata.emplace(key, of_kind(text, Json::Kind::string).string());
    });
  }

  // A whole number from 0 on that a double holds exactly.
  std::int64_t whole(std::string_view tensor, std::string_view what, Value value) const {
    const bool fits = value.is(Json::Kind::number) && value.number() >= 0 &&
                      value.number() <= 9007199254740992.0 &&
                      value.number() == std::floor(value.number());
    if (!fits) {
      fail(tensor,
           fmt::format("{} must be whole numbers from 0 on, not {}", what, value.described()));
    }
    return static_cast<std::int64_t>(value.number());
  }

  void read_entry(std::string_view name, Value value) {
    if (!value.is(Json::Kind::object)) {
      fail(name, "must be an object with dtype, shape and data_offsets, not " + value.described());
    }
    const auto dtype = member(value, "dtype"), shape = member(value, "shape"),
               offsets = member(value, "data_offsets");
    if (!dtype) fail(name, "has no dtype");
    if (!shape) fail(name, "has no shape");
    if (!offsets) fail(name, "has no data_offsets");
    Entry entry;
    entry.name = name;
    entry.number = read_number(name, *dtype);
    const std::uint64_t cells = read_shape(*shape, entry);
    if (!offsets->is(Json::Kind::array) || offsets->size() != 2) {
      fail(name, "data_offsets must be two numbers, not " + offsets->described());
    }
    entry.begin = static_cast<std::uint64_t>(whole(name, "data_offsets", (*offsets)[0]));
    entry.end = static_cast<std::uint64_t>(whole(name, "data_offsets", (*offsets)[1]));
    if (entry.begin > entry.end) {
      fail(name, fmt::format("its bytes end ({}) before they begin ({})", entry.end, entry.begin));
    }
    const std::uint64_t claimed = cells * bytes_of(entry.number);
    if (entry.end - entry.begin != claimed) {
      fail(name, fmt::format("shape and type take {} bytes, but its place in the file has {}",
                             claimed, entry.end - entry.begin));
    }
    header_.entries.push_back(std::move(entry));
  }

  Number read_number(std::string_view name, Value dtype) const {
    for (const NumberName& known : numbers) {
      if (dtype.is(Json::Kind::string) && dtype.string() == known.name) return known.number;
    }
    throw UserError(fmt::format(
        "{}: tensor {}: numbers of type {} are not read; convert the file to F32, F16 or BF16",
        file_, json_string(excerpt(name, 80)),
        dtype.is(Json::Kind::string) ? excerpt(dtype.string(), 40) : dtype.described()));
  }

  // Fills in shape and matrix; returns the number of cells, which is held against the data first.
  std::uint64_t read_shape(Value shape, Entry& entry) const {
    if (!shape.is(Json::Kind::array))
      fail(entry.name, "shape must be a list, not " + shape.described());
    std::uint64_t cells = 1, leading = 1, last = 1;
    bool too_large = false;
    shape.each([&](Value value) {
      const std::int64_t side = whole(entry.name, "the sides of its shape", value);
      entry.shape.push_back(side);
      if (entry.shape.size() > 8) fail(entry.name, "has more than 8 dimensions");
      leading = cells;
      last = static_cast<std::uint64_t>(side);
      too_large = too_large || (last != 0 && cells > data_bytes_ / last);
      if (!too_large) cells *= last;
    });
    constexpr std::uint64_t max = std::numeric_limits<int>::max();
    if (too_large || leading > max || last > max) {
      fail(entry.name, fmt::format("its shape claims more numbers than the {} bytes of data hold",
                                   data_bytes_));
    }
    entry.as_matrix = {static_cast<int>(leading), static_cast<int>(last)};
    return cells;
  }

  void check_cover() {
    auto& entries = header_.entries;
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
    });
    std::uint64_t covered = 0;
    for (const Entry& entry : entries) {
      if (entry.begin < covered) {
        fail(entry.name,
             fmt::format("its bytes from {} on belong to another tensor as well, up to {}",
                         entry.begin, covered));
      }
      if (entry.begin > covered) {
        fail(entry.name,
             fmt::format("the bytes {} to {} before it belong to no tensor", covered, entry.begin));
      }
      covered = entry.end;
    }
    if (covered == data_bytes_) return;
    throw UserError(
        fmt::format("{}: the last {} bytes belong to no tensor; the file is damaged or "
                    "was written wrongly, get or save it again",
                    file_, data_bytes_ - covered));
  }

  std::uint64_t before_;  // bytes of the file that are no data
  std::uint64_t data_bytes_;
  std::string file_;
  Header header_;
};

}  // namespace

std::size_t bytes_of(Number number) {
  return std::find_if(std::begin(numbers), std::end(numbers),
                      [&](const NumberName& n) { return n.number == number; })
      ->bytes;
}

std::string_view name_of(Number number) {
  return std::ranges::find(numbers, number, &NumberName::number)->name;
}

Header parse_header(std::string_view json, std::uint64_t data_bytes,
                    const std::filesystem::path& named) {
  if (!json.starts_with('{')) {
    throw UserError(named.string() +
                    ": its header does not start with '{'; it is no safetensors file, or damaged");
  }
  const Json document = Json::parse(json, named.string() + " (header)");
  return HeaderReader(sizeof(std::uint64_t) + json.size(), data_bytes, named).read(document.root());
}

}  // namespace glassformer::safetensors
