#define PCRE2_CODE_UNIT_WIDTH 8
#include "core/text/tokenizers/pipeline/pattern.h"

#include <fmt/format.h>
#include <pcre2.h>

#include <array>

#include "core/formats/json_object.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

// Oniguruma's classes, as what stands within square brackets.
std::string class_of_letter(char letter) {
  switch (letter) {
    case 's':
      return "\\p{White_Space}";
    case 'S':
      return "\\P{White_Space}";
    case 'd':
      return "\\p{Nd}";
    case 'D':
      return "\\P{Nd}";
    case 'w':
      return "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}";
    case 'h':
      return "0-9a-fA-F";
    default:
      return {};
  }
}

// The expression with Oniguruma's classes spelled out. `wrong`: what cannot be said in PCRE2.
std::string translated(std::string_view regex, std::string& wrong) {
  std::string made;
  int brackets = 0;
  for (std::size_t i = 0; i < regex.size(); ++i) {
    const char c = regex[i];
    if (c == '\\' && i + 1 < regex.size()) {
      const char letter = regex[++i];
      const std::string inside = class_of_letter(letter);
      if (letter == 'W' && brackets == 0) {
        made += "[^" + class_of_letter('w') + "]";
      } else if (std::string_view("WHRXGKO").find(letter) != std::string_view::npos) {
        wrong = fmt::format("\\{}{}", letter, brackets > 0 ? " within brackets" : "");
      } else if (inside.empty()) {
        made.append({c, letter});
      } else {
        const bool several = letter == 'w' || letter == 'h';
        made += brackets > 0 || !several ? inside : "[" + inside + "]";
      }
      continue;
    }
    if (c == '&' && brackets > 0 && regex.substr(i).starts_with("&&")) {
      wrong = "&& within brackets";
    }
    if (c == '(' && regex.substr(i).starts_with("(?m")) wrong = "(?m";
    if (c == '[') {
      // "[:alpha:]" is a class of its own and no bracket that is nested.
      if (brackets > 0 && !regex.substr(i).starts_with("[:")) wrong = "brackets within brackets";
      if (brackets == 0 || !regex.substr(i).starts_with("[:")) ++brackets;
      made += c;
      // A bracket that begins a class, also behind ^, stands for itself.
      if (regex.substr(i + 1).starts_with('^')) made += regex[++i];
      if (regex.substr(i + 1).starts_with(']')) made.append({'\\', regex[++i]});
      continue;
    }
    if (c == ']' && brackets > 0 && regex[i - 1] != ':') --brackets;
    made += c;
  }
  return made;
}

struct FreeCode {
  void operator()(pcre2_code* code) const { pcre2_code_free(code); }
};
struct FreeMatch {
  void operator()(pcre2_match_data* match) const { pcre2_match_data_free(match); }
};
struct FreeContext {
  void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
};

}  // namespace

class TextPattern::Compiled {
 public:
  explicit Compiled(const std::string& regex) {
    constexpr std::size_t longest = 1 << 14;
    if (regex.size() > longest) {
      wrong_ = "is longer than 16 KB";
      return;
    }
    std::string foreign;
    const std::string ours = translated(regex, foreign);
    if (!foreign.empty()) {
      wrong_ = "has " + foreign + ", which is not done here";
      return;
    }
    int error = 0;
    PCRE2_SIZE at = 0;
    code_.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(ours.data()), ours.size(),
                              PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NO_UTF_CHECK, &error,
                              &at, nullptr));
    if (!code_) {
      std::array<PCRE2_UCHAR, 160> text{};
      pcre2_get_error_message(error, text.data(), text.size());
      wrong_ = fmt::format("cannot be read as a regular expression: {}",
                           reinterpret_cast<const char*>(text.data()));
      return;
    }
    pcre2_jit_compile(code_.get(), PCRE2_JIT_COMPLETE);  // without it, it is only slower
  }

  const std::string& wrong() const { return wrong_; }

  std::vector<Span> spans(std::string_view text) const {
    const std::unique_ptr<pcre2_match_data, FreeMatch> match(
        pcre2_match_data_create_from_pattern(code_.get(), nullptr));
    const std::unique_ptr<pcre2_match_context, FreeContext> limits(
        pcre2_match_context_create(nullptr));
    pcre2_set_match_limit(limits.get(), 1'000'000);
    pcre2_set_heap_limit(limits.get(), 1 << 16);  // kibibytes
    std::vector<Span> found;
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size();) {
      const int rc = pcre2_match(code_.get(), reinterpret_cast<PCRE2_SPTR>(text.data()),
                                 text.size(), at, PCRE2_NO_UTF_CHECK, match.get(), limits.get());
      if (rc == PCRE2_ERROR_NOMATCH) break;
      if (rc < 0) {
        throw UserError(
            "a regular expression of the tokenizer takes too long on this text; shorten the text, "
            "or choose another tokenizer");
      }
      const PCRE2_SIZE* const ends = pcre2_get_ovector_pointer(match.get());
      const std::size_t begin = ends[0], end = ends[1];
      if (end <= begin) {  // nothing
        at = begin + 1;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
        continue;
      }
      if (begin < done) break;
      if (begin > done) found.push_back({done, begin, false});
      found.push_back({begin, end, true});
      at = done = end;
    }
    if (done < text.size()) found.push_back({done, text.size(), false});
    return found;
  }

 private:
  std::unique_ptr<pcre2_code, FreeCode> code_;
  std::string wrong_;
};

TextPattern::TextPattern(Json::Value value) {
  const JsonObject object(value);
  if (object.find("Regex")) {
    const Json::Value regex = object.at("Regex", Json::Kind::string);
    compiled_ = std::make_shared<const Compiled>(std::string(regex.string()));
    if (!compiled_->wrong().empty()) regex.fail(compiled_->wrong());
    return;
  }
  const Json::Value text = object.at("String", Json::Kind::string);
  if (text.string().empty()) text.fail("is empty; a text to look for is expected");
  literal_ = text.string();
}

TextPattern::TextPattern(const std::string& regex)
    : compiled_(std::make_shared<const Compiled>(regex)) {
  if (!compiled_->wrong().empty()) throw UserError(regex + " " + compiled_->wrong());
}

std::vector<TextPattern::Span> TextPattern::spans(std::string_view text) const {
  if (compiled_) return compiled_->spans(text);
  std::vector<Span> found;
  std::size_t done = 0;
  for (std::size_t at = 0; (at = text.find(literal_, done)) != std::string_view::npos;) {
    if (at > done) found.push_back({done, at, false});
    done = at + literal_.size();
    found.push_back({at, done, true});
  }
  if (done < text.size()) found.push_back({done, text.size(), false});
  return found;
}

}  // namespace glassformer
