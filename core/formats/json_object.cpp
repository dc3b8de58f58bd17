#include "core/formats/json_object.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace glassformer {

namespace {

using Value = Json::Value;
using Kind = Json::Kind;

std::string_view described(Kind kind) {
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return "true or false";
    case Kind::number:
      return "a number";
    case Kind::string:
      return "a text";
    case Kind::array:
      return "a list";
    case Kind::object:
      return "an object";
  }
  return "";
}

}  // namespace

Value of_kind(Value value, Kind kind) {
  if (!value.is(kind)) {
    value.fail(fmt::format("must be {}, not {}", described(kind), value.described()));
  }
  return value;
}

std::optional<Value> member(Value object, std::string_view key) {
  std::optional<Value> found;
  object.each_member([&](std::string_view name, Value value) {
    if (name == key) found = value;
  });
  return found;
}

int whole_number(Value value, int min, int max) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const double number = value.is(Kind::number) ? value.number() : nan;
  if (!(number >= min && number <= max) || number != std::floor(number)) {
    const bool whole =
        value.is(Kind::number) && number == std::floor(number) && std::abs(number) < 1e15;
    value.fail(fmt::format("must be a whole number from {} to {}, not {}", min, max,
                           whole ? fmt::format("the number {:.0f}", number) : value.described()));
  }
  return static_cast<int>(number);
}

JsonObject::JsonObject(Value value) : value_(of_kind(value, Kind::object)) {}

std::optional<Value> JsonObject::find(std::string_view key) const {
  const auto found = member(value_, key);
  return found && !found->is(Kind::null) ? found : std::nullopt;
}

std::optional<Value> JsonObject::find(std::string_view key, Kind kind) const {
  const auto found = find(key);
  return found ? std::optional(of_kind(*found, kind)) : std::nullopt;
}

Value JsonObject::at(std::string_view key, Kind kind) const {
  const auto found = find(key, kind);
  if (!found) value_.fail(fmt::format("\"{}\" is missing, {}", key, described(kind)));
  return *found;
}

int JsonObject::integer(std::string_view key, int otherwise) const {
  const auto found = find(key);
  if (!found) return otherwise;
  return whole_number(*found, 0, 1 << 30);
}

double JsonObject::real(std::string_view key, double otherwise) const {
  const auto found = find(key, Kind::number);
  return found ? found->number() : otherwise;
}

bool JsonObject::toggle(std::string_view key, bool otherwise) const {
  const auto found = find(key, Kind::boolean);
  return found ? found->boolean() : otherwise;
}

std::string JsonObject::text(std::string_view key, std::string_view otherwise) const {
  const auto found = find(key, Kind::string);
  return std::string(found ? found->string() : otherwise);
}

}  // namespace glassformer
