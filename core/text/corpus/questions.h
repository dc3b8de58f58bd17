#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/text/corpus/facts.h"

namespace glassformer::corpus {

struct Section {
  std::string name;
  std::vector<std::pair<std::string, std::string>> pairs;  // "france", "paris"
};

// The pairs of each relation that have one right answer: neither side stands in a second pair, as
// the peso of six countries would, and the sides differ.
std::vector<Section> sections(const Facts& facts);

// Every two pairs of a section ask "a is to b as c is to …": questions-words format, as word2vec
// has it (Mikolov et al. 2013): a line ": section", then lines of four words.
std::string questions_text(const std::vector<Section>& sections);

}  // namespace glassformer::corpus
