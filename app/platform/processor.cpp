#include "app/platform/processor.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <fstream>

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

std::string widest() {
#if defined(__x86_64__) || defined(__i386__)
  if (__builtin_cpu_supports("avx512f") != 0) return "AVX-512, 16 floats at once";
  if (__builtin_cpu_supports("avx2") != 0) return "AVX2, 8 floats at once";
  if (__builtin_cpu_supports("avx") != 0) return "AVX, 8 floats at once";
  return "SSE2, 4 floats at once";
#elif defined(__ARM_NEON)
  return "NEON, 4 floats at once";
#else
  return "unknown";
#endif
}

std::string chosen() {
#if defined(__AVX512F__)
  return "AVX-512, 16 floats at once";
#elif defined(__AVX2__)
  return "AVX2, 8 floats at once";
#elif defined(__AVX__)
  return "AVX, 8 floats at once";
#elif defined(__SSE2__)
  return "SSE2, 4 floats at once: a build for all machines";
#elif defined(__ARM_NEON)
  return "NEON, 4 floats at once";
#else
  return "none";
#endif
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
  return {model_name(), threads(), widest(), chosen()};
}

}  // namespace glassformer
