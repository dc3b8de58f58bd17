#include "core/kernels/width.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "core/tensor/error.h"
#include "core/tensor/real.h"

namespace glassformer {

namespace {

constexpr std::array widths{Width::baseline, Width::avx2, Width::avx512, Width::amx};

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
  throw UserError(
      "GLASSFORMER_CPU is \"" + asked +
      "\"; it must be baseline, avx2, avx512 or amx. Leave it out to use the widest vectors "
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
    case Width::amx:
      return "amx";
    default:
      return "baseline";
  }
}

#ifdef __x86_64__
namespace {

// The processor has tiles of bfloat16, and the system lets this process use them: their registers
// hold 8 kB, which it saves for a thread only if it was asked to.
bool tiles_are_there() {
#if defined(__linux__) && defined(SYS_arch_prctl)
  constexpr unsigned bf16_tiles = 1U << 22, tiles = 1U << 24;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return false;
  if ((d & bf16_tiles) == 0 || (d & tiles) == 0) return false;
  constexpr int request = 0x1023, tile_data = 18;  // ARCH_REQ_XCOMP_PERM, since Linux 5.16
  return ::syscall(SYS_arch_prctl, request, tile_data) == 0;
#else
  return false;
#endif
}

}  // namespace

bool is_there(Width width) {
  static const bool avx2 =
      __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  static const bool avx512 =
      avx2 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
      __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  static const bool amx = avx512 && tiles_are_there();
  switch (width) {
    case Width::amx:
      return amx;
    case Width::avx512:
      return avx512;
    case Width::avx2:
      return avx2;
    default:
      return true;
  }
}

bool has_bf16_products() {
  return width_in_use() >= Width::avx512 && __builtin_cpu_supports("avx512bf16") != 0;
}

bool has_byte_products() {
  return width_in_use() >= Width::avx512 && __builtin_cpu_supports("avx512vnni") != 0;
}

bool bf16_products_are_faster() {
  return has_bf16_products() && __builtin_cpu_is("intel") == 0;
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

bool bf16_products_are_faster() {
  return false;
}
#endif

bool has_tile_products() {
  return sizeof(Real) == sizeof(float) && width_in_use() == Width::amx;
}

Width width_in_use() {
  static const Width width = chosen();
  return width;
}

int lanes_in_use() {
  constexpr int baseline = 16 / static_cast<int>(sizeof(Real));
  static const int lanes = baseline << static_cast<int>(std::min(width_in_use(), Width::avx512));
  return lanes;
}

int padded(int n) {
  const int lanes = lanes_in_use();
  return (n + lanes - 1) / lanes * lanes;
}

}  // namespace glassformer
