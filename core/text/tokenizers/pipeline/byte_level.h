#pragma once

#include <array>
#include <string>
#include <string_view>

namespace glassformer {

// The printable character that stands for each of the 256 bytes in the files of a byte-level BPE:
// itself where it has a picture in Latin-1; the others, in their order, those from U+0100 on
// (bytes_to_unicode in the published code of GPT-2; Radford et al. 2019, section 2.2).
const std::array<std::string, 256>& byte_letters();

// "é\n" → "Ã©Ċ".
std::string as_byte_letters(std::string_view bytes);
// And back. A text with a character that stands for no byte, as a piece that was added by hand,
// comes back as it is.
std::string bytes_of_letters(std::string_view letters);
// For people: what is no character, or shows nothing, by its bytes: "<0xC3>".
std::string readable_bytes(std::string_view bytes);
// What people read of some bytes that should be text; those that are none become U+FFFD.
std::string whole_characters(std::string_view bytes);

}  // namespace glassformer
