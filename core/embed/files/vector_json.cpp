// {"king": [0.1, 0.2, …], "queen": […]}, as programs write a dictionary of vectors. Read as it
// comes, since such a file may be larger than the memory.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "core/embed/files/number_tokens.h"
#include "core/embed/files/vector_collector.h"
#include "core/embed/files/vector_readers.h"
#include "core/formats/json.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

class JsonReader {
 public:
  JsonReader(ByteReader& in, std::size_t limit) : in_(in), limit_(limit) {}

  WordVectors read() {
    if (in_.look(3) == "\xef\xbb\xbf") in_.skip(3);
    take('{', "the beginning of {\"word\": [numbers], …}");
    do {
      const std::string word = text();
      take(':', "a colon after the word");
      row(word);
    } while (!(collector_ && collector_->full()) && more('}'));
    if (!collector_->full() && next() != '\0') fail("something follows the end of the object");
    if (beyond_ > 0) {
      collector_->warn(fmt::format("{} number{} beyond what a float holds and became infinite or 0",
                                   beyond_, beyond_ == 1 ? " is" : "s are"));
    }
    return collector_->finish(in_.named());
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    in_.fail(fmt::format("line {}: {}", line_, what));
  }

  // The next sign that is no space; 0 at the end.
  char next() {
    for (;;) {
      const std::string_view sign = in_.look(1);
      if (sign.empty()) return '\0';
      if (sign[0] == '\n') ++line_;
      if (std::string_view(" \t\r\n").find(sign[0]) == std::string_view::npos) return sign[0];
      in_.skip(1);
    }
  }

  void take(char wanted, std::string_view what) {
    const char found = next();
    if (found == '\0') in_.fail_cut(fmt::format("{}, line {}", what, line_));
    if (found != wanted)
      fail(fmt::format("{} is expected, not '{}'", what, excerpt({&found, 1}, 1)));
    in_.skip(1);
  }

  // A comma, after which more follows; or the end.
  bool more(char end) {
    const char found = next();
    if (found == '\0') in_.fail_cut(fmt::format("line {}", line_));
    if (found != ',' && found != end) {
      fail(fmt::format("a comma or {} is expected, not '{}'", end, excerpt({&found, 1}, 1)));
    }
    in_.skip(1);
    return found == ',';
  }

  std::string text() {
    take('"', "a word in quotes");
    std::string raw = "\"";
    bool escapes = false;
    for (bool escaped = false;;) {
      const std::string_view sign = in_.look(1);
      if (sign.empty()) in_.fail_cut(fmt::format("a word, line {}", line_));
      if (raw.size() > max_word_bytes) fail("a word has no end");
      const char c = sign[0];
      in_.skip(1);
      raw += c;
      if (c == '"' && !escaped) break;
      escaped = c == '\\' && !escaped;
      escapes = escapes || escaped;
    }
    if (!escapes) return raw.substr(1, raw.size() - 2);
    return std::string(Json::parse(raw, in_.named()).root().string());
  }

  float number() {
    next();
    std::string token;
    for (;;) {
      const std::string_view sign = in_.look(1);
      if (sign.empty() || std::string_view(",] \t\r\n").find(sign[0]) != sign.npos) break;
      if (token.size() > 60) break;
      token += sign[0];
      in_.skip(1);
    }
    float value = 0;
    bool beyond = false;
    if (!parse_float(token, value, beyond)) {
      if (in_.at_end()) in_.fail_cut(fmt::format("line {}", line_));
      fail(fmt::format("{} stands where a number is expected", json_string(excerpt(token, 40))));
    }
    if (beyond) ++beyond_;
    return value;
  }

  void row(const std::string& word) {
    take('[', fmt::format("the list of numbers of {}", json_string(excerpt(word, 40))));
    numbers_.clear();
    do {
      if (numbers_.size() == max_dimensions) {
        fail(fmt::format("{} has more than {} numbers", json_string(excerpt(word, 40)),
                         max_dimensions));
      }
      numbers_.push_back(number());
    } while (more(']'));
    if (!collector_) collector_.emplace(numbers_.size(), limit_);
    if (dim_ == 0) dim_ = numbers_.size();
    if (numbers_.size() != dim_) {
      fail(fmt::format("{} has {}, but the words before it have {}", json_string(excerpt(word, 40)),
                       number_of(numbers_.size(), "number"), dim_));
    }
    const std::span<float> to = collector_->add(word);
    std::copy(numbers_.begin(), numbers_.end(), to.begin());
    collector_->check(numbers_);
  }

  ByteReader& in_;
  std::size_t limit_, dim_ = 0;
  std::uint64_t line_ = 1, beyond_ = 0;
  std::vector<float> numbers_;
  std::optional<VectorCollector> collector_;
};

}  // namespace

WordVectors read_vector_json(ByteReader& in, std::size_t limit) {
  return JsonReader(in, limit).read();
}

}  // namespace glassformer
