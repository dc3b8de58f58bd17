#include "core/tensor/memory_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr double gigabyte = 1e9;
constexpr std::uint64_t usual = 1'000'000'000;
std::atomic<std::uint64_t> limit{usual};
thread_local LimitedMemory* current = nullptr;

}  // namespace

std::uint64_t memory_limit() {
  return limit;
}

void set_memory_limit(std::uint64_t bytes) {
  limit = bytes;
}

std::optional<std::uint64_t> memory_size(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || !(number > 0)) return std::nullopt;
  std::string unit;
  for (const char* at = after; at != end; ++at) {
    if (*at != ' ') unit += static_cast<char>(*at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : *at);
  }
  for (const auto& [name, factor] :
       {std::pair{"", 1.0}, {"B", 1.0}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}}) {
    const double bytes = number * factor;
    if (unit == name && bytes >= 1 && bytes < 1e18) return static_cast<std::uint64_t>(bytes);
  }
  return std::nullopt;
}

std::string memory_text(double bytes) {
  if (bytes < 1e6) return fmt::format("{:.0f} kB", std::max(1.0, bytes / 1e3));
  return bytes < gigabyte / 2 ? fmt::format("{:.0f} MB", bytes / 1e6)
                              : fmt::format("{:.1f} GB", bytes / gigabyte);
}

void check_memory(std::string_view what, double bytes, std::string_view instead) {
  const auto max = static_cast<double>(memory_limit());
  if (bytes <= max) return;
  throw UserError(fmt::format(
      "{} needs about {} of memory, and no more than {} is {}; {}, or allow it with --memory "
      "{:.0f}GB",
      what, memory_text(bytes), memory_text(max),
      memory_limit() == usual ? "taken unasked" : "allowed", instead,
      std::ceil(bytes / gigabyte * 1.1)));
}

LimitedMemory::LimitedMemory() : before_(current) {
  current = this;
}

LimitedMemory::~LimitedMemory() {
  current = before_;
}

void take_memory(double bytes) {
  if (current == nullptr) return;
  current->taken_ += bytes;
  const auto max = static_cast<double>(memory_limit());
  if (current->taken_ <= max) return;
  throw UserError(fmt::format(
      "what is to be computed needs more than {} of memory, the most that is {}; take fewer words, "
      "fewer heads or a smaller size, or allow more with --memory {:.0f}GB",
      memory_text(max), memory_limit() == usual ? "taken unasked" : "allowed",
      std::ceil(2 * max / gigabyte)));
}

}  // namespace glassformer
