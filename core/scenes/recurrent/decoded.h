#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/grad/node.h"
#include "core/models/checkpoint.h"
#include "core/models/seq2seq.h"
#include "core/scenes/resources.h"

// What the scenes of recurrent translators share.
namespace glassformer {

// Throws UserError for a model of another architecture.
const Seq2Seq& seq2seq_of(const Checkpoint& checkpoint);
// Of a resource that is a trained model of that architecture; null of any other.
const Seq2Seq* held_seq2seq(const Resource& resource);

// The weights of all steps are one matrix to look at, SCOPE.decoder.attention.weights, but each row
// is computed in a step of its own: cells that were set in the matrix are set there too, so that
// the decoder goes on with them.
Edits with_steps(const Edits& edits, std::string_view scope);
bool edits_attention(const Edits& edits, std::string_view scope);

// The begin mark and the pieces of the model's own translation, word by word the most probable. Of
// a translator whose weights were set by hand it is what the decoder says with them.
std::vector<int> decoded(const CheckpointPtr& checkpoint, const std::string& sentence,
                         const Edits& edits, std::string_view scope);

std::string text_of(const Tokenizer& tokenizer, const std::vector<int>& ids);

}  // namespace glassformer
