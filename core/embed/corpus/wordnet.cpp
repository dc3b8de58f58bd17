#include "core/embed/corpus/wordnet.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <map>
#include <memory>
#include <utility>

#include "core/formats/file.h"
#include "core/formats/json.h"
#include "core/formats/line_reader.h"
#include "core/tensor/error.h"
#include "core/text/trimmed.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

// The words of a line, one after the other.
class Fields {
 public:
  Fields(std::string_view line, const std::string& named, std::uint64_t number)
      : rest_(line), named_(named), number_(number) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw UserError(fmt::format("{}, line {}: {}; install WordNet 3 again (Debian's wordnet-base)",
                                named_, number_, what));
  }

  std::string_view next(const char* what) {
    const std::size_t begin = rest_.find_first_not_of(' ');
    if (begin == std::string_view::npos) fail(fmt::format("ends where {} should stand", what));
    rest_.remove_prefix(begin);
    const std::string_view field = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(field.size());
    return field;
  }

  std::size_t number(const char* what, int base) { return number_in(next(what), what, base); }
  std::size_t number_in(std::string_view digits, const char* what, int base) const {
    std::size_t number = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
    if (error != std::errc() || end != digits.data() + digits.size() || number > 99'999'999) {
      fail(fmt::format("'{}' stands where {} should", excerpt(std::string(digits), 20), what));
    }
    return number;
  }

 private:
  std::string_view rest_;
  const std::string& named_;
  std::uint64_t number_;
};

// "take_a_breath", "beautiful(p)": with blanks, and without the marker of where an adjective
// stands.
std::string plain(std::string_view word) {
  std::string made(word.substr(0, word.find('(')));
  for (char& c : made) {
    if (c == '_') c = ' ';
  }
  return made;
}

constexpr std::string_view around_words = " ;:,\r\t";

// What a set means, then sentences in quotes. A quote that is not closed reaches to the end.
void read_gloss(std::string_view gloss, WordNet::Set& set) {
  while (!gloss.empty()) {
    const std::size_t open = gloss.find('"');
    const std::string_view outside = trimmed(gloss.substr(0, open), around_words);
    if (!outside.empty()) {
      if (!set.definition.empty()) set.definition += "; ";
      set.definition += outside;
    }
    if (open == std::string_view::npos) return;
    gloss.remove_prefix(open + 1);
    const std::size_t close = gloss.find('"');
    const std::string_view example = trimmed(gloss.substr(0, close), around_words);
    if (!example.empty()) set.examples.emplace_back(example);
    gloss.remove_prefix(close == std::string_view::npos ? gloss.size() : close + 1);
  }
}

using Place = std::pair<char, std::size_t>;  // the part, and the byte at which a set begins there

// A satellite of an adjective is an adjective.
char part_of(std::string_view letter) {
  return letter == "s" ? 'a' : letter.empty() ? '?' : letter.front();
}

struct Reader {
  WordNet made;
  std::map<Place, std::size_t> numbers;
  struct Open {
    std::size_t set, pointer;
    Place target;
    std::string where;
  };
  std::vector<Open> open;

  void read(const WordNetPart& part) {
    LineReader lines(part.bytes, part.named);
    std::string_view line;
    while (lines.next(line)) {
      if (line.starts_with("  ") || trimmed(line, around_words).empty()) continue;  // the licence
      read_set(line, part, lines.line());
    }
  }

  void read_set(std::string_view line, const WordNetPart& part, std::uint64_t number) {
    const std::size_t bar = line.find(" | ");
    Fields fields(line.substr(0, bar), part.named, number);
    const std::size_t offset = fields.number("the place of the set", 10);
    WordNet::Set set;
    set.file = fields.number("the file of the set", 10);
    fields.next("the part of speech");
    const std::size_t words = fields.number("the number of words", 16);
    for (std::size_t i = 0; i < words; ++i) {
      set.words.push_back(plain(fields.next("a word")));
      fields.next("the number of its sense");
    }
    const std::size_t id = made.sets.size();
    const std::size_t pointers = fields.number("the number of pointers", 10);
    for (std::size_t i = 0; i < pointers; ++i) {
      WordNet::Pointer pointer;
      pointer.relation = fields.next("a relation");
      const std::size_t target = fields.number("the place of another set", 10);
      const char letter = part_of(fields.next("the part of another set"));
      const std::string_view between = fields.next("the words of a relation");
      if (between.size() != 4) fields.fail("the words of a relation are not four digits");
      pointer.of = fields.number_in(between.substr(0, 2), "a word's number", 16);
      pointer.to = fields.number_in(between.substr(2), "a word's number", 16);
      if (pointer.of > set.words.size()) fields.fail("a relation is of a word that is not there");
      open.push_back({id,
                      set.pointers.size(),
                      {letter, target},
                      fmt::format("{}, line {}", part.named, number)});
      set.pointers.push_back(std::move(pointer));
    }
    if (bar != std::string_view::npos) read_gloss(line.substr(bar + 3), set);
    if (!numbers.emplace(Place{part.letter, offset}, id).second) {
      fields.fail("another set stands at the same place");
    }
    made.sets.push_back(std::move(set));
  }

  void join() {
    for (const Open& each : open) {
      const auto found = numbers.find(each.target);
      WordNet::Pointer& pointer = made.sets[each.set].pointers[each.pointer];
      if (found == numbers.end() || pointer.to > made.sets[found->second].words.size()) {
        throw UserError(each.where +
                        ": a relation leads to a set or a word that is not there; the four data "
                        "files are of different versions, install WordNet 3 again");
      }
      pointer.target = found->second;
    }
  }
};

}  // namespace

fs::path usual_wordnet_folder() {
  const char* named = std::getenv("WNSEARCHDIR");
  return named != nullptr && *named != '\0' ? named : "/usr/share/wordnet";
}

WordNet read_wordnet(std::span<const WordNetPart> parts) {
  Reader reader;
  for (const WordNetPart& part : parts) reader.read(part);
  reader.join();
  return std::move(reader.made);
}

WordNet read_wordnet(const fs::path& folder) {
  constexpr std::pair<const char*, char> files[] = {
      {"data.noun", 'n'}, {"data.verb", 'v'}, {"data.adj", 'a'}, {"data.adv", 'r'}};
  std::vector<std::unique_ptr<ByteSource>> sources;
  std::vector<WordNetPart> parts;
  for (const auto& [name, letter] : files) {
    std::error_code none;
    if (!fs::is_regular_file(folder / name, none)) {
      throw UserError((folder / name).string() +
                      ": is not there; install WordNet ('apt-get install wordnet-base'), or name "
                      "the folder that holds its four data files");
    }
    sources.push_back(open_bytes(folder / name));
    parts.push_back({letter, *sources.back(), (folder / name).string()});
  }
  return read_wordnet(parts);
}

}  // namespace glassformer
