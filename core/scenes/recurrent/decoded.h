#pragma once

#include <cstdint>
#include <optional>
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
bool attends(const Resource& resource);  // whether that has attention

// How a translator that was trained to attend softly is made to attend: as it was trained; to the
// position with the largest weight alone; to one drawn by the weights; or to all alike.
enum class Attending { soft, hard, sampled, uniform };
// The same parameters in a network that attends so; evenly, with those of its scores at 0. The
// checkpoint itself where it does already. Throws UserError for one without attention.
CheckpointPtr attending(const CheckpointPtr& checkpoint, Attending how);

// The weights of all steps are one matrix to look at, SCOPE.decoder.attention.weights, or
// SCOPE.alignment, but each row is computed in a step of its own: cells that were set in one of the
// two are set there too, so that the decoder goes on with them.
Edits with_steps(const Edits& edits, std::string_view scope);
bool edits_attention(const Edits& edits, std::string_view scope);

// The begin mark and the pieces of the model's own translation, word by word the most probable. Of
// a translator whose weights were set by hand it is what the decoder says with them.
// With a seed, positions of hard attention are drawn.
std::vector<int> decoded(const CheckpointPtr& checkpoint, const std::string& sentence,
                         const Edits& edits, std::string_view scope,
                         std::optional<std::uint64_t> draws = {});

// SCOPE.alignment: the weights with each row named by the word that it led to, not by the one
// before it.
Var named_by_what_follows(Tape& tape, const Checkpoint& checkpoint, Var weights,
                          const std::vector<int>& target, std::string_view scope);

std::string text_of(const Tokenizer& tokenizer, const std::vector<int>& ids);

}  // namespace glassformer
