#pragma once

#include <string>

// Numbers as people read them.
namespace glassformer {

// Three significant digits for a cell, six for the inspector; true minus sign, ∞ and "—" for nan.
// The short form is printed only when it is the very same number ("0.5", "2"); "0.500" and "1.00"
// say that it was rounded. Below 0.001 and from 10,000 on: "1.2e−7".
std::string format_cell(double value);
std::string format_exact(double value);
std::string format_digits(double value, int digits);  // any number of them, at least 1

}  // namespace glassformer
