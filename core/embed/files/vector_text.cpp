// Text of one word a line with its numbers: what word2vec, fastText (.vec) and GloVe write. The
// first two begin with a line "WORDS DIM". A line is read from its right end, since words may hold
// spaces (GloVe's 840B has ". . .").
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "core/embed/files/number_tokens.h"
#include "core/embed/files/vector_collector.h"
#include "core/embed/files/vector_lines.h"
#include "core/embed/files/vector_readers.h"
#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/formats/json.h"
#include "core/formats/line_reader.h"
#include "core/text/number_of.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

class TextReader {
 public:
  TextReader(ByteReader& in, std::size_t limit)
      : in_(in), limit_(limit), layout_(vector_lines(in.look(looked_at))), lines_(in, in.named()) {}

  WordVectors read() {
    begin();
    do row();
    while (!collector_->full() && next_line());
    if (collector_->full()) return collector_->finish(in_.named());
    if (header_ && rows_ != header_->words) {
      collector_->warn(fmt::format("its first line claims {}, but {} follow{}",
                                   number_of(header_->words, "word"), rows_,
                                   rows_ == 1 ? "s" : ""));
    }
    if (!lines_.ended()) {
      collector_->warn(
          fmt::format("its last line ({}) has no line end, so it may be cut short", lines_.line()));
    }
    if (beyond_ > 0) {
      collector_->warn(fmt::format("{} number{} beyond what a float holds and became infinite or 0",
                                   beyond_, beyond_ == 1 ? " is" : "s are"));
    }
    if (more_ > 0) {
      collector_->warn(fmt::format(
          "line {} has a number more than the others{}; its word is read as {}: correct the line "
          "if that is none",
          first_more_,
          more_ == 1 ? "" : fmt::format(", and {} after it", number_of(more_ - 1, "line")),
          json_string(excerpt(more_word_, 40))));
    }
    if (blank_ > 0) {
      collector_->warn(fmt::format("{} word{} of spaces alone", blank_,
                                   blank_ == 1 ? " consists" : "s consist"));
    }
    return collector_->finish(in_.named());
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    in_.fail(fmt::format("line {} {}", lines_.line(), what));
  }

  // The next line that is not empty.
  bool next_line() {
    while (lines_.next(line_)) {
      if (line_.empty()) continue;
      if (past_header_) line_ = in_usual_order(layout_, line_, room_);
      return true;
    }
    return false;
  }

  // Finds out how many numbers each line has, and leaves the first word in line_.
  void begin() {
    if (!next_line())
      in_.fail("is empty; a file of word vectors is expected, get or save it again");
    header_ = parse_word2vec_header(line_);
    past_header_ = true;
    if (!header_ && is_lone_number(line_)) {
      begin_behind_lone_number();
      return;
    }
    if (!header_) {
      if (layout_.heading && !next_line()) fail("is the only one: no words follow its heading");
      if (!layout_.heading) line_ = in_usual_order(layout_, line_, room_);
      const std::size_t tokens = count_tokens(line_, max_dimensions + 2);
      if (tokens < 2) fail("has no numbers; each line must be a word and its numbers");
      if (tokens <= max_dimensions && mostly_words()) {
        fail(
            "holds words where numbers are expected: this is a text, no file of word vectors; "
            "`glassformer train vectors` learns some from it");
      }
      // The first word may have spaces in it.
      const bool phrase = layout_.dim > 0 && layout_.dim + 1 < tokens;
      set_dim(phrase ? layout_.dim : tokens - 1);
      return;
    }
    const std::size_t header_line = lines_.line();
    if (!next_line()) fail("is the only one: no words follow; it is truncated, get it again");
    const std::size_t tokens = count_tokens(line_, max_dimensions + 2);
    const bool phrase = tokens > header_->dim + 1 && !numbers_before_the_last(header_->dim);
    if (header_->dim == 0 || (tokens != header_->dim + 1 && !phrase)) {
      // Of a word alone it is more likely that the file was cut behind it.
      fail(fmt::format("has {}, but line {} claims {}; {}",
                       number_of(tokens == 0 ? 0 : tokens - 1, "number"), header_line,
                       number_of(header_->dim, "dimension"),
                       tokens <= 1 ? "it is truncated, get it again"
                                   : fmt::format("correct line {}", header_line)));
    }
    set_dim(static_cast<std::size_t>(header_->dim));
  }

  // Some programs write only how many dimensions there are, or only how many words.
  void begin_behind_lone_number() {
    const std::string claimed(line_);
    if (!next_line()) fail("is the only one: no words follow; it is truncated, get it again");
    const std::size_t tokens = count_tokens(line_, max_dimensions + 2);
    if (tokens < 2) fail("has no numbers; each line must be a word and its numbers");
    const std::size_t dim = layout_.dim > 0 ? std::min(layout_.dim, tokens - 1) : tokens - 1;
    set_dim(dim);
    const std::uint64_t number = std::stoull(claimed);
    if (number != dim) header_ = Word2VecHeader{number, dim};
  }

  // Whether less than half of what stands behind the first token begins as a number does.
  bool mostly_words() const {
    std::string_view rest = line_;
    std::size_t tokens = 0, words = 0;
    for (std::string_view token = last_token(rest); !rest.empty(); token = last_token(rest)) {
      ++tokens;
      // Also "nan" and "inf", and decimals with a comma, of which more is said later.
      bool beyond = false;
      float number = 0;
      if (!parse_float(token, number, beyond) && token.find_first_of("0123456789") > 2) ++words;
    }
    return 2 * words > tokens;
  }

  // Whether what stands between the first token and the last so many is numbers alone: then it is
  // no rest of a phrase, but more numbers than were claimed.
  bool numbers_before_the_last(std::uint64_t count) const {
    std::string_view before = line_;
    for (std::uint64_t k = 0; k < count; ++k) last_token(before);
    bool beyond = false;
    float number = 0;
    for (;;) {
      const std::string_view token = last_token(before);
      if (before.empty()) return true;  // that was the word
      if (!parse_float(token, number, beyond)) return false;
    }
  }

  void set_dim(std::size_t dim) {
    if (dim > max_dimensions) {
      fail(
          fmt::format("has more than {} numbers; this is no file of word vectors, or it has lost "
                      "its line ends",
                      max_dimensions));
    }
    dim_ = dim;
    numbers_.resize(dim);
    collector_.emplace(dim, limit_);
  }

  void row() {
    ++rows_;
    std::string_view word = line_;
    for (std::size_t k = dim_; k-- > 0;) {
      const std::string_view token = last_token(word);
      if (token.empty() || word.empty()) {
        fail(fmt::format("has {} instead of {}; it is damaged, correct or remove it",
                         number_of(token.empty() ? dim_ - k - 2 : dim_ - k - 1, "number"), dim_));
      }
      bool beyond = false;
      if (!parse_float(token, numbers_[k], beyond)) no_number(token, k);
      if (beyond) ++beyond_;
    }
    if (word.size() > max_word_bytes) {
      fail(
          fmt::format("has {} in front of its {}; this is no file of word vectors, or it has lost "
                      "its line ends",
                      readable_size(word.size()), number_of(dim_, "number")));
    }
    word = trimmed(word);
    look_for_more(word);
    const std::span<float> to = collector_->add(word);
    std::copy(numbers_.begin(), numbers_.end(), to.begin());
    collector_->check(numbers_);
  }

  // A phrase may end in a number, and a row may have one too many.
  void look_for_more(std::string_view word) {
    if (std::ranges::none_of(word, is_separator)) return;
    std::string_view before = word;
    float number = 0;
    bool beyond = false;
    if (!parse_float(last_token(before), number, beyond) || before.empty()) return;
    if (more_++ > 0) return;
    first_more_ = lines_.line();
    more_word_ = word;
  }

  [[noreturn]] void no_number(std::string_view token, std::size_t k) const {
    const bool comma = token.find(',') != std::string_view::npos;
    fail(fmt::format("has {} where its number {} of {} is expected{}",
                     json_string(excerpt(token, 40)), k + 1, dim_,
                     comma ? "; decimals are written with a point, not with a comma"
                           : "; it is damaged, correct or remove it"));
  }

  // The word without the separators behind it. Where only separators stand, they are the word, but
  // for the last.
  std::string_view trimmed(std::string_view before) {
    std::string_view word = before;
    while (!word.empty() && is_separator(word.back())) word.remove_suffix(1);
    if (word.empty() || is_blank(word)) ++blank_;
    if (!word.empty()) return word;
    return before.size() > 1 ? before.substr(0, before.size() - 1) : before;
  }

  ByteReader& in_;
  std::size_t limit_;
  VectorLines layout_;
  LineReader lines_;
  std::string_view line_;
  bool past_header_ = false;
  std::string room_;  // what line_ is rewritten into
  std::optional<Word2VecHeader> header_;
  std::optional<VectorCollector> collector_;
  std::vector<float> numbers_;
  std::size_t dim_ = 0;
  std::uint64_t rows_ = 0, beyond_ = 0, blank_ = 0, more_ = 0;
  std::size_t first_more_ = 0;  // a line
  std::string more_word_;       // its word
};

}  // namespace

WordVectors read_vector_text(ByteReader& in, std::size_t limit) {
  return TextReader(in, limit).read();
}

}  // namespace glassformer
