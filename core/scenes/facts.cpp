#include "core/scenes/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>
#include <vector>

#include "core/embed/files/default_vectors.h"
#include "core/models/checkpoint.h"
#include "core/models/gpt.h"
#include "core/models/transformer.h"
#include "core/scenes/chosen.h"
#include "core/tensor/error.h"
#include "core/text/language.h"
#include "core/text/nearest.h"

namespace glassformer {

namespace {

constexpr std::array<std::string_view, 17> kOfModels{
    "architecture", "origin",         "tokens", "source", "language",   "words",
    "layers",       "decoder_layers", "heads",  "width",  "activation", "positions",
    "norm",         "norm_place",     "gated",  "tied",   "kv_heads"};
constexpr std::array<std::string_view, 6> kOfVectors{"origin",   "words", "dims",
                                                     "language", "name",  "groups"};

Fact of(std::string_view text) {
  return {std::string(text), {}};
}
Fact of(std::integral auto number) {
  return {{}, static_cast<double>(number)};
}
std::optional<Fact> unless_empty(std::string_view text) {
  if (text.empty()) return {};
  return of(text);
}

void check_name(std::span<const std::string_view> known, std::string_view name,
                std::string_view command) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  const std::vector<std::string> names(known.begin(), known.end());
  throw UserError(
      fmt::format("\\{} has no \"{}\"{}", command, name, instead_of(name, "it has", names)));
}

// A piece as a word: without the space that it carries.
std::string_view bare(std::string_view piece) {
  if (piece.starts_with(' ')) piece.remove_prefix(1);
  return piece;
}

std::string language_of_pieces(const Tokenizer& tokenizer) {
  std::unordered_map<std::string_view, std::size_t> places;
  const std::vector<std::string>& pieces = tokenizer.pieces();
  for (std::size_t i = 0; i < pieces.size(); ++i) places.emplace(bare(pieces[i]), i);
  return std::string(language_of([&](std::string_view word) -> std::optional<std::size_t> {
    const auto found = places.find(word);
    if (found == places.end()) return {};
    return found->second;
  }));
}

std::string language_of_vectors(const WordVectors& vectors) {
  return std::string(language_of([&](std::string_view word) -> std::optional<std::size_t> {
    const int id = vectors.words.find(word);
    if (id < 0) return {};
    return static_cast<std::size_t>(id);
  }));
}

// Worked out once for each object, since a text asks whenever it is drawn.
template <class T, class Work>
std::string remembered(const std::shared_ptr<const T>& object, std::size_t which, Work work) {
  static std::mutex mutex;
  static std::array<std::pair<std::weak_ptr<const T>, std::string>, 4> kept;
  const std::scoped_lock lock(mutex);
  auto& [of, text] = kept[which];
  if (of.lock() != object) {
    text = work();
    of = object;
  }
  return text;
}

std::string_view tokens_of(const Tokenizer& tokenizer) {
  if (tokenizer.splits_into_words()) return "words";
  return tokenizer.kind().starts_with("character") ? "characters" : "pieces of words";
}

std::string_view words_of(Activation activation) {
  switch (activation) {
    case Activation::relu:
      return "ReLU";
    case Activation::silu:
      return "SiLU";
    case Activation::gelu:
    case Activation::gelu_tanh:
      break;
  }
  return "GELU";
}

std::string_view words_of(PositionKind positions) {
  switch (positions) {
    case PositionKind::sinusoidal:
      return "sinusoidal";
    case PositionKind::learned:
      return "learned";
    case PositionKind::rotary:
      return "rotary";
    case PositionKind::alibi:
      return "ALiBi";
    case PositionKind::none:
      break;
  }
  return "none";
}

// What both kinds of Transformer say in the same words.
template <class Config>
std::optional<Fact> shared_fact(const Config& config, std::string_view name) {
  if (name == "heads") return of(config.heads);
  if (name == "width") return of(config.d_model);
  if (name == "activation") return of(words_of(config.activation));
  if (name == "positions") return of(words_of(config.positions));
  if (name == "norm") return of(config.norm == NormKind::rms ? "RMSNorm" : "LayerNorm");
  if (name == "norm_place") return of(config.pre_norm ? "before" : "after");
  if (name == "gated") return of(config.gated ? 1 : 0);
  if (name == "tied") return of(config.tied ? 1 : 0);
  return {};
}

std::optional<Fact> transformer_fact(const TransformerConfig& config, std::string_view name) {
  if (name == "layers") return of(config.encoder_layers);
  if (name == "decoder_layers") return of(config.decoder_layers);
  if (name == "kv_heads") return of(config.heads);
  return shared_fact(config, name);
}

std::optional<Fact> gpt_fact(const GptConfig& config, std::string_view name) {
  if (name == "layers" || name == "decoder_layers") return of(config.layers);
  if (name == "kv_heads") return of(config.kv_heads > 0 ? config.kv_heads : config.heads);
  return shared_fact(config, name);
}

}  // namespace

std::optional<Fact> model_fact(const Inputs& inputs, std::string_view name) {
  check_name(kOfModels, name, "model");
  if (slot_use(inputs, slots::model.name) == nullptr) {
    throw UserError(fmt::format("\\model: {} shows no trained model", inputs.scene));
  }
  const CheckpointPtr model = chosen_model(inputs);
  if (name == "origin") return unless_empty(model->origin);
  if (name == "architecture") return of(model->network->architecture());
  if (name == "words") return of(model->network->vocab_size());
  if (!model->tokenizers.empty()) {
    if (name == "tokens") return of(tokens_of(model->target()));
    if (name == "source") {
      return unless_empty(
          remembered(model, 0, [&] { return language_of_pieces(model->source()); }));
    }
    if (name == "language") {
      return unless_empty(
          remembered(model, 1, [&] { return language_of_pieces(model->target()); }));
    }
  }
  if (const auto* const gpt = dynamic_cast<const Gpt*>(model->network.get())) {
    return gpt_fact(gpt->sizes(), name);
  }
  const auto* const transformer = dynamic_cast<const Transformer*>(model->network.get());
  return transformer == nullptr ? std::nullopt : transformer_fact(transformer->sizes(), name);
}

std::optional<Fact> vectors_fact(const Inputs& inputs, std::string_view name) {
  check_name(kOfVectors, name, "vectors");
  if (slot_use(inputs, slots::vectors.name) == nullptr) {
    throw UserError(fmt::format("\\vectors: {} shows no word vectors", inputs.scene));
  }
  const WordVectorsPtr vectors = chosen_vectors(inputs);
  if (name == "origin") return unless_empty(vectors->origin);
  if (name == "words") return of(vectors->words.size());
  if (name == "dims") return of(vectors->dim());
  if (name == "language") {
    return unless_empty(remembered(vectors, 2, [&] { return language_of_vectors(*vectors); }));
  }
  if (name == "groups") {
    return of(std::set<std::string_view>(vectors->groups.begin(), vectors->groups.end()).size());
  }
  if (vectors == default_vectors()) return of("the small world");
  if (vectors == real_vectors()) return of("real words");
  return {};
}

}  // namespace glassformer
