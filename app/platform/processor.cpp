#include "app/platform/processor.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <fmt/ranges.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernels/width.h"

namespace glassformer {
namespace {

// The first line `model name : …` of /proc/cpuinfo, or, on ARM boards, `Model : …`.
std::string model_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name") && !line.starts_with("Model")) continue;
    const std::size_t value = line.find_first_not_of(" \t", line.find(':') + 1);
    if (line.find(':') != std::string::npos && value != std::string::npos) {
      return line.substr(value);
    }
  }
  return {};
}

std::string described(Width width) {
  switch (width) {
    case Width::amx:
    case Width::avx512:
      return "AVX-512, 16 floats at once";
    case Width::avx2:
      return "AVX2, 8 floats at once";
    default:
#if defined(__x86_64__)
      return "SSE2, 4 floats at once";
#elif defined(__ARM_NEON)
      return "NEON, 4 floats at once";
#else
      return "what every processor of this kind has";
#endif
  }
}

std::string widest() {
  Width found = Width::baseline;
  for (const Width width : all_widths()) found = is_there(width) ? width : found;
  return std::string(name_of(found));
}

std::string beyond_vectors() {
  std::vector<std::string_view> found;
  if (has_bf16_products()) found.push_back("products of bfloat16");
  if (has_byte_products()) found.push_back("products of bytes (VNNI)");
  if (has_tile_products()) found.push_back("products of whole tiles (AMX)");
  return fmt::format("{}", fmt::join(found, ", "));
}

int threads() {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

}  // namespace

Processor this_processor() {
  return {model_name(), threads(), widest(), described(width_in_use()), beyond_vectors()};
}

}  // namespace glassformer
