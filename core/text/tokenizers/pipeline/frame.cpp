#include "core/text/tokenizers/pipeline/frame.h"

#include "core/formats/json_object.h"
#include "core/text/tokenizers/pipeline/not_done.h"

namespace glassformer {

namespace {

int read_special_id(Json::Value id) {
  return whole_number(id, 0, Tokenizer::max_pieces - 1);
}

// ["[CLS]", 101]
int named_id(const JsonObject& part, std::string_view key) {
  const Json::Value pair = part.at(key, Json::Kind::array);
  if (pair.size() != 2) pair.fail("must be a piece and its id, [\"[CLS]\", 101]");
  return read_special_id(pair[1]);
}

// "single": what stands before the text "A", and what behind it.
Tokenizer::Frame read_template(const JsonObject& part) {
  const Json::Value single = part.at("single", Json::Kind::array);
  Tokenizer::Frame frame;
  bool text = false;
  single.each([&](Json::Value entry) {
    const JsonObject item(entry);
    if (item.find("Sequence")) {
      if (text) entry.fail("is the text a second time; one is expected");
      text = true;
      return;
    }
    const JsonObject token(item.at("SpecialToken", Json::Kind::object));
    const JsonObject known(part.at("special_tokens", Json::Kind::object));
    const std::string_view name = token.at("id", Json::Kind::string).string();
    const JsonObject entry_of(known.at(name, Json::Kind::object));
    entry_of.at("ids", Json::Kind::array).each([&](Json::Value id) {
      (text ? frame.after : frame.before).push_back(read_special_id(id));
    });
  });
  if (!text) single.fail("holds no {\"Sequence\": …}, the place of the text");
  return frame;
}

}  // namespace

Tokenizer::Frame read_frame(Json::Value value) {
  if (value.is(Json::Kind::null)) return {};
  const JsonObject part(value);
  const std::string type = type_of(part);
  if (type == "ByteLevel") return {};
  if (type == "TemplateProcessing") return read_template(part);
  if (type == "BertProcessing" || type == "RobertaProcessing") {
    return {{named_id(part, "cls")}, {named_id(part, "sep")}};
  }
  if (type == "Sequence") {
    Tokenizer::Frame frame;
    part.at("processors", Json::Kind::array).each([&](Json::Value one) {
      const Tokenizer::Frame outer = read_frame(one);
      frame.before.insert(frame.before.begin(), outer.before.begin(), outer.before.end());
      frame.after.insert(frame.after.end(), outer.after.begin(), outer.after.end());
    });
    return frame;
  }
  unknown_type(part,
               "TemplateProcessing, BertProcessing, RobertaProcessing, ByteLevel and Sequence");
}

}  // namespace glassformer
