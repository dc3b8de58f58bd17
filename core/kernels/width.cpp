#include "core/kernels/width.h"

#include <array>
#include <cstdlib>
#include <string>

#include "core/tensor/error.h"
#include "core/tensor/real.h"

namespace glassformer {

namespace {

constexpr std::array widths{Width::baseline, Width::avx2, Width::avx512};

Width widest() {
  Width found = Width::baseline;
  for (const Width width : widths) found = is_there(width) ? width : found;
  return found;
}

Width chosen() {
  const char* const given = std::getenv("GLASSFORMER_CPU");
  if (given == nullptr || *given == '\0') return widest();
  const std::string asked = given;
  for (const Width width : widths) {
    if (asked != name_of(width)) continue;
    if (is_there(width)) return width;
    throw UserError("GLASSFORMER_CPU is " + asked +
                    ", which this processor does not have; the widest here is " +
                    std::string(name_of(widest())) + ". Leave the variable out to use that");
  }
  throw UserError("GLASSFORMER_CPU is \"" + asked +
                  "\"; it must be baseline, avx2 or avx512. Leave it out to use the widest vectors "
                  "that the processor has");
}

}  // namespace

std::span<const Width> all_widths() {
  return widths;
}

std::string_view name_of(Width width) {
  switch (width) {
    case Width::avx2:
      return "avx2";
    case Width::avx512:
      return "avx512";
    default:
      return "baseline";
  }
}

#ifdef __x86_64__
bool is_there(Width width) {
  static const bool avx2 =
      __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  static const bool avx512 =
      avx2 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
      __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  return width == Width::baseline || (width == Width::avx2 ? avx2 : avx512);
}

bool has_bf16_products() {
  return width_in_use() == Width::avx512 && __builtin_cpu_supports("avx512bf16") != 0;
}

bool has_byte_products() {
  return width_in_use() == Width::avx512 && __builtin_cpu_supports("avx512vnni") != 0;
}
#else
bool is_there(Width width) {
  return width == Width::baseline;
}

bool has_bf16_products() {
  return false;
}

bool has_byte_products() {
  return false;
}
#endif

Width width_in_use() {
  static const Width width = chosen();
  return width;
}

int lanes_in_use() {
  constexpr int baseline = 16 / static_cast<int>(sizeof(Real));
  static const int lanes = baseline << static_cast<int>(width_in_use());
  return lanes;
}

int padded(int n) {
  const int lanes = lanes_in_use();
  return (n + lanes - 1) / lanes * lanes;
}

}  // namespace glassformer
