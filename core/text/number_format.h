#pragma once

#include <string>
#include <string_view>

// Numbers as people read them, everywhere in the window: true minus sign, ∞ and "—" for nan, thin
// groups of thousands from 10 000 on, and a power of ten beyond four zeros: "0.000335", but
// "3.35 × 10⁻⁵". Files, the clipboard and the command line have forms that programs read.
namespace glassformer {

// Three significant digits for a cell, six for the inspector. The short form is printed only when
// it is the very same number ("0.5", "2"); "0.500" and "1.00" say that it was rounded.
std::string format_cell(double value);
std::string format_exact(double value);
std::string format_digits(double value, int digits);  // any number of them, at least 1

// A whole number digit by digit: "63 082 496"; any other as format_exact has it.
std::string format_count(double count);

// So many digits after the point; whole numbers have none, and what that would leave no digit
// of has three of its own. The cells of one matrix are written with one number of decimals.
std::string format_decimals(double value, int decimals);
// The decimals that give a number of this size three significant digits.
int decimals_of(double largest);

// Always with its power, for an axis over many of them: "10⁴", "2 × 10⁻³".
std::string format_power(double value, int digits);

// For the narrowest cells: "3.2e−8"; and from 10,000 on, where these digits are not all of it,
// "1.2e5".
std::string format_compact(double value, int digits);

// As a formula is marked up: "3.35 \cdot 10^{−5}", "12\,300".
std::string format_markup(double value, int digits);

// What a text field is filled with: a number that can be typed again, "0.000335", "3.35e-05".
std::string format_typed(double value);

// Three digits and the prefix that suits them: "1.01 GB", "63.1 M", "85.2 µs".
std::string format_quantity(double value, std::string_view unit);

// Gives the numbers of a plain text the form of print: "-1.2e-5" becomes "−1.2 × 10⁻⁵", "123456"
// gets its groups, "inf" is ∞, and a negative factor stands in brackets: "2 × (−0.5)".
std::string typeset_numbers(std::string_view text);

}  // namespace glassformer
