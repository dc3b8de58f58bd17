#include "core/lesson/form.h"

#include <fmt/format.h>

#include "core/text/nearest.h"

namespace glassformer {

void fail_unknown(Json::Value value, std::string_view key, const std::vector<std::string>& known) {
  value.fail("there is no such key here" + instead_of(key, "keys are", known));
}

void fail_missing(Json::Value object, std::string_view key, std::string_view why) {
  object.fail(fmt::format("the key \"{}\" is missing; {}", key, why));
}

std::string described(std::string_view help, std::string_view schema) {
  return fmt::format("{{\"description\": {}, {}}}", json_string(help), schema);
}

std::string object_schema(std::string_view help, const std::vector<KeySchema>& members,
                          std::string_view also, const std::string& indent) {
  std::vector<std::string> parts;
  if (!help.empty()) parts.push_back("\"description\": " + json_string(help));
  parts.emplace_back("\"type\": \"object\"");
  parts.emplace_back("\"additionalProperties\": false");
  std::string needed, properties;
  for (const KeySchema& member : members) {
    if (member.needed) needed += (needed.empty() ? "" : ", ") + json_string(member.key);
    properties += fmt::format("{}\n{}    {}: {}", properties.empty() ? "" : ",", indent,
                              json_string(member.key), member.schema);
  }
  if (!needed.empty()) parts.push_back("\"required\": [" + needed + "]");
  if (!also.empty()) parts.emplace_back(also);
  parts.push_back("\"properties\": {" + properties + "\n" + indent + "  }");
  std::string text;
  for (const std::string& part : parts)
    text += (text.empty() ? "" : ",") + ("\n" + indent + "  " + part);
  return "{" + text + "\n" + indent + "}";
}

}  // namespace glassformer
