#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/models/attention_file.h"
#include "core/tensor/error.h"
#include "tests/fuzz/damaged.h"
#include "tests/support/npz.h"

namespace {

using glassformer::testing::npy_array;

// The first byte says how the rest is cut into the arrays of a .npz.
std::string archive_of(std::string_view data) {
  const std::size_t cut = data.empty() ? 0 : static_cast<unsigned char>(data[0]) % data.size();
  return glassformer::testing::npz(
      {{"tokens", npy_array("|u1", "(" + std::to_string(cut) + ",)", data.substr(0, cut))},
       {"attentions", npy_array("<f4", "(1, 1, 2, 2)", data.substr(cut))},
       {"hidden_states", npy_array("<f2", "(2, 2, 1)", data.substr(cut))}});
}

}  // namespace

// Any file is either attentions whose rows sum to 1, or an error that is a sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int file = memfd_create("made-up", 0);
  const std::string_view given(reinterpret_cast<const char*>(data), size);
  const bool tensors = !given.empty() && given.back() == '\0';
  const std::string bytes =
      tensors ? std::string(given) : glassformer::fuzz::damaged(given, "PK", archive_of);
  if (ftruncate(file, 0) != 0 || pwrite(file, bytes.data(), bytes.size(), 0) < 0) std::abort();
  try {
    const auto read = glassformer::read_attention_file("/proc/self/fd/" + std::to_string(file));
    const auto maps =
        static_cast<std::size_t>(read->layers) * static_cast<std::size_t>(read->heads);
    if (read->weights.size() != maps || read->tokens.size() < 2) std::abort();
    for (const auto& one : read->weights) {
      for (int row = 0; row < one->value.rows(); ++row) {
        double sum = 0;
        for (const auto weight : one->value.row(row)) sum += weight;
        if (!(sum > 0.9 && sum < 1.1)) std::abort();
      }
    }
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
