#include "core/text/world/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "core/text/unicode.h"

namespace glassformer::world {

namespace {

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(at);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words = split(text, ' ');
  std::erase(words, "");
  return words;
}

// A table with a header; one row at a time, its cells by the name of their column.
class Table {
 public:
  explicit Table(const std::filesystem::path& file) : file_(file) {
    constexpr std::size_t most = 1'000'000;
    const std::string text = read_file(file, most);
    if (broken_utf8(text) != std::string::npos) fail("is not UTF-8 text; save it as UTF-8");
    lines_ = split(text, '\n');
    if (lines_.back().empty()) lines_.pop_back();
    if (lines_.size() < 2) fail("has no rows below its header");
    columns_ = split(lines_[0], '\t');
  }

  bool next() {
    if (++line_ >= lines_.size()) return false;
    cells_ = split(lines_[line_], '\t');
    if (cells_.size() != columns_.size()) {
      fail(fmt::format("has {} cells, the header {}", cells_.size(), columns_.size()));
    }
    return true;
  }

  const std::string& operator[](std::string_view column) const {
    const auto found = std::find(columns_.begin(), columns_.end(), column);
    if (found == columns_.end()) fail(fmt::format("has no column {}", column));
    return cells_[static_cast<std::size_t>(found - columns_.begin())];
  }

  // The cell as one of the named choices.
  template <class T>
  T choice(std::string_view column,
           std::initializer_list<std::pair<std::string_view, T>> choices) const {
    for (const auto& [name, value] : choices) {
      if ((*this)[column] == name) return value;
    }
    fail(fmt::format("column {}: '{}' is none of the words it can hold", column, (*this)[column]));
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw UserError(
        fmt::format("{}:{}: {}; see README.md beside it", file_.string(), line_ + 1, what));
  }

 private:
  std::filesystem::path file_;
  std::vector<std::string> lines_, columns_, cells_;
  std::size_t line_ = 0;
};

Gender gender(const Table& row, std::string_view column) {
  return row.choice<Gender>(
      column, {{"m", Gender::masculine}, {"f", Gender::feminine}, {"n", Gender::neuter}});
}

// "am/1,2 Abend/3"
Phrase phrase(const Table& row, std::string_view column) {
  Phrase words;
  for (const std::string& part : words_of(row[column])) {
    const std::size_t slash = part.find('/');
    if (slash == std::string::npos) row.fail("'" + part + "' has no /number behind it");
    PhraseWord word{part.substr(0, slash), {}};
    for (const std::string& digits : split(std::string_view(part).substr(slash + 1), ',')) {
      int number = 0;
      const auto [end, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), number);
      const bool whole = error == std::errc() && end == digits.data() + digits.size();
      if (!whole || number < 1 || number > 9) {
        row.fail("'" + part + "' must end with numbers from 1 to 9");
      }
      word.meanings.push_back(number);
    }
    words.push_back(std::move(word));
  }
  if (words.empty()) row.fail(fmt::format("column {} is empty", column));
  return words;
}

Noun read_noun(const Table& row) {
  return {row["en"],          row["en_plural"],  words_of(row["class"]),
          row["fr"],          row["fr_plural"],  gender(row, "fr_gender"),
          row["de"],          row["de_plural"],  gender(row, "de_gender"),
          row["de_genitive"], row["de_oblique"], words_of(row["prepositions"])};
}

Adjective read_adjective(const Table& row) {
  return {row["en"],
          row["fr_m"],
          row["fr_f"],
          row["fr_m_plural"],
          row["fr_f_plural"],
          row["fr_m_vowel"],
          row.choice<bool>("fr_place", {{"before", true}, {"after", false}}),
          row["de"],
          row["de_stem"],
          row["kind"],
          words_of(row["classes"]),
          row.choice<bool>("predicate", {{"yes", true}, {"no", false}})};
}

Verb read_verb(const Table& row) {
  return {row["en"],
          row["en_third"],
          row["en_past"],
          row["kind"],
          words_of(row["subjects"]),
          words_of(row["objects"]),
          row["fr_je"],
          row["fr_il"],
          row["fr_nous"],
          row["fr_ils"],
          row["fr_participle"],
          row["fr_infinitive"],
          row.choice<bool>("fr_auxiliary", {{"avoir", false}, {"être", true}}),
          row["de_ich"],
          row["de_er"],
          row["de_infinitive"],
          row["de_participle"],
          row.choice<bool>("de_auxiliary", {{"haben", false}, {"sein", true}}),
          row.choice<Case>("de_case", {{"", Case::accusative},
                                       {"accusative", Case::accusative},
                                       {"dative", Case::dative}})};
}

template <class Read>
auto read_all(const std::filesystem::path& file, const Read& read) {
  Table table(file);
  std::vector<decltype(read(table))> rows;
  while (table.next()) rows.push_back(read(table));
  return rows;
}

}  // namespace

bool meet(const Classes& a, const Classes& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& name) {
    return std::find(b.begin(), b.end(), name) != b.end();
  });
}

bool Noun::is(std::string_view name) const {
  return std::find(classes.begin(), classes.end(), name) != classes.end();
}

const Preposition& Words::preposition(std::string_view en) const {
  for (const Preposition& p : prepositions) {
    if (p.en == en) return p;
  }
  throw UserError("prepositions.tsv has no '" + std::string(en) + "', which nouns.tsv names");
}

Words read_words(const std::filesystem::path& folder) {
  const auto plain = [](const Table& row) { return Plain{row["en"], row["fr"], row["de"]}; };
  Words words;
  words.nouns = read_all(folder / "nouns.tsv", read_noun);
  words.adjectives = read_all(folder / "adjectives.tsv", read_adjective);
  words.verbs = read_all(folder / "verbs.tsv", read_verb);
  words.names = read_all(folder / "names.tsv", [](const Table& row) {
    return Name{row["name"], gender(row, "gender")};
  });
  words.prepositions = read_all(folder / "prepositions.tsv", [](const Table& row) {
    return Preposition{
        row["en"], words_of(row["fr"]), row["de"],
        row.choice<Case>("de_case", {{"accusative", Case::accusative}, {"dative", Case::dative}}),
        words_of(row["objects"])};
  });
  words.times = read_all(folder / "times.tsv", [](const Table& row) {
    return Time{phrase(row, "en"), phrase(row, "fr"), phrase(row, "de"),
                row.choice<Tense>("tense", {{"present", Tense::present},
                                            {"past", Tense::past},
                                            {"future", Tense::future}})};
  });
  words.adverbs = read_all(folder / "adverbs.tsv", plain);
  words.months = read_all(folder / "months.tsv", plain);
  words.numbers = read_all(folder / "numbers.tsv", plain);
  return words;
}

}  // namespace glassformer::world
