#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// Where the first byte stands that is not part of a UTF-8 character; npos if there is none.
std::size_t broken_utf8(std::string_view text);

// Unicode's composed form (NFC): "e" + "´" becomes "é", so that equal letters are equal bytes. The
// text must be UTF-8. Throws UserError if it cannot be composed.
std::string composed(std::string_view text);

// The text without control characters, which show nothing. Tabs and line feeds stay; others that
// are white space become a space. The text must be UTF-8.
std::string without_controls(std::string_view text);

// The characters (code points) of a UTF-8 text, each as its bytes; a broken byte is one of its own.
std::vector<std::string_view> characters(std::string_view text);

// The word with its first letter small, or large; as it is where that letter has no such form.
std::string with_small_first(std::string_view word);
std::string with_large_first(std::string_view word);
// Every letter small, character by character; broken bytes stay as they are.
std::string lower_case(std::string_view text);

enum class CharacterClass { space, letter, digit, other };
// Of one character as `characters` gives it. Marks count as letters, since they modify one; what
// shows nothing (controls, directions) counts as space, except the joiners within words.
CharacterClass class_of_character(std::string_view character);
// Whether the character is white space to Unicode: what Python's str.split() splits at.
bool is_white_space(std::string_view character);

}  // namespace glassformer
