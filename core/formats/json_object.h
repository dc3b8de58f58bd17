#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/formats/json.h"

namespace glassformer {

// The value, which must be of that kind; and as a whole number within these limits. Both throw
// UserError naming line and path.
Json::Value of_kind(Json::Value value, Json::Kind kind);
int whole_number(Json::Value value, int min, int max);

// The member of that name. Empty: there is none, or the value is no object.
std::optional<Json::Value> member(Json::Value object, std::string_view key);

// The members of a JSON object, asked for by their names. Each call throws UserError naming line
// and path of a member of another kind.
class JsonObject {
 public:
  explicit JsonObject(Json::Value value);

  Json::Value value() const { return value_; }
  // Empty: there is none, or it is null.
  std::optional<Json::Value> find(std::string_view key) const;
  // The member, which must be there and of that kind.
  Json::Value at(std::string_view key, Json::Kind kind) const;

  // What it is where it is missing: `otherwise`.
  int integer(std::string_view key, int otherwise) const;  // from 0 to 2^30
  double real(std::string_view key, double otherwise) const;
  bool toggle(std::string_view key, bool otherwise) const;
  std::string text(std::string_view key, std::string_view otherwise) const;

 private:
  std::optional<Json::Value> find(std::string_view key, Json::Kind kind) const;

  Json::Value value_;
};

}  // namespace glassformer
