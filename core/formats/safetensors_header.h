#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/mat.h"

// What the header of a safetensors file says, checked: for core/formats/safetensors.cpp alone.
namespace glassformer::safetensors {

enum class Number { f64, f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8, boolean };

struct Entry {
  std::string name;
  Number number = Number::f32;
  std::vector<std::int64_t> shape;
  Shape as_matrix;
  std::uint64_t begin = 0, end = 0;  // bytes, from the end of the header on
};

struct Header {
  std::map<std::string, std::string> metadata;
  std::vector<Entry> entries;  // sorted by begin; together they cover the data
};

std::size_t bytes_of(Number number);
std::string_view name_of(Number number);  // "BF16"
// `data_bytes`: how many bytes follow the header. Throws UserError.
Header parse_header(std::string_view json, std::uint64_t data_bytes,
                    const std::filesystem::path& named);

}  // namespace glassformer::safetensors
