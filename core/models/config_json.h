#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/json_object.h"
#include "core/nn/feed_forward.h"
#include "core/nn/norm.h"
#include "core/nn/position.h"

namespace glassformer {

// A word of a configuration, and what it stands for.
template <class Choice>
struct ConfigWord {
  const char* word;
  Choice choice;
};
// The word of a choice; every choice must have one.
template <class Choice, std::size_t n>
const char* word_of(const ConfigWord<Choice> (&words)[n], Choice choice) {
  return std::ranges::find(words, choice, &ConfigWord<Choice>::choice)->word;
}

// The fields of a configuration, each declared once: what writes them as JSON and reads them again.
template <class Config>
class ConfigFields {
 public:
  // `what`: of messages, "a Transformer".
  explicit ConfigFields(std::string what) : what_(std::move(what)) {}

  ConfigFields& integer(const char* name, int Config::*field) {
    fields_.push_back(
        {name, [field](const Config& c) { return std::to_string(c.*field); },
         [field](Config& c, Json::Value value) { c.*field = whole_number(value, 0, 1 << 30); },
         true});
    return *this;
  }
  ConfigFields& real(const char* name, double Config::*field) {
    fields_.push_back({name, [field](const Config& c) { return shortest(c.*field); },
                       [field](Config& c, Json::Value value) {
                         c.*field = of_kind(value, Json::Kind::number).number();
                       },
                       true});
    return *this;
  }
  ConfigFields& toggle(const char* name, bool Config::*field) {
    fields_.push_back({name, [field](const Config& c) { return c.*field ? "true" : "false"; },
                       [field](Config& c, Json::Value value) {
                         c.*field = of_kind(value, Json::Kind::boolean).boolean();
                       },
                       true});
    return *this;
  }
  template <class Choice, std::size_t N>
  ConfigFields& choice(const char* name, Choice Config::*field,
                       const ConfigWord<Choice> (&words)[N]) {
    fields_.push_back(
        {name,
         [field, &words](const Config& c) {
           for (const auto& [word, meaning] : words) {
             if (meaning == c.*field) return fmt::format("\"{}\"", word);
           }
           return std::string("null");
         },
         [field, &words](Config& c, Json::Value value) {
           const std::string_view given = value.is(Json::Kind::string) ? value.string() : "";
           std::string all;
           for (const auto& [word, meaning] : words) {
             if (word == given) {
               c.*field = meaning;
               return;
             }
             all += fmt::format("{}\"{}\"", all.empty() ? "" : ", ", word);
           }
           value.fail(fmt::format("must be one of {}, not {}", all, value.described()));
         },
         true});
    return *this;
  }
  // The field declared last came later: files without it have its default.
  ConfigFields& came_later() {
    fields_.back().needed = false;
    return *this;
  }
  // Likewise, and it is written only where it has another value than the default.
  ConfigFields& unless_usual() {
    fields_.back().written_always = false;
    return came_later();
  }
  // What earlier versions called the field.
  ConfigFields& formerly(const char* name, const char* then) {
    former_.push_back({name, then});
    return *this;
  }

  std::string write(const Config& config) const {
    std::string text;
    const Config usual;
    for (const Field& field : fields_) {
      if (!field.written_always && field.write(config) == field.write(usual)) continue;
      text +=
          fmt::format("{}\"{}\": {}", text.empty() ? "{" : ", ", field.name, field.write(config));
    }
    return text + "}";
  }

  // Throws UserError naming the line and the field of whatever is wrong or missing.
  Config read(std::string_view text, const std::string& named) const {
    const Json json = Json::parse(text, named);
    const Json::Value root = json.root();
    if (!root.is(Json::Kind::object)) root.fail("must be an object of settings");
    Config config;
    std::set<const Field*> found;
    root.each_member([&](std::string_view key, Json::Value value) {
      const Field* field = find(key);
      if (field == nullptr) value.fail("is no setting of " + what_);
      field->read(config, value);
      found.insert(field);
    });
    for (const Field& field : fields_) {
      if (!field.needed || found.contains(&field)) continue;
      root.fail(fmt::format("has no \"{}\", which is a setting of {}", field.name, what_));
    }
    config.check();
    return config;
  }

 private:
  struct Field {
    std::string_view name;
    std::function<std::string(const Config&)> write;
    std::function<void(Config&, Json::Value)> read;
    bool needed = true;
    bool written_always = true;
  };
  struct Former {
    std::string_view name, then;
  };
  const Field* find(std::string_view key) const {
    for (const Former& former : former_) {
      if (former.then == key) key = former.name;
    }
    for (const Field& field : fields_) {
      if (field.name == key) return &field;
    }
    return nullptr;
  }

  std::string what_;
  std::vector<Field> fields_;
  std::vector<Former> former_;
};

inline constexpr ConfigWord<PositionKind> position_words[] = {
    {"sinusoidal", PositionKind::sinusoidal},
    {"learned", PositionKind::learned},
    {"rotary", PositionKind::rotary},
    {"alibi", PositionKind::alibi},
    {"none", PositionKind::none}};
inline constexpr ConfigWord<Activation> activation_words[] = {{"relu", Activation::relu},
                                                              {"gelu", Activation::gelu},
                                                              {"gelu_tanh", Activation::gelu_tanh},
                                                              {"silu", Activation::silu}};
inline constexpr ConfigWord<NormKind> norm_words[] = {{"layer", NormKind::layer},
                                                      {"rms", NormKind::rms}};
inline constexpr ConfigWord<Rotary::Scaling> rotary_scaling_words[] = {
    {"none", Rotary::Scaling::none},
    {"linear", Rotary::Scaling::linear},
    {"llama3", Rotary::Scaling::llama3}};

// The most of each that a network here is built with.
namespace config_limits {
inline constexpr int vocab_size = 1 << 20, max_len = 1 << 20, d_model = 16384, heads = 1024,
                     layers = 256, d_ff = 65536;
}  // namespace config_limits

// Throws UserError: "a Transformer with heads = 0 cannot be built; it must be from 1 to 1024".
inline constexpr double smallest_epsilon = 1e-30;  // of a norm, which divides by its root
void check_range(const char* what, const char* name, double value, double min, double max);
// Throws UserError if the heads cannot share d_model evenly.
void check_heads(int d_model, int heads);

}  // namespace glassformer
