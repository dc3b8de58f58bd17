#include "core/text/tokenizers/pipeline/pre_tokenizer.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/formats/json_object.h"
#include "core/text/tokenizers/byte_bpe.h"
#include "core/text/tokenizers/pipeline/byte_level.h"
#include "core/text/tokenizers/pipeline/not_done.h"
#include "core/text/tokenizers/pipeline/pattern.h"
#include "core/text/tokenizers/pipeline/scalars.h"

namespace glassformer {

namespace {

using Spans = std::vector<TextPattern::Span>;

// What becomes of the delimiters that a stretch is cut at.
enum class Behaviour { isolated, removed, contiguous, with_previous, with_next };

Behaviour read_behaviour(const JsonObject& part, Behaviour otherwise) {
  const std::string name = part.text("behavior", "");
  if (name.empty()) return otherwise;
  if (name == "Isolated") return Behaviour::isolated;
  if (name == "Removed") return Behaviour::removed;
  if (name == "Contiguous") return Behaviour::contiguous;
  if (name == "MergedWithPrevious") return Behaviour::with_previous;
  if (name == "MergedWithNext") return Behaviour::with_next;
  part.find("behavior")
      ->fail("must be Isolated, Removed, Contiguous, MergedWithPrevious or MergedWithNext");
}

// Neighbours that are one: for `contiguous` all matches in a row and all others; for `with_…` each
// match and what it goes with, a second match in a row being one of its own.
Spans joined(Spans spans, Behaviour behaviour) {
  if (behaviour == Behaviour::isolated || behaviour == Behaviour::removed) return spans;
  const bool backwards = behaviour == Behaviour::with_next;
  if (backwards) std::ranges::reverse(spans);
  Spans made;
  bool before = false;
  for (const TextPattern::Span& span : spans) {
    const bool join =
        behaviour == Behaviour::contiguous ? span.match == before : span.match && !before;
    if (join && !made.empty()) {
      (backwards ? made.back().begin : made.back().end) = backwards ? span.begin : span.end;
    } else {
      made.push_back({span.begin, span.end, false});
    }
    before = span.match;
  }
  if (backwards) std::ranges::reverse(made);
  return made;
}

// Each stretch cut into what `find` says of it.
template <class Find>
void cut(std::vector<TextStretch>& stretches, Behaviour behaviour, const Find& find) {
  std::vector<TextStretch> made;
  for (const TextStretch& stretch : stretches) {
    for (const TextPattern::Span& span : joined(find(stretch.text), behaviour)) {
      if ((span.match && behaviour == Behaviour::removed) || span.begin == span.end) continue;
      made.push_back({stretch.text.substr(span.begin, span.end - span.begin),
                      stretch.first && span.begin == 0});
    }
  }
  stretches = std::move(made);
}

// Each character for which it holds is a match, and what lies between is not.
template <class Holds>
Spans each_that(std::string_view text, const Holds& holds) {
  Spans spans;
  std::size_t at = 0;
  each_scalar(text, [&](const Scalar& c) {
    const bool match = holds(c.code);
    if (match || spans.empty() || spans.back().match) spans.push_back({at, at, match});
    at += c.bytes.size();
    spans.back().end = at;
  });
  return spans;
}

// A cut at each character for which it holds.
template <class Holds>
PreTokenizer cut_at(Behaviour behaviour, Holds holds) {
  return [behaviour, holds](std::vector<TextStretch>& stretches) {
    cut(stretches, behaviour, [&](const std::string& text) { return each_that(text, holds); });
  };
}

// "\w+|[^\w\s]+": words and what is neither that nor white space.
void whitespace(std::vector<TextStretch>& stretches) {
  enum class Kind { space, word, sign };
  const auto kind = [](std::int32_t code) {
    if (is_word_scalar(code)) return Kind::word;
    return is_space_scalar(code) ? Kind::space : Kind::sign;
  };
  cut(stretches, Behaviour::removed, [&](std::string_view text) {
    Spans spans;
    Kind before = Kind::space;
    std::size_t at = 0;
    each_scalar(text, [&](const Scalar& c) {
      const Kind now = kind(c.code);
      if (spans.empty() || now != before) spans.push_back({at, at, now == Kind::space});
      before = now;
      at += c.bytes.size();
      spans.back().end = at;
    });
    return spans;
  });
}

PreTokenizer byte_level(const JsonObject& part) {
  const bool prefix = part.toggle("add_prefix_space", true), regex = part.toggle("use_regex", true);
  return [prefix, regex](std::vector<TextStretch>& stretches) {
    for (TextStretch& stretch : stretches) {
      if (prefix && !stretch.text.starts_with(' ')) stretch.text.insert(0, 1, ' ');
    }
    if (regex) {
      cut(stretches, Behaviour::isolated, [](std::string_view text) {
        Spans spans;
        for (const std::string_view token : ByteBpe::pre_tokens(text)) {
          const auto begin = static_cast<std::size_t>(token.data() - text.data());
          spans.push_back({begin, begin + token.size(), true});
        }
        return spans;
      });
    }
    for (TextStretch& stretch : stretches) stretch.text = as_byte_letters(stretch.text);
  };
}

PreTokenizer metaspace(const JsonObject& part) {
  enum class Prepend { never, first, always };
  const std::string sign = part.text("replacement", "▁");
  if (sign.empty() || first_scalar(sign).bytes != sign) {
    part.find("replacement")->fail("must be one character");
  }
  const bool add = part.toggle("add_prefix_space", true), split = part.toggle("split", true);
  const std::string scheme = part.text("prepend_scheme", add ? "always" : "never");
  if (scheme != "always" && scheme != "first" && scheme != "never") {
    part.find("prepend_scheme")->fail("must be \"always\", \"first\" or \"never\"");
  }
  const Prepend prepend = scheme == "always"  ? Prepend::always
                          : scheme == "first" ? Prepend::first
                                              : Prepend::never;
  return [sign, prepend, split](std::vector<TextStretch>& stretches) {
    for (TextStretch& stretch : stretches) {
      std::string text;
      for (const char c : stretch.text) {
        if (c == ' ') {
          text += sign;
        } else {
          text += c;
        }
      }
      const bool wanted =
          prepend == Prepend::always || (prepend == Prepend::first && stretch.first);
      stretch.text = wanted && !text.starts_with(sign) ? sign + text : text;
    }
    if (!split) return;
    const std::int32_t code = first_scalar(sign).code;
    cut(stretches, Behaviour::with_next, [&](std::string_view text) {
      return each_that(text, [&](std::int32_t c) { return c == code; });
    });
  };
}

PreTokenizer read_split(const JsonObject& part) {
  const TextPattern pattern(part.at("pattern", Json::Kind::object));
  const Behaviour behaviour = read_behaviour(part, Behaviour::isolated);
  const bool invert = part.toggle("invert", false);
  return [pattern, behaviour, invert](std::vector<TextStretch>& stretches) {
    cut(stretches, behaviour, [&](std::string_view text) {
      Spans spans = pattern.spans(text);
      for (TextPattern::Span& span : spans) span.match = span.match != invert;
      return spans;
    });
  };
}

}  // namespace

PreTokenizer read_pre_tokenizer(Json::Value value) {
  if (value.is(Json::Kind::null)) return [](std::vector<TextStretch>&) {};
  const JsonObject part(value);
  const std::string type = type_of(part);
  if (type == "Sequence") {
    std::vector<PreTokenizer> steps;
    part.at("pretokenizers", Json::Kind::array).each([&](Json::Value one) {
      steps.push_back(read_pre_tokenizer(one));
    });
    return [steps](std::vector<TextStretch>& stretches) {
      for (const PreTokenizer& step : steps) step(stretches);
    };
  }
  if (type == "ByteLevel") return byte_level(part);
  if (type == "Metaspace") return metaspace(part);
  if (type == "Split") return read_split(part);
  if (type == "Whitespace") return whitespace;
  if (type == "WhitespaceSplit") return cut_at(Behaviour::removed, is_space_scalar);
  if (type == "BertPreTokenizer") {
    const PreTokenizer spaces = cut_at(Behaviour::removed, is_space_scalar);
    const PreTokenizer signs = cut_at(Behaviour::isolated, is_punctuation_scalar);
    return [spaces, signs](std::vector<TextStretch>& stretches) {
      spaces(stretches);
      signs(stretches);
    };
  }
  if (type == "Digits") {
    const bool each = part.toggle("individual_digits", false);
    return cut_at(each ? Behaviour::isolated : Behaviour::contiguous, is_number_scalar);
  }
  if (type == "Punctuation") {
    return cut_at(read_behaviour(part, Behaviour::isolated), is_punctuation_scalar);
  }
  if (type == "CharDelimiterSplit") {
    const Json::Value delimiter = part.at("delimiter", Json::Kind::string);
    const std::string sign(delimiter.string());
    if (sign.empty() || first_scalar(sign).bytes != sign) delimiter.fail("must be one character");
    const std::int32_t code = first_scalar(sign).code;
    return cut_at(Behaviour::removed, [code](std::int32_t c) { return c == code; });
  }
  unknown_type(part,
               "ByteLevel, Whitespace, WhitespaceSplit, BertPreTokenizer, Metaspace, Digits, "
               "Punctuation, CharDelimiterSplit, Split and Sequence");
}

}  // namespace glassformer
