#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "core/formats/json.h"
#include "core/models/transformer_config.h"

namespace glassformer {

namespace {

using Config = TransformerConfig;
using Read = std::function<void(Config&, Json::Value)>;

Read integer(int Config::*field) {
  return [field](Config& config, Json::Value value) {
    constexpr double max = 1 << 30;
    const double number = value.is(Json::Kind::number) ? value.number() : -1;
    if (!(number >= 0 && number <= max) || number != std::floor(number)) {
      value.fail("must be a whole number from 0 on, not " + value.described());
    }
    config.*field = static_cast<int>(number);
  };
}

Read real(double Config::*field) {
  return [field](Config& config, Json::Value value) {
    if (!value.is(Json::Kind::number)) value.fail("must be a number, not " + value.described());
    config.*field = value.number();
  };
}

Read toggle(bool Config::*field) {
  return [field](Config& config, Json::Value value) {
    if (!value.is(Json::Kind::boolean)) {
      value.fail("must be true or false, not " + value.described());
    }
    config.*field = value.boolean();
  };
}

// A word, and what it stands for.
template <class Choice>
struct Word {
  const char* word;
  Choice choice;
};
constexpr Word<PositionKind> position_words[] = {{"sinusoidal", PositionKind::sinusoidal},
                                                 {"learned", PositionKind::learned},
                                                 {"rotary", PositionKind::rotary},
                                                 {"alibi", PositionKind::alibi},
                                                 {"none", PositionKind::none}};
constexpr Word<Activation> activation_words[] = {{"relu", Activation::relu},
                                                 {"gelu", Activation::gelu},
                                                 {"gelu_tanh", Activation::gelu_tanh}};

template <class Choice, std::size_t N>
Read choice(Choice Config::*field, const Word<Choice> (&words)[N]) {
  return [=, &words](Config& config, Json::Value value) {
    const std::string_view given = value.is(Json::Kind::string) ? value.string() : "";
    std::string all;
    for (const auto& [word, meaning] : words) {
      if (word == given) {
        config.*field = meaning;
        return;
      }
      all += fmt::format("{}\"{}\"", all.empty() ? "" : ", ", word);
    }
    value.fail(fmt::format("must be one of {}, not {}", all, value.described()));
  };
}

template <class Choice, std::size_t N>
const char* word_of(Choice choice, const Word<Choice> (&words)[N]) {
  for (const auto& [word, meaning] : words) {
    if (meaning == choice) return word;
  }
  return "";
}

const std::map<std::string_view, Read>& fields() {
  static const std::map<std::string_view, Read> table{
      {"d_model", integer(&Config::d_model)},
      {"heads", integer(&Config::heads)},
      {"encoder_layers", integer(&Config::encoder_layers)},
      {"decoder_layers", integer(&Config::decoder_layers)},
      {"d_ff", integer(&Config::d_ff)},
      {"pre_norm", toggle(&Config::pre_norm)},
      {"positions", choice(&Config::positions, position_words)},
      {"activation", choice(&Config::activation, activation_words)},
      {"tied", toggle(&Config::tied)},
      {"shared", toggle(&Config::shared)},
      {"source_vocab_size", integer(&Config::source_vocab_size)},
      {"target_vocab_size", integer(&Config::target_vocab_size)},
      {"max_len", integer(&Config::max_len)},
      {"dropout", real(&Config::dropout)},
      {"label_smoothing", real(&Config::label_smoothing)}};
  return table;
}

// What a setting is called today; files from before have other words for some.
std::string_view name_today(std::string_view key) {
  if (key == "source_words") return "source_vocab_size";
  if (key == "target_words") return "target_vocab_size";
  return key == "longest" ? "max_len" : key;
}

}  // namespace

std::string to_json(const TransformerConfig& c) {
  return fmt::format(
      R"({{"d_model": {}, "heads": {}, "encoder_layers": {}, "decoder_layers": {}, "d_ff": {}, )"
      R"("pre_norm": {}, "positions": "{}", "activation": "{}", "tied": {}, "shared": {}, )"
      R"("source_vocab_size": {}, "target_vocab_size": {}, "max_len": {}, "dropout": {}, )"
      R"("label_smoothing": {}}})",
      c.d_model, c.heads, c.encoder_layers, c.decoder_layers, c.d_ff, c.pre_norm,
      word_of(c.positions, position_words), word_of(c.activation, activation_words), c.tied,
      c.shared, c.source_vocab_size, c.target_vocab_size, c.max_len, shortest(c.dropout),
      shortest(c.label_smoothing));
}

TransformerConfig config_from_json(std::string_view text, const std::string& named) {
  const Json json = Json::parse(text, named);
  const Json::Value root = json.root();
  if (!root.is(Json::Kind::object)) root.fail("must be an object of settings");
  TransformerConfig config;
  std::set<std::string_view> known;
  root.each_member([&](std::string_view key, Json::Value value) {
    const auto found = fields().find(name_today(key));
    if (found == fields().end()) value.fail("is no setting of a Transformer");
    found->second(config, value);
    known.insert(found->first);
  });
  if (known.size() != fields().size()) {
    root.fail(fmt::format("a Transformer has {} settings, but only {} are here", fields().size(),
                          known.size()));
  }
  config.check();
  return config;
}

}  // namespace glassformer
