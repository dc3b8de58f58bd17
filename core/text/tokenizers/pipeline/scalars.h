#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// What the parts of a tokenizer.json ask of a character, in Unicode's own terms.
namespace glassformer {

struct Scalar {
  std::int32_t code = -1;  // −1: a broken byte
  std::string_view bytes;
};

// The character that begins the text, which must not be empty.
Scalar first_scalar(std::string_view text);
// The character that ends it.
Scalar last_scalar(std::string_view text);

// visit(Scalar) for each character.
template <class Visit>
void each_scalar(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const Scalar next = first_scalar(text);
    visit(next);
    text.remove_prefix(next.bytes.size());
  }
}

bool is_space_scalar(std::int32_t code);    // the property White_Space
bool is_number_scalar(std::int32_t code);   // Nd, Nl, No
bool is_mark_scalar(std::int32_t code);     // Mn, Mc, Me
bool is_accent_scalar(std::int32_t code);   // Mn
bool is_control_scalar(std::int32_t code);  // Cc, Cf, Cn, Co
bool is_chinese_scalar(std::int32_t code);  // the blocks that BERT cuts apart
// P*, and of ASCII also what is a symbol to Unicode, such as $ and +.
bool is_punctuation_scalar(std::int32_t code);
// "\w" of regular expressions: Alphabetic, marks, Nd, Pc and the joiners.
bool is_word_scalar(std::int32_t code);

// Forms of a text. Throw UserError where Unicode's table cannot be applied.
std::string nfc(const std::string& text);
std::string nfd(const std::string& text);
std::string nfkc(const std::string& text);
std::string nfkd(const std::string& text);
std::string small_letters(std::string_view text);  // İ becomes i and a dot above

}  // namespace glassformer
