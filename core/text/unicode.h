#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// Where the first byte stands that is not part of a UTF-8 character; npos if there is none.
std::size_t broken_utf8(std::string_view text);
// "is not UTF-8 text: byte 3 (0xff) starts no character; save or paste it as UTF-8"; empty if it
// is.
std::string utf8_fault(std::string_view text);

// Unicode's composed form (NFC): "e" + "´" becomes "é", so that equal letters are equal bytes. The
// text must be UTF-8. Throws UserError if it cannot be composed.
std::string composed(std::string_view text);

// The form in which words are compared: composed, and with one apostrophe, ', for the two others
// that are typed in its place (U+2019, U+02BC). A text that is not UTF-8 stays as it is.
std::string as_compared(std::string_view text);
// U+0027, U+2019 and U+02BC, or every one of them in a text as this one.
bool is_apostrophe(std::string_view character);
std::string with_apostrophes(std::string_view text, std::string_view apostrophe);

// The text without control characters, which show nothing. Tabs and line feeds stay; others that
// are white space become a space. The text must be UTF-8.
std::string without_controls(std::string_view text);

// The characters (code points) of a UTF-8 text, each as its bytes; a broken byte is one of its own.
std::vector<std::string_view> characters(std::string_view text);

// Where each of its characters begins, counting as one what is read as one: a letter with its
// marks, an emoji that is joined from several.
std::vector<std::size_t> characters_as_read(std::string_view text);

// The word with its first letter small, or large; as it is where that letter has no such form.
std::string with_small_first(std::string_view word);
std::string with_large_first(std::string_view word);
// Every letter small, character by character; broken bytes stay as they are.
std::string lower_case(std::string_view text);

// Whether it is of a script that puts no space between words: Chinese and Japanese, Thai, Lao,
// Khmer and Burmese. Korean has spaces.
bool is_without_spaces(std::string_view character);

enum class CharacterClass { space, letter, digit, other };
// Of one character as `characters` gives it. Marks count as letters, since they modify one; what
// shows nothing (controls, directions) counts as space, except the joiners within words.
CharacterClass class_of_character(std::string_view character);
// Whether the character is white space to Unicode: what Python's str.split() splits at.
bool is_white_space(std::string_view character);
// Whether a word consists of punctuation alone, as where signs stand apart: ",", "...", "、".
bool is_punctuation(std::string_view word);

}  // namespace glassformer
