#include "core/formats/safetensors.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <optional>

#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/formats/known_kind.h"
#include "core/formats/mapped_file.h"
#include "core/formats/safetensors_header.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"

namespace glassformer {

namespace {

using safetensors::Entry;
using safetensors::Number;
using std::uint64_t;

static_assert(std::endian::native == std::endian::little, "the format's numbers are little-endian");

constexpr uint64_t length_bytes = 8;
constexpr uint64_t max_header = 100'000'000;  // the limit of the reference implementation
constexpr std::size_t chunk = 1 << 20;        // bytes that are converted at a time

// Where the bytes come from: a file, or memory.
struct Source {
  uint64_t size = 0;
  std::function<void(uint64_t offset, char* to, std::size_t count)> read;
};

Source source_of(const InputFile& in) {
  return {in.size(),
          [&in](uint64_t offset, char* to, std::size_t count) { in.read(offset, to, count); }};
}

template <class Stored>
void convert(const char* from, std::span<Real> to) {
  for (Real& cell : to) {
    Stored number;
    std::memcpy(&number, from, sizeof number);
    cell = static_cast<Real>(number);
    from += sizeof number;
  }
}

void convert(Number number, const char* from, std::span<Real> to) {
  switch (number) {
    case Number::f64:
      return convert<double>(from, to);
    case Number::f32:
      return convert<float>(from, to);
    case Number::f16:
      return convert<Eigen::half>(from, to);
    case Number::bf16:
      return convert<Eigen::bfloat16>(from, to);
    case Number::i64:
      return convert<std::int64_t>(from, to);
    case Number::i32:
      return convert<std::int32_t>(from, to);
    case Number::i16:
      return convert<std::int16_t>(from, to);
    case Number::i8:
      return convert<std::int8_t>(from, to);
    case Number::u64:
      return convert<std::uint64_t>(from, to);
    case Number::u32:
      return convert<std::uint32_t>(from, to);
    case Number::u16:
      return convert<std::uint16_t>(from, to);
    case Number::u8:
    case Number::boolean:
      return convert<std::uint8_t>(from, to);
  }
}

Mat read_matrix(const Source& source, const Entry& entry, uint64_t data_at) {
  Mat m(entry.as_matrix);
  const std::size_t size = safetensors::bytes_of(entry.number);
  std::vector<char> bytes(std::min(chunk, m.size() * size));
  std::span<Real> left = m.cells();
  for (uint64_t at = data_at + entry.begin; !left.empty();) {
    const std::size_t count = std::min(left.size(), bytes.size() / size);
    source.read(at, bytes.data(), count * size);
    convert(entry.number, bytes.data(), left.first(count));
    left = left.subspan(count);
    at += count * size;
  }
  return m;
}

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what) {
  throw UserError(file.string() + ": " + what);
}

// The commonest files that are no safetensors, by how they begin.
void check_beginning(std::string_view start, uint64_t size, const std::filesystem::path& named) {
  if (size == 0) fail(named, "is empty; a file of weights is expected, get or save it again");
  if (start.starts_with("PK\3\4")) {
    fail(named,
         "is a zip archive, and perhaps one of PyTorch (.pt, .bin): a pickle, which is never "
         "opened; unpack it, or convert it: " +
             saving_as_safetensors(named.parent_path()));
  }
  if (const auto kind = known_kind(start, named)) fail(named, *kind);
  if (start.starts_with("version https://git-lfs")) {
    fail(named,
         "is only Git LFS's pointer to the weights; fetch the file itself with 'git lfs pull'");
  }
  if (size < length_bytes) {
    fail(named, fmt::format("has only {} bytes, and the length of a safetensors header alone takes "
                            "{}; get it again",
                            size, length_bytes));
  }
  // What stands at the front of a header's length, if that is possible at all, is no text.
  const auto is_text = [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t'; };
  if (std::all_of(start.begin(), start.begin() + length_bytes, is_text)) {
    fail(named,
         "begins with text, so it is no safetensors file of a model; word vectors and texts are "
         "opened by other commands (glassformer --help)");
  }
}

safetensors::Header header_of(const Source& source, uint64_t& header_bytes,
                              const std::filesystem::path& named) {
  std::string start(std::min<uint64_t>(source.size, 512), '\0');
  source.read(0, start.data(), start.size());
  check_beginning(start, source.size, named);
  std::memcpy(&header_bytes, start.data(), length_bytes);
  const uint64_t behind = source.size - length_bytes;
  const bool begins = behind == 0 || start[length_bytes] == '{';
  if (header_bytes > behind && header_bytes <= max_header && begins) {
    fail(named, fmt::format("ends early: it has {} bytes, and its header alone takes {}; it was "
                            "cut short, get or save it again",
                            source.size, length_bytes + header_bytes));
  }
  if (header_bytes > max_header || header_bytes > behind) {
    fail(named, fmt::format("its header claims {} bytes, but {} follow and at most {} are read; it "
                            "is no safetensors file, or damaged",
                            header_bytes, behind, max_header));
  }
  std::string header(header_bytes, '\0');
  source.read(length_bytes, header.data(), header.size());
  return safetensors::parse_header(header, behind - header_bytes, named);
}

TensorFile read_from(const Source& source, const std::filesystem::path& named) {
  uint64_t header_bytes = 0;
  const safetensors::Header parsed = header_of(source, header_bytes, named);
  double cells = 0;
  for (const Entry& entry : parsed.entries) {
    double of_this = 1;
    for (const std::int64_t side : entry.shape) of_this *= static_cast<double>(side);
    cells += of_this;
  }
  check_memory(named.string(), cells * sizeof(Real), "take a smaller model");
  TensorFile content{parsed.metadata, {}};
  for (const Entry& entry : parsed.entries) {
    content.tensors.push_back({entry.name, entry.shape,
                               read_matrix(source, entry, length_bytes + header_bytes),
                               std::string(safetensors::name_of(entry.number))});
  }
  return content;
}

}  // namespace

TensorFile parse_safetensors(std::string_view bytes, const std::filesystem::path& named) {
  return read_from({bytes.size(), [&](uint64_t offset, char* to,
                                      std::size_t count) { bytes.copy(to, count, offset); }},
                   named);
}

namespace {

// Of a zip archive what is in it says what it is.
void check_zip(const InputFile& in, const std::filesystem::path& file) {
  std::array<char, 4> start{};
  if (in.size() > start.size()) in.read(0, start.data(), start.size());
  if (std::string_view(start.data(), start.size()) != "PK\3\4") return;
  try {
    static_cast<void>(open_bytes(file));
  } catch (const UserError& error) {
    const std::string what = error.what();
    if (what.find("several files") == what.npos && what.find("cut short") == what.npos) throw;
  }
}

std::optional<StoredMat::Number> stored_number(Number number) {
  switch (number) {
    case Number::f32:
      return StoredMat::Number::f32;
    case Number::f16:
      return StoredMat::Number::f16;
    case Number::bf16:
      return StoredMat::Number::bf16;
    default:
      return std::nullopt;
  }
}

}  // namespace

// The length of the header is less than 2^48, and JSON follows.
bool begins_like_safetensors(std::string_view beginning) {
  return beginning.size() > length_bytes && beginning[length_bytes] == '{' &&
         beginning[7] == '\0' && beginning[6] == '\0';
}

bool has_safetensors(const std::filesystem::path& file) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(file, none)) return false;
  try {
    const InputFile in(file);
    char start[length_bytes + 1] = {};
    return begins_like_safetensors({start, in.read_some(0, start, sizeof start)});
  } catch (const UserError&) {
    return false;
  }
}

TensorFile read_safetensors(const std::filesystem::path& file) {
  const InputFile in(file);
  check_zip(in, file);
  return read_from(source_of(in), file);
}

LazyTensorFile map_safetensors(const std::filesystem::path& file) {
  check_zip(InputFile(file), file);
  const std::shared_ptr<const MappedFile> mapped = MappedFile::open(file);
  const std::string_view bytes = mapped->bytes();
  const Source source{bytes.size(), [bytes](uint64_t offset, char* to, std::size_t count) {
                        bytes.copy(to, count, offset);
                      }};
  uint64_t header_bytes = 0;
  const safetensors::Header parsed = header_of(source, header_bytes, file);
  const uint64_t data_at = length_bytes + header_bytes;
  LazyTensorFile content{parsed.metadata, {}};
  for (const Entry& entry : parsed.entries) {
    std::string stored(safetensors::name_of(entry.number));
    if (const auto number = stored_number(entry.number)) {
      content.tensors.emplace_back(
          entry.name, std::move(stored),
          StoredMat{entry.as_matrix, false, *number, bytes.data() + data_at + entry.begin, mapped});
    } else {
      check_memory(file.string(), static_cast<double>(entry.as_matrix.cells()) * sizeof(Real),
                   "take a smaller model");
      content.tensors.emplace_back(NamedTensor{
          entry.name, entry.shape, read_matrix(source, entry, data_at), std::move(stored)});
    }
  }
  mapped->check();
  return content;
}

Shape LazyTensor::shape() const {
  const auto* const held = std::get_if<StoredMat>(&value);
  return held != nullptr ? held->shape : std::get<Mat>(value).shape();
}

Mat LazyTensor::mat() const {
  const auto* const held = std::get_if<StoredMat>(&value);
  return held != nullptr ? held->value() : std::get<Mat>(value);
}

std::map<std::string, std::string> read_safetensors_metadata(const std::filesystem::path& file) {
  const InputFile in(file);
  uint64_t header_bytes = 0;
  return header_of(source_of(in), header_bytes, file).metadata;
}

}  // namespace glassformer
