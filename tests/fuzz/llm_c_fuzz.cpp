#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "core/models/llm_c.h"
#include "core/tensor/error.h"

// Any bytes are a checkpoint of llm.c, of which every number can be read, or an error that is a
// sentence. The made-up bytes are the header's first numbers, a byte each, and then the weights.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glassformer;
  if (size < 8) return 0;
  auto bytes = std::make_shared<std::string>(256 * 4, '\0');
  for (std::size_t i = 0; i < 8; ++i) {
    const std::int32_t number = i == 0 ? 20240326 : data[i] < 200 ? data[i] : -data[i] * 1'000'000;
    std::memcpy(bytes->data() + 4 * i, &number, 4);
  }
  bytes->append(reinterpret_cast<const char*>(data) + 8, size - 8);
  try {
    const Checkpoint model = llm_c_from(*bytes, bytes, "made-up.bin");
    for (int i = 0; i < model.params.size(); ++i) static_cast<void>(model.params.value(i));
  } catch (const UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
