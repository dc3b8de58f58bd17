#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/models/golden.h"
#include "core/models/hugging_face.h"
#include "core/tensor/error.h"
#include "tests/core/models/small_gpt2.h"

// Any bytes as a file of golden values are compared with a small model, or an error that is a
// sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glassformer;
  static const Checkpoint model = import_hugging_face(
      testing::small_gpt2_json, "config.json", testing::small_tensors(""), "model.safetensors");
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const GoldenCase& golden : golden_from_json(text, "golden.json")) {
      const GoldenResult result = check_golden(model, golden, 1e-4);
      if (result.first && result.values == 0) std::abort();
    }
  } catch (const UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
