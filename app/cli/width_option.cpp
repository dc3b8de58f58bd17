#include "app/cli/width_option.h"

namespace glassformer {

void declare_width(const CommandOptions& app, std::string& width, const std::string& help) {
  app.add_option("--width", width, help).one_of({"f32", "bf16", "int8"}).shows_default();
}

WeightWidth width_of(const std::string& word) {
  if (word == "bf16") return WeightWidth::bf16;
  return word == "int8" ? WeightWidth::int8 : WeightWidth::f32;
}

}  // namespace glassformer
