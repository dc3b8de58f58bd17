#include "core/text/tokenizers/pipeline/token_decoder.h"

#include <array>
#include <optional>
#include <utility>

#include "core/formats/json_object.h"
#include "core/text/tokenizers/pipeline/byte_level.h"
#include "core/text/tokenizers/pipeline/not_done.h"
#include "core/text/tokenizers/pipeline/pattern.h"
#include "core/text/tokenizers/pipeline/scalars.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

using Pieces = std::vector<std::string>;

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string made;
  while (!what.empty()) {
    const std::size_t at = text.find(what);
    if (at == std::string_view::npos) break;
    made.append(text.substr(0, at)).append(by);
    text.remove_prefix(at + what.size());
  }
  return made.append(text);
}

void decoded_bytes(Pieces& pieces) {
  std::string bytes;
  for (const std::string& piece : pieces) bytes += bytes_of_letters(piece);
  pieces = {whole_characters(bytes)};
}

TokenDecoder decoded_words(const JsonObject& part) {
  const std::string prefix = part.text("prefix", "##");
  const bool cleanup = part.toggle("cleanup", true);
  return [prefix, cleanup](Pieces& pieces) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 11> tidy{
        {{" .", "."},
         {" ?", "?"},
         {" !", "!"},
         {" ,", ","},
         {" ' ", "'"},
         {" n't", "n't"},
         {" 'm", "'m"},
         {" do not", " don't"},
         {" 's", "'s"},
         {" 've", "'ve"},
         {" 're", "'re"}}};
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      std::string& piece = pieces[i];
      if (i > 0) piece = piece.starts_with(prefix) ? piece.substr(prefix.size()) : " " + piece;
      for (const auto& [what, by] : tidy) {
        if (cleanup) piece = replaced(piece, what, by);
      }
    }
  };
}

TokenDecoder decoded_spaces(const JsonObject& part) {
  const std::string sign = part.text("replacement", "▁");
  const bool add = part.toggle("add_prefix_space", true);
  const bool prepends = part.text("prepend_scheme", add ? "always" : "never") != "never";
  return [sign, prepends](Pieces& pieces) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      pieces[i] = replaced(pieces[i], sign, i == 0 && prepends ? "" : " ");
    }
  };
}

// "<0xC3>" → its byte.
std::optional<char> written_byte(const std::string& piece) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  if (piece.size() != 6 || !piece.starts_with("<0x") || piece[5] != '>') return std::nullopt;
  const std::size_t high = digits.find(piece[3]), low = digits.find(piece[4]);
  if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
  return static_cast<char>(high * 16 + low);
}

// A run of bytes is text where it is UTF-8, else a sign for each of them.
void byte_fallback(Pieces& pieces) {
  Pieces made;
  std::string run;
  const auto end_run = [&] {
    if (run.empty()) return;
    if (broken_utf8(run) == std::string::npos) {
      made.push_back(run);
    } else {
      for (std::size_t i = 0; i < run.size(); ++i) made.emplace_back("\uFFFD");
    }
    run.clear();
  };
  for (std::string& piece : pieces) {
    if (const auto byte = written_byte(piece)) {
      run += *byte;
      continue;
    }
    end_run();
    made.push_back(std::move(piece));
  }
  end_run();
  pieces = std::move(made);
}

TokenDecoder decoded_strip(const JsonObject& part) {
  const std::string sign(part.at("content", Json::Kind::string).string());
  const int start = part.integer("start", 0), stop = part.integer("stop", 0);
  if (sign.empty()) part.find("content")->fail("is empty; a character is expected");
  return [sign, start, stop](Pieces& pieces) {
    for (std::string& piece : pieces) {
      for (int i = 0; i < start && piece.starts_with(sign); ++i) piece.erase(0, sign.size());
      for (int i = 0; i < stop && piece.ends_with(sign); ++i) {
        piece.resize(piece.size() - sign.size());
      }
    }
  };
}

TokenDecoder decoded_replace(const JsonObject& part) {
  const TextPattern pattern(part.at("pattern", Json::Kind::object));
  const std::string content(part.at("content", Json::Kind::string).string());
  return [pattern, content](Pieces& pieces) {
    for (std::string& piece : pieces) {
      std::string made;
      for (const TextPattern::Span& span : pattern.spans(piece)) {
        made += span.match ? content : piece.substr(span.begin, span.end - span.begin);
      }
      piece = made;
    }
  };
}

}  // namespace

TokenDecoder read_token_decoder(Json::Value value) {
  if (value.is(Json::Kind::null)) {
    return [](Pieces& pieces) {
      for (std::size_t i = 1; i < pieces.size(); ++i) pieces[i].insert(0, 1, ' ');
    };
  }
  const JsonObject part(value);
  const std::string type = type_of(part);
  if (type == "Sequence") {
    std::vector<TokenDecoder> steps;
    part.at("decoders", Json::Kind::array).each([&](Json::Value one) {
      steps.push_back(read_token_decoder(one));
    });
    return [steps](Pieces& pieces) {
      for (const TokenDecoder& step : steps) step(pieces);
    };
  }
  if (type == "ByteLevel") return decoded_bytes;
  if (type == "WordPiece") return decoded_words(part);
  if (type == "Metaspace") return decoded_spaces(part);
  if (type == "Replace") return decoded_replace(part);
  if (type == "ByteFallback") return byte_fallback;
  if (type == "Strip") return decoded_strip(part);
  if (type == "Fuse") {
    return [](Pieces& pieces) {
      std::string whole;
      for (const std::string& piece : pieces) whole += piece;
      pieces = {whole};
    };
  }
  if (type == "BPEDecoder") {
    const std::string suffix = part.text("suffix", "</w>");
    return [suffix](Pieces& pieces) {
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        pieces[i] = replaced(pieces[i], suffix, i + 1 == pieces.size() ? "" : " ");
      }
    };
  }
  unknown_type(part,
               "ByteLevel, WordPiece, Metaspace, BPEDecoder, Replace, ByteFallback, Fuse, Strip "
               "and Sequence");
}

}  // namespace glassformer
