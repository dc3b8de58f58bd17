#pragma once

#include <string>

namespace glassformer {

// A number as explanations write it: so many significant digits at most, with a true minus sign,
// and with a power where a cell has one: "14", "0.125", "−3.5", "1.2e−4", "∞", "−∞", "nan".
std::string number_text(double value, int significant = 4);

}  // namespace glassformer
