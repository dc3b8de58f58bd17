#pragma once

#include <string>

namespace glassformer {

// A number as explanations write it: four significant digits at most, with a true minus sign:
// "14", "0.125", "−3.5", "1.2e−7", "∞", "−∞", "nan".
std::string number_text(double value);

}  // namespace glassformer
