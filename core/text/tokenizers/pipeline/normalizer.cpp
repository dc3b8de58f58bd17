#include "core/text/tokenizers/pipeline/normalizer.h"

#include <memory>
#include <utility>
#include <vector>

#include "core/formats/json_object.h"
#include "core/text/tokenizers/pipeline/byte_level.h"
#include "core/text/tokenizers/pipeline/characters_map.h"
#include "core/text/tokenizers/pipeline/not_done.h"
#include "core/text/tokenizers/pipeline/pattern.h"
#include "core/text/tokenizers/pipeline/scalars.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

template <class Stays>
std::string kept(std::string_view text, const Stays& stays) {
  std::string made;
  each_scalar(text, [&](const Scalar& c) {
    if (stays(c.code)) made += c.bytes;
  });
  return made;
}

struct BertSettings {
  bool clean = true, chinese = true, accents = true, small = true;  // accents: they go
};

std::string bert(const BertSettings& s, std::string text) {
  if (s.clean || s.chinese) {
    std::string clean;
    each_scalar(text, [&](const Scalar& c) {
      const bool blank = c.code == '\t' || c.code == '\n' || c.code == '\r';
      if (s.clean && !blank && (c.code == 0 || c.code == 0xFFFD || is_control_scalar(c.code))) {
        return;
      }
      if (s.clean && (blank || is_space_scalar(c.code))) {
        clean += ' ';
      } else if (s.chinese && is_chinese_scalar(c.code)) {
        clean.append(" ").append(c.bytes).append(" ");
      } else {
        clean += c.bytes;
      }
    });
    text = std::move(clean);
  }
  if (s.accents) text = kept(nfd(text), [](std::int32_t code) { return !is_accent_scalar(code); });
  return s.small ? small_letters(text) : text;
}

// The clean-up of a machine translation corpus: controls go, white space of all kinds is a blank.
std::string nmt(std::string_view text) {
  std::string made;
  each_scalar(text, [&](const Scalar& c) {
    const auto code = c.code;
    const bool gone = (code >= 0x01 && code <= 0x08) || code == 0x0B ||
                      (code >= 0x0E && code <= 0x1F) || code == 0x7F || code == 0x8F ||
                      code == 0x9F;
    const bool blank = code == 0x09 || code == 0x0A || code == 0x0C || code == 0x0D ||
                       code == 0x1680 || (code >= 0x200B && code <= 0x200F) || code == 0x2028 ||
                       code == 0x2029 || code == 0x2581 || code == 0xFEFF || code == 0xFFFD;
    if (gone) return;
    if (blank) {
      made += ' ';
    } else {
      made += c.bytes;
    }
  });
  return made;
}

std::string stripped(std::string_view text, bool left, bool right) {
  while (left && !text.empty() && is_space_scalar(first_scalar(text).code)) {
    text.remove_prefix(first_scalar(text).bytes.size());
  }
  while (right && !text.empty() && is_space_scalar(last_scalar(text).code)) {
    text.remove_suffix(last_scalar(text).bytes.size());
  }
  return std::string(text);
}

// The library looks up each character as it is read, if it is short, and else code by code; and
// what it finds for the beginning stands for the whole.
std::string precompiled(const CharactersMap& map, const std::string& text) {
  std::string made;
  std::vector<std::size_t> begins = characters_as_read(text);
  begins.push_back(text.size());
  for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
    const std::string_view read =
        std::string_view(text).substr(begins[i], begins[i + 1] - begins[i]);
    if (read.size() < 6) {
      if (const auto found = map.shortest(read)) {
        made += *found;
        continue;
      }
    }
    each_scalar(read, [&](const Scalar& c) { made += map.shortest(c.bytes).value_or(c.bytes); });
  }
  return made;
}

Normalizer sequence(const JsonObject& part) {
  std::vector<Normalizer> steps;
  part.at("normalizers", Json::Kind::array).each([&](Json::Value one) {
    steps.push_back(read_normalizer(one));
  });
  return [steps](std::string text) {
    for (const Normalizer& step : steps) text = step(std::move(text));
    return text;
  };
}

Normalizer read_bert(const JsonObject& part) {
  BertSettings settings;
  settings.clean = part.toggle("clean_text", true);
  settings.chinese = part.toggle("handle_chinese_chars", true);
  settings.small = part.toggle("lowercase", true);
  settings.accents = part.toggle("strip_accents", settings.small);
  return [settings](std::string text) { return bert(settings, std::move(text)); };
}

Normalizer read_replace(const JsonObject& part) {
  const TextPattern pattern(part.at("pattern", Json::Kind::object));
  const std::string content(part.at("content", Json::Kind::string).string());
  return [pattern, content](const std::string& text) {
    std::string made;
    for (const TextPattern::Span& span : pattern.spans(text)) {
      made += span.match ? content : text.substr(span.begin, span.end - span.begin);
    }
    return made;
  };
}

}  // namespace

Normalizer read_normalizer(Json::Value value) {
  if (value.is(Json::Kind::null)) return [](std::string text) { return text; };
  const JsonObject part(value);
  const std::string type = type_of(part);
  if (type == "Sequence") return sequence(part);
  if (type == "NFC") return [](const std::string& text) { return nfc(text); };
  if (type == "NFD") return [](const std::string& text) { return nfd(text); };
  if (type == "NFKC") return [](const std::string& text) { return nfkc(text); };
  if (type == "NFKD") return [](const std::string& text) { return nfkd(text); };
  if (type == "Nmt") return [](const std::string& text) { return nmt(text); };
  if (type == "Lowercase") return [](const std::string& text) { return small_letters(text); };
  if (type == "StripAccents") {
    return [](const std::string& text) {
      return kept(text, [](std::int32_t code) { return !is_mark_scalar(code); });
    };
  }
  if (type == "BertNormalizer") return read_bert(part);
  if (type == "Replace") return read_replace(part);
  if (type == "Prepend") {
    const std::string before(part.at("prepend", Json::Kind::string).string());
    return [before](const std::string& text) { return text.empty() ? text : before + text; };
  }
  if (type == "Strip") {
    const bool left = part.toggle("strip_left", true), right = part.toggle("strip_right", true);
    return [left, right](const std::string& text) { return stripped(text, left, right); };
  }
  if (type == "ByteLevel") return [](const std::string& text) { return as_byte_letters(text); };
  if (type == "Precompiled") {
    const Json::Value packed = part.at("precompiled_charsmap", Json::Kind::string);
    const auto map = CharactersMap::from_base64(packed.string());
    if (!map) {
      packed.fail("is no map of characters as sentencepiece writes it; get the file again");
    }
    return [map](const std::string& text) { return precompiled(*map, text); };
  }
  unknown_type(part,
               "NFC, NFD, NFKC, NFKD, Nmt, Lowercase, StripAccents, BertNormalizer, Replace, "
               "Prepend, Strip, ByteLevel, Precompiled and Sequence");
}

}  // namespace glassformer
