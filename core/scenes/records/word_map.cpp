#include "core/scenes/records/word_map.h"

#include "core/text/word_list.h"

namespace glassformer {

std::string odd_words_toggled(std::string_view words, std::string_view word) {
  return with_word_toggled(words, word);
}

}  // namespace glassformer
