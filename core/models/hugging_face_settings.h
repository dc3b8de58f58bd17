#pragma once

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "core/formats/json.h"
#include "core/models/transformer_config.h"
#include "core/tensor/error.h"

namespace glassformer {

// The settings of a config.json, asked for by their names; null counts as absent.
class Settings {
 public:
  explicit Settings(Json::Value root, std::string file = {}) : root_(root), file_(std::move(file)) {
    if (!root.is(Json::Kind::object)) root.fail("must be an object of settings");
  }
  std::optional<Json::Value> find(std::string_view key) const {
    std::optional<Json::Value> found;
    root_.each_member([&](std::string_view name, Json::Value value) {
      if (name == key && !value.is(Json::Kind::null)) found = value;
    });
    return found;
  }
  int integer(std::string_view key, std::optional<int> otherwise = {}) const {
    const auto value = find(key);
    if (!value) {
      if (otherwise) return *otherwise;
      root_.fail(fmt::format("has no \"{}\", so the sizes of the model are not known", key));
    }
    const double number = value->is(Json::Kind::number) ? value->number() : -1;
    if (!(number >= 0 && number <= 1 << 30) || number != std::floor(number)) {
      value->fail("must be a whole number from 0 on, not " + value->described());
    }
    return static_cast<int>(number);
  }
  double real(std::string_view key, double otherwise) const {
    const auto value = find(key);
    if (!value) return otherwise;
    if (!value->is(Json::Kind::number)) {
      value->fail("must be a number, not " + value->described());
    }
    return value->number();
  }
  bool toggle(std::string_view key, bool otherwise) const {
    const auto value = find(key);
    if (!value) return otherwise;
    if (!value->is(Json::Kind::boolean)) {
      value->fail("must be true or false, not " + value->described());
    }
    return value->boolean();
  }
  std::string text(std::string_view key, std::string_view otherwise) const {
    const auto value = find(key);
    if (!value) return std::string(otherwise);
    if (!value->is(Json::Kind::string)) value->fail("must be a text, not " + value->described());
    return std::string(value->string());
  }
  // What this program computes in one way only.
  void require(std::string_view key, bool wanted) const {
    if (toggle(key, wanted) == wanted) return;
    find(key)->fail(
        fmt::format("is {}, which this program does not compute; choose a model where "
                    "it is {}",
                    !wanted, wanted));
  }
  Activation activation(std::string_view key, std::string_view otherwise) const {
    const std::string name = text(key, otherwise);
    if (name == "relu") return Activation::relu;
    if (name == "gelu") return Activation::gelu;
    if (name == "gelu_new" || name == "gelu_pytorch_tanh") return Activation::gelu_tanh;
    find(key)->fail(
        fmt::format("is \"{}\", but this program computes relu, gelu, gelu_new and "
                    "gelu_pytorch_tanh",
                    excerpt(name, 40)));
  }

  // What `make` returns; the sizes that it refuses are those of this file.
  template <class Make>
  auto checked(const Make& make) const {
    try {
      return make();
    } catch (const UserError& error) {
      throw UserError(file_ + ": " + error.what());
    }
  }

 private:
  Json::Value root_;
  std::string file_;
};

}  // namespace glassformer
