#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <map>

#include "core/formats/json.h"
#include "core/models/translator.h"

namespace glassformer {

namespace {

using Config = TransformerConfig;
using Read = std::function<void(Config&, Json::Value)>;

Read integer(int Config::*field) {
  return [field](Config& config, Json::Value value) {
    constexpr double most = 1 << 30;
    const double number = value.is(Json::Kind::number) ? value.number() : -1;
    if (!(number >= 0 && number <= most) || number != std::floor(number)) {
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

// One of two words: the second is the one that `field` gets as `yes`.
template <class Choice>
Read choice(Choice Config::*field, const char* first, Choice no, const char* second, Choice yes) {
  return [=](Config& config, Json::Value value) {
    const std::string_view word = value.is(Json::Kind::string) ? value.string() : "";
    if (word != first && word != second) {
      value.fail(fmt::format("must be \"{}\" or \"{}\", not {}", first, second, value.described()));
    }
    config.*field = word == second ? yes : no;
  };
}

const std::map<std::string_view, Read>& fields() {
  using P = Config::Positions;
  using A = Config::Activation;
  static const std::map<std::string_view, Read> table{
      {"d_model", integer(&Config::d_model)},
      {"heads", integer(&Config::heads)},
      {"encoder_layers", integer(&Config::encoder_layers)},
      {"decoder_layers", integer(&Config::decoder_layers)},
      {"d_ff", integer(&Config::d_ff)},
      {"pre_norm", toggle(&Config::pre_norm)},
      {"positions", choice(&Config::positions, "sinusoidal", P::sinusoidal, "learned", P::learned)},
      {"activation", choice(&Config::activation, "relu", A::relu, "gelu", A::gelu)},
      {"tied", toggle(&Config::tied)},
      {"shared", toggle(&Config::shared)},
      {"source_words", integer(&Config::source_words)},
      {"target_words", integer(&Config::target_words)},
      {"longest", integer(&Config::longest)},
      {"dropout", real(&Config::dropout)},
      {"label_smoothing", real(&Config::label_smoothing)}};
  return table;
}

}  // namespace

std::string to_json(const TransformerConfig& c) {
  const bool learned = c.positions == Config::Positions::learned;
  const bool gelu = c.activation == Config::Activation::gelu;
  return fmt::format(
      R"({{"d_model": {}, "heads": {}, "encoder_layers": {}, "decoder_layers": {}, "d_ff": {}, )"
      R"("pre_norm": {}, "positions": "{}", "activation": "{}", "tied": {}, "shared": {}, )"
      R"("source_words": {}, "target_words": {}, "longest": {}, "dropout": {}, )"
      R"("label_smoothing": {}}})",
      c.d_model, c.heads, c.encoder_layers, c.decoder_layers, c.d_ff, c.pre_norm,
      learned ? "learned" : "sinusoidal", gelu ? "gelu" : "relu", c.tied, c.shared, c.source_words,
      c.target_words, c.longest, shortest(c.dropout), shortest(c.label_smoothing));
}

TransformerConfig config_from_json(std::string_view text, const std::string& named) {
  const Json json = Json::parse(text, named);
  const Json::Value root = json.root();
  if (!root.is(Json::Kind::object)) root.fail("must be an object of settings");
  TransformerConfig config;
  std::size_t known = 0;
  root.each_member([&](std::string_view key, Json::Value value) {
    const auto found = fields().find(key);
    if (found == fields().end()) value.fail("is no setting of a Transformer");
    found->second(config, value);
    ++known;
  });
  if (known != fields().size()) {
    root.fail(
        fmt::format("a Transformer has {} settings, but only {} are here", fields().size(), known));
  }
  config.check();
  return config;
}

}  // namespace glassformer
