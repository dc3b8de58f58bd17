#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/scenes/scene.h"

// What is known of a trained model and of word vectors, whoever made them: what a lesson's texts
// say of them.
namespace glassformer {

struct Fact {
  std::string text;              // "French"
  std::optional<double> number;  // of a fact that is one; `text` is empty then
};

// Of the model that the inputs show: architecture, origin, tokens ("words", "pieces of words",
// "characters"), source and language (what is read and written: "English", "French"), words (how
// many it can write); and of a Transformer, layers, decoder_layers, heads, width, activation
// ("ReLU", "GELU", "SiLU"), positions ("sinusoidal", "learned"), norm ("LayerNorm", "RMSNorm"),
// norm_place ("before" its sub-layer, or "after" the sum), kv_heads (of keys and values), and as 1
// or 0 whether the feed-forward network is gated and the output layer tied. Nothing: it is not
// known of this one. Throws UserError: the scene shows no model, or there is no such fact.
std::optional<Fact> model_fact(const Inputs& inputs, std::string_view name);

// Of the word vectors: origin, words (how many), dims, language, name ("the small world", "real
// words"; of vectors that did not come with the program, nothing), groups (how many kinds of words
// they know). Throws likewise.
std::optional<Fact> vectors_fact(const Inputs& inputs, std::string_view name);

}  // namespace glassformer
