#pragma once

#include <string>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/models/gpt.h"
#include "core/nn/site.h"
#include "core/scenes/part.h"
#include "core/scenes/run.h"
#include "core/scenes/scene.h"

// A decoder alone as what a scene runs on: the shipped one, weights/gpt.safetensors, or one that
// was opened or trained here.
namespace glassformer {

// For Scene::options and Scene::slots. `dependent`: the options that mean nothing for another model
// (SlotUse). The model is then chosen_model(inputs).
OptionSpec language_weights_option();
SlotUse language_model_slot(std::vector<std::string> dependent = {});
// Throws UserError: the model is of another kind.
const Gpt& language_model_of(const Checkpoint& checkpoint);

// The ids of a text that is to be gone on with, behind what a model of this kind begins with
// (Tokenizer::frame). A special token that is spelled out is one piece. Throws UserError: no text,
// more tokens than the model reads.
std::vector<int> prompt_ids(const Checkpoint& checkpoint, const std::string& text);

// Records the network over the ids with every intermediate named, as record_network() does:
// decoder.…, logits and probabilities [tokens, pieces]; with more than one token also the loss, how
// well each but the first was predicted. Sets the run's tokens, of sequence 0, its sites, output
// and loss. Of a head with a switch, decoder.L.self_attention.head.H.switched is there too.
void record_language_model(Run& run, const Checkpoint& checkpoint, const std::vector<int>& ids,
                           std::vector<HeadSwitch> switches = {});

// What a head of a layer looks at, or head 0, the mean of all of them, and its name in words. Both
// count from 1. The run holds a recorded language model.
struct LayerMap {
  Part weights;  // [tokens, tokens]
  std::string whose;
};
LayerMap map_of(Run& run, int layer, int head);

// Throws UserError where the trace of so many tokens does not fit into memory.
void check_trace_memory(const Inputs& inputs, const GptConfig& config, std::size_t tokens);

}  // namespace glassformer
