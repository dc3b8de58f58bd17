#include "core/text/pairs_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/formats/line_reader.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"
#include "core/text/tokenize.h"
#include "core/text/trimmed.h"
#include "core/text/unicode.h"
#include "core/text/words.h"

namespace glassformer {

namespace {

constexpr std::size_t max_bytes = 1'000'000'000;
// Much longer than two sentences and their links; a longer line is not even held.
constexpr std::size_t max_line = 1 << 24;

// Why a line is no pair, how often, and where first.
struct Reason {
  const char* one;   // "has no tab"
  const char* many;  // "have no tab"
  const char* remedy;
  int count = 0;
  int first_line = 0;
};

// "0-0 1-2"; nothing if the text is something else.
std::optional<std::vector<Link>> read_links(std::string_view text) {
  std::vector<Link> links;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    Link link;
    auto [dash, error] = std::from_chars(at, end, link.source);
    if (error != std::errc() || dash == end || *dash != '-') return std::nullopt;
    const auto [stop, error_2] = std::from_chars(dash + 1, end, link.target);
    if (error_2 != std::errc() || (stop != end && *stop != ' ')) return std::nullopt;
    if (link.source < 0 || link.target < 0) return std::nullopt;
    links.push_back(link);
    at = stop == end ? end : stop + 1;
  }
  return links;
}

// Nothing but what shows nothing: spaces, marks of direction.
bool blank(std::string_view text) {
  const auto all = characters(text);
  return std::all_of(all.begin(), all.end(), [](std::string_view c) {
    return class_of_character(c) == CharacterClass::space;
  });
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& named) : named_(named) {}

  PairsFile read(ByteSource& source) {
    LineReader lines(source, named_.string(), max_line);
    std::size_t bytes = 0;
    for (std::string_view line; lines.next(line);) {
      ++file_.lines;
      bytes += line.size() + 1;
      if (bytes > max_bytes + 1) {
        fail("is larger than " + readable_size(max_bytes) + ", the most that is read");
      }
      read_line(line);
    }
    if (file_.lines == empty_.count) fail("is empty; a pair on each line is expected");
    finish();
    return std::move(file_);
  }

 private:
  void skip(Reason& reason) {
    if (reason.count++ == 0) reason.first_line = file_.lines;
    ++file_.skipped;
  }

  void read_line(std::string_view line) {
    if (trimmed(line).empty()) return skip(empty_);
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) return skip(no_tab_);
    std::string_view target = line.substr(tab + 1), more;
    if (const std::size_t second = target.find('\t'); second != std::string_view::npos) {
      more = trimmed(target.substr(second + 1));
      target = target.substr(0, second);
    }
    const std::string_view source = trimmed(line.substr(0, tab));
    target = trimmed(target);
    if (std::max(source.size(), target.size()) > max_sentence_bytes) return skip(too_long_);
    if (broken_utf8(source) != std::string_view::npos ||
        broken_utf8(target) != std::string_view::npos) {
      return skip(not_utf8_);
    }
    if (blank(source) || blank(target)) return skip(one_sided_);
    SentencePair pair{composed(source), composed(target), {}};
    if (auto links = read_links(more)) add_links(pair, std::move(*links));
    file_.pairs.push_back(std::move(pair));
  }

  // Links to words that are not there are no links of these sentences.
  static void add_links(SentencePair& pair, std::vector<Link> links) {
    if (links.empty()) return;
    const auto source = static_cast<int>(split_words(pair.source).size());
    const auto target = static_cast<int>(split_words(pair.target).size());
    const bool inside = std::all_of(links.begin(), links.end(), [&](const Link& link) {
      return link.source < source && link.target < target;
    });
    if (inside) pair.links = std::move(links);
  }

  void finish() {
    for (const Reason* reason : {&empty_, &no_tab_, &one_sided_, &too_long_, &not_utf8_}) {
      if (reason->count == 0) continue;
      const bool one = reason->count == 1;
      file_.notes.push_back(
          fmt::format("{}: skipped {} that {}, {} line {}; {}", named_.string(),
                      number_of(reason->count, "line"), one ? reason->one : reason->many,
                      one ? "namely" : "the first is", reason->first_line, reason->remedy));
    }
    if (!file_.pairs.empty()) return;
    if (no_tab_.count > 0) {
      fail(
          fmt::format("line {} has no tab, nor has another; each line must be a sentence, a tab "
                      "and its translation",
                      no_tab_.first_line));
    }
    throw UserError(file_.notes.front() + "; no pair is left");
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw UserError(named_.string() + ": " + what);
  }

  std::filesystem::path named_;
  PairsFile file_;
  Reason empty_{"is empty", "are empty", "they can stay"};
  Reason no_tab_{"has no tab", "have no tab", "put a tab between a sentence and its translation"};
  Reason one_sided_{"has one side only", "have one side only",
                    "add the translation, or remove them"};
  Reason too_long_{"is longer than a sentence can be, 64 kB",
                   "are longer than a sentence can be, 64 kB", "cut them into sentences"};
  Reason not_utf8_{"is not UTF-8 text", "are not UTF-8 text",
                   "save the file as UTF-8 (it may be Latin-1)"};
};

}  // namespace

PairsFile parse_pairs(std::string_view text, const std::filesystem::path& named) {
  return Reader(named).read(*bytes_in_memory(text));
}

PairsFile read_pairs(const std::filesystem::path& file) {
  if (InputFile(file).size() > max_bytes) {
    throw UserError(file.string() + ": is larger than " + readable_size(max_bytes) +
                    ", the most that is read");
  }
  return Reader(file).read(*open_bytes(file));
}

void check_trainable(const PairsFile& file, const std::filesystem::path& named) {
  const auto fail = [&](const std::string& what) {
    std::string notes;
    for (const std::string& note : file.notes) notes += "; " + note;
    throw UserError(named.string() + ": " + what + notes);
  };
  if (static_cast<int>(file.pairs.size()) < fewest_pairs) {
    fail(fmt::format("has {} of sentences; a model needs at least {} to be trained",
                     number_of(file.pairs.size(), "pair"), fewest_pairs));
  }
  const auto words = [&](std::string SentencePair::*side) {
    std::set<std::string> seen;
    for (const SentencePair& pair : file.pairs) {
      for (std::string& word : split_words(pair.*side)) seen.insert(std::move(word));
      if (seen.size() > 1) break;
    }
    return seen.size();
  };
  for (const auto& [side, column] :
       {std::pair{&SentencePair::source, "first"}, std::pair{&SentencePair::target, "second"}}) {
    if (words(side) > 1) continue;
    fail(fmt::format("its {} column has one word only; there is nothing to learn from it", column));
  }
}

}  // namespace glassformer
