#include "app/files/model_boxes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "app/files/model_facts.h"

namespace glassformer {

namespace {

using Object = nlohmann::ordered_json;
using Kind = ModelBox::Kind;

int number_in(const Object& config, const char* key) {
  const auto found = config.find(key);
  return found != config.end() && found->is_number() ? found->get<int>() : 0;
}

std::string word_in(const Object& config, const char* key) {
  const auto found = config.find(key);
  return found != config.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

bool is_set(const Object& config, const char* key) {
  const auto found = config.find(key);
  return found != config.end() && found->is_boolean() && found->get<bool>();
}

ModelBox embedding(const std::string& label, int pieces, int width) {
  return {label, fmt::format("{} × {}", grouped(pieces), width), Kind::embedding};
}

ModelBox attention(const std::string& label, const Object& config) {
  const int heads = number_in(config, "heads");
  return {label, fmt::format("{} {}", heads, heads == 1 ? "head" : "heads"), Kind::attention};
}

ModelBox feed_forward(const Object& config) {
  return {"Feed-forward",
          fmt::format("{} → {} → {}, {}", number_in(config, "d_model"), number_in(config, "d_ff"),
                      number_in(config, "d_model"), word_in(config, "activation")),
          Kind::feed_forward};
}

ModelBox logits(int pieces) {
  return {"Linear and softmax", fmt::format("over {} pieces", grouped(pieces)), Kind::output};
}

std::string positions(const Object& config) {
  const std::string kind = word_in(config, "positions");
  return kind.empty() ? "learned" : kind;
}

std::vector<ModelStack> of_transformer(const Object& config) {
  const int width = number_in(config, "d_model");
  const ModelBox where{"Positions", positions(config), Kind::embedding};
  ModelStack encoder{"Encoder",
                     {embedding("Embedding", number_in(config, "source_vocab_size"), width), where},
                     {attention("Self-attention", config), feed_forward(config)},
                     number_in(config, "encoder_layers"),
                     {}};
  ModelStack decoder{"Decoder",
                     {embedding("Embedding", number_in(config, "target_vocab_size"), width), where},
                     {attention("Masked self-attention", config),
                      attention("Attention to the encoder", config), feed_forward(config)},
                     number_in(config, "decoder_layers"),
                     {logits(number_in(config, "target_vocab_size"))}};
  if (encoder.layers > 0) return {encoder, decoder};
  decoder.title.clear();
  decoder.layer.erase(decoder.layer.begin() + 1);
  return {decoder};
}

std::vector<ModelStack> of_gpt(const Object& config) {
  const int pieces = number_in(config, "vocab_size");
  return {{"",
           {embedding("Embedding", pieces, number_in(config, "d_model")),
            {"Positions", positions(config), Kind::embedding}},
           {attention("Masked self-attention", config), feed_forward(config)},
           number_in(config, "layers"),
           {logits(pieces)}}};
}

std::vector<ModelStack> of_bert(const Object& config) {
  const int pieces = number_in(config, "vocab_size");
  ModelStack stack{"",
                   {embedding("Embedding", pieces, number_in(config, "d_model")),
                    {"Positions and segments", positions(config), Kind::embedding}},
                   {attention("Self-attention", config), feed_forward(config)},
                   number_in(config, "layers"),
                   {}};
  if (is_set(config, "masked_words")) {
    stack.above.push_back(
        {"Masked words", fmt::format("over {} pieces", grouped(pieces)), Kind::output});
  }
  if (is_set(config, "pooler")) stack.above.push_back({"Pooler", "the first token", Kind::output});
  if (is_set(config, "next_sentence")) {
    stack.above.push_back({"Next sentence", "yes or no", Kind::output});
  }
  return {stack};
}

ModelBox cell(const Object& config, bool both_ways) {
  std::string name = word_in(config, "cell");
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
  return {name,
          fmt::format("width {}{}", number_in(config, "width"), both_ways ? ", both ways" : ""),
          Kind::recurrent};
}

std::vector<ModelStack> of_seq2seq(const Object& config) {
  const int width = number_in(config, "d_embedding");
  ModelStack encoder{"Encoder",
                     {embedding("Embedding", number_in(config, "source_vocab_size"), width)},
                     {cell(config, is_set(config, "bidirectional"))},
                     number_in(config, "encoder_layers"),
                     {}};
  if (word_in(config, "encoder") == "positions") {
    encoder.layer.clear();
    encoder.layers = 0;
    encoder.below.push_back({"Positions", "no recurrence", Kind::embedding});
  }
  ModelStack decoder{"Decoder",
                     {embedding("Embedding", number_in(config, "target_vocab_size"), width)},
                     {cell(config, false)},
                     number_in(config, "decoder_layers"),
                     {}};
  const std::string score = word_in(config, "score");
  if (score != "none") {
    decoder.above.push_back({"Attention to the encoder", score + " scores", Kind::attention});
  }
  decoder.above.push_back(logits(number_in(config, "target_vocab_size")));
  return {encoder, decoder};
}

std::vector<ModelStack> of_recurrent_lm(const Object& config) {
  const int pieces = number_in(config, "vocab_size");
  return {{"",
           {embedding("Embedding", pieces, number_in(config, "d_embedding"))},
           {cell(config, false)},
           number_in(config, "layers"),
           {logits(pieces)}}};
}

std::vector<ModelStack> of_parts(const Object& facts) {
  ModelStack stack;
  for (const Object& part : facts.at("parts")) {
    stack.below.push_back({part.at("part").get<std::string>(),
                           grouped(part.at("parameters").get<std::int64_t>()) + " parameters",
                           Kind::other});
  }
  return {stack};
}

}  // namespace

std::vector<ModelStack> model_boxes(std::string_view all) {
  const Object facts = Object::parse(all);
  const std::string architecture = facts.at("architecture").get<std::string>();
  const Object& config = facts.at("config");
  if (architecture == "transformer") return of_transformer(config);
  if (architecture == "gpt") return of_gpt(config);
  if (architecture == "bert") return of_bert(config);
  if (architecture == "seq2seq") return of_seq2seq(config);
  if (architecture == "recurrent-lm") return of_recurrent_lm(config);
  return of_parts(facts);
}

}  // namespace glassformer
