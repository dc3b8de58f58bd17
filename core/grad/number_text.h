#pragma once

#include <string>
#include <string_view>

namespace glassformer {

// A number as explanations write it, with at most so many significant digits and a true minus sign:
// "14", "0.125", "−3.5", "1.2e−5", "∞", "−∞", "nan".
struct NumberSigns {
  std::string_view minus = "−", infinity = "∞";
};
std::string number_text(double value, int significant = 4, const NumberSigns& signs = {});

}  // namespace glassformer
