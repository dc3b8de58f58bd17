#pragma once

#include <string>

#include "core/embed/corpus/wordnet.h"
#include "core/formats/file.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {

// Of these bytes of data.noun and data.adj; there are no verbs and no adverbs.
inline WordNet small_wordnet(const std::string& noun, const std::string& adj) {
  const TemporaryFolder folder;
  write_file(folder / "data.noun", noun);
  write_file(folder / "data.verb", "  1 licence\n");
  write_file(folder / "data.adj", adj);
  write_file(folder / "data.adv", "\n");
  return read_wordnet(folder.path());
}

}  // namespace glassformer::testing
