#include "core/models/hugging_face_settings.h"

#include <fmt/format.h>

#include "core/formats/known_kind.h"

namespace glassformer {

int size_of(const JsonObject& settings, std::string_view key, int max) {
  const auto found = settings.find(key);
  if (!found) {
    settings.value().fail(
        fmt::format("has no \"{}\", so the sizes of the model are not known", key));
  }
  return whole_number(*found, 1, max);
}

void require(const JsonObject& settings, std::string_view key, bool wanted) {
  if (settings.toggle(key, wanted) == wanted) return;
  settings.find(key)->fail(
      fmt::format("is {}, which this program does not compute; choose a model where it is {}",
                  !wanted, wanted));
}

Activation activation_of(const JsonObject& settings, std::string_view key,
                         std::string_view otherwise) {
  const std::string name = settings.text(key, otherwise);
  if (name == "relu") return Activation::relu;
  if (name == "gelu") return Activation::gelu;
  if (name == "gelu_new" || name == "gelu_pytorch_tanh") return Activation::gelu_tanh;
  if (name == "silu" || name == "swish") return Activation::silu;
  settings.find(key)->fail(fmt::format(
      "is \"{}\", but this program computes relu, gelu, gelu_new, gelu_pytorch_tanh and silu",
      excerpt(name, 40)));
}

void add_norm(std::vector<TensorNames>& names, const std::string& ours, const std::string& theirs) {
  names.push_back({ours + ".gamma", theirs + ".weight"});
  names.push_back({ours + ".beta", theirs + ".bias"});
}

}  // namespace glassformer
