#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/formats/json.h"
#include "core/scenes/scene.h"

// The format of a lesson file, stated once: what reads an object, what writes it, and its part of
// assets/lessons/schema.json come from one table of keys.
namespace glassformer {

// How a kind of value is described to a schema (the members of its object there), read and written.
// Reading throws UserError with file, line and path; what a model takes is held against the scene.
template <class T>
struct Kind {
  std::string schema;
  std::function<T(Json::Value, const Scene* scene)> read;
  std::function<std::string(const T&)> write;
};

// "the keys are …" where a key is known to nobody, and "the key "id" is missing; …".
[[noreturn]] void fail_unknown(Json::Value value, std::string_view key,
                               const std::vector<std::string>& known);
[[noreturn]] void fail_missing(Json::Value object, std::string_view key, std::string_view why);
// {"description": HELP, SCHEMA}
std::string described(std::string_view help, std::string_view schema);
// The schema of an object with such members.
struct KeySchema {
  std::string key, schema;
  bool needed = false;
};
std::string object_schema(std::string_view help, const std::vector<KeySchema>& members,
                          std::string_view also, const std::string& indent);

template <class T>
bool is_absent(const T& value) {
  if constexpr (requires { value.has_value(); }) {
    return !value.has_value();
  } else if constexpr (requires { value.empty(); }) {
    return value.empty();
  } else {
    return value == T{};
  }
}

// The keys of an object, in the order in which they are read and written. A member is a pointer to
// one, or a function that gives it.
template <class Object>
class Form {
 public:
  // `separator` stands between members that are written.
  Form(std::string help, std::string separator)
      : help_(std::move(help)), separator_(std::move(separator)) {}

  // It may be left out, and is where it is empty, 0 or as in a new object.
  template <class T, class Member>
  Form& some(const char* key, const char* help, Kind<T> kind, Member member) {
    fields_.push_back(
        {key, described(help, kind.schema), nullptr,
         [read = kind.read, member](Object& object, Json::Value value, const Scene* scene) {
           std::invoke(member, object) = read(value, scene);
         },
         [write = kind.write, member](const Object& object) -> std::string {
           const auto& held = std::invoke(member, object);
           if (is_absent(held)) return "";
           if constexpr (std::is_same_v<std::remove_cvref_t<decltype(held)>, std::optional<T>>) {
             return write(*held);
           } else {
             return write(held);
           }
         }});
    return *this;
  }
  // It must be there; `why` says what for.
  template <class T, class Member>
  Form& needed(const char* key, const char* help, Kind<T> kind, Member member, const char* why) {
    some(key, help, kind, member);
    fields_.back().why = why;
    fields_.back().write = [write = kind.write, member](const Object& object) {
      return write(std::invoke(member, object));
    };
    return *this;
  }
  // The key declared last, as it is where it is left out: `write` says nothing then.
  Form& written(std::function<std::string(const Object&)> write) {
    fields_.back().write = std::move(write);
    return *this;
  }
  // A key of its own kind.
  Form& own(const char* key, const char* help, std::string_view schema,
            std::function<void(Object&, Json::Value, const Scene*)> read,
            std::function<std::string(const Object&)> write) {
    fields_.push_back({key, described(help, schema), nullptr, std::move(read), std::move(write)});
    return *this;
  }
  // What no single key can say of an object that was read; `schema` says it of the whole.
  Form& check(std::function<void(Object&, Json::Value)> check, std::string_view schema = {}) {
    check_ = std::move(check);
    also_ = schema;
    return *this;
  }

  Object read(Json::Value value, const Scene* scene) const {
    if (!value.is(Json::Kind::object)) {
      value.fail("must be an object {…}, not " + value.described());
    }
    std::vector<std::optional<Json::Value>> found(fields_.size());
    value.each_member([&](std::string_view key, Json::Value member) {
      for (std::size_t i = 0; i < fields_.size(); ++i) {
        if (fields_[i].key == key) found[i] = member;
      }
      if (!knows(key)) fail_unknown(member, key, keys());
    });
    Object object;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      if (found[i]) {
        fields_[i].read(object, *found[i], scene);
        if constexpr (requires { object.inputs.scene; }) scene = find_scene(object.inputs.scene);
      } else if (fields_[i].why != nullptr) {
        fail_missing(value, fields_[i].key, fields_[i].why);
      }
    }
    if (check_) check_(object, value);
    return object;
  }

  std::string write(const Object& object) const {
    std::string text;
    for (const Field& field : fields_) {
      const std::string value = field.write(object);
      if (value.empty()) continue;
      text += (text.empty() ? "" : separator_) + json_string(field.key) + ": " + value;
    }
    return "{" + text + "}";
  }

  std::string schema(const std::string& indent) const {
    std::vector<KeySchema> members;
    for (const Field& field : fields_) {
      members.push_back({std::string(field.key), field.schema, field.why != nullptr});
    }
    return object_schema(help_, members, also_, indent);
  }

  bool knows(std::string_view key) const {
    for (const Field& field : fields_) {
      if (field.key == key) return true;
    }
    return false;
  }

  // An object of this form, by its name among the schema's definitions.
  Kind<Object> kind(const std::string& name) const {
    return {"\"$ref\": \"#/$defs/" + name + "\"",
            [this](Json::Value value, const Scene* scene) { return read(value, scene); },
            [this](const Object& object) { return write(object); }};
  }

 private:
  struct Field {
    std::string_view key;
    std::string schema;
    const char* why = nullptr;  // null: it may be left out
    std::function<void(Object&, Json::Value, const Scene*)> read;
    std::function<std::string(const Object&)> write;  // "": it is left out
  };
  std::vector<std::string> keys() const {
    std::vector<std::string> all;
    for (const Field& field : fields_) all.emplace_back(field.key);
    return all;
  }

  std::string help_, separator_, also_;
  std::vector<Field> fields_;
  std::function<void(Object&, Json::Value)> check_;
};

}  // namespace glassformer
