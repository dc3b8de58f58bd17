#include "core/text/tokenizers/pipeline/not_done.h"

#include <fmt/format.h>

namespace glassformer {

void not_done(Json::Value value, const std::string& sentence) {
  try {
    value.fail(sentence);
  } catch (const UserError& error) {
    throw NotDone(error.what());
  }
}

std::string type_of(const JsonObject& part) {
  return std::string(part.at("type", Json::Kind::string).string());
}

void unknown_type(const JsonObject& part, const std::string& known) {
  not_done(part.at("type", Json::Kind::string),
           fmt::format("is {}, which is not done here; {} are",
                       json_string(excerpt(type_of(part), 40)), known));
}

}  // namespace glassformer
