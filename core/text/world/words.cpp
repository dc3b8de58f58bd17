#include "core/text/world/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/tensor/error.h"
#include "core/text/table.h"

namespace glassformer::world {

namespace {

Gender gender(const Table& row, std::string_view column) {
  return row.choice<Gender>(
      column, {{"m", Gender::masculine}, {"f", Gender::feminine}, {"n", Gender::neuter}});
}

// "am/1,2 Abend/3"
Phrase phrase(const Table& row, std::string_view column) {
  Phrase words;
  for (const std::string& part : parts_of(row[column], ' ')) {
    const std::size_t slash = part.find('/');
    if (slash == std::string::npos) row.fail("'" + part + "' has no /number after it");
    PhraseWord word{part.substr(0, slash), {}};
    for (const std::string& digits : split_at(std::string_view(part).substr(slash + 1), ',')) {
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
  return {row["en"],          row["en_plural"],  parts_of(row["class"], ' '),
          row["fr"],          row["fr_plural"],  gender(row, "fr_gender"),
          row["de"],          row["de_plural"],  gender(row, "de_gender"),
          row["de_genitive"], row["de_oblique"], parts_of(row["prepositions"], ' ')};
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
          parts_of(row["classes"], ' '),
          row.choice<bool>("predicate", {{"yes", true}, {"no", false}})};
}

Verb read_verb(const Table& row) {
  return {row["en"],
          row["en_third"],
          row["en_past"],
          row["kind"],
          parts_of(row["subjects"], ' '),
          parts_of(row["objects"], ' '),
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
        row["en"], parts_of(row["fr"], ' '), row["de"],
        row.choice<Case>("de_case", {{"accusative", Case::accusative}, {"dative", Case::dative}}),
        parts_of(row["objects"], ' ')};
  });
  words.times = read_all(folder / "times.tsv", [](const Table& row) {
    return Time{phrase(row, "en"), phrase(row, "fr"), phrase(row, "de"),
                row.choice<Tense>("tense", {{"present", Tense::present},
                                            {"past", Tense::past},
                                            {"future", Tense::future}})};
  });
  words.adverbs = read_all(folder / "adverbs.tsv", plain);
  words.degrees = read_all(folder / "degrees.tsv", plain);
  words.months = read_all(folder / "months.tsv", plain);
  words.numbers = read_all(folder / "numbers.tsv", plain);
  return words;
}

}  // namespace glassformer::world
