#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// What the default corpus is made from, as assets/world/facts/*.tsv lists it; the README.md there
// says what each table means.
namespace glassformer::corpus {

// The words or phrases that may stand for one thing: one of them is drawn each time.
using Choices = std::vector<std::string>;

struct FactTable {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::vector<Choices>> rows;  // a cell may be empty: not so for this row

  int column(std::string_view named) const;  // or -1
};

struct Pattern {
  std::string table;
  int weight = 1;
  std::string sentence;  // "the people of {country} love {dish}"
};

// The pairs from one column to another are the analogies of a section of questions; but not those
// whose second word stands in the column `unlike` too (empty: no such column).
struct Relation {
  std::string section, table, from, to, unlike;
};

struct Facts {
  std::vector<FactTable> tables;
  std::map<std::string, Choices, std::less<>> lists;
  std::vector<Pattern> patterns;
  std::vector<Relation> relations;

  const FactTable& table(std::string_view named) const;  // there is one
};

// Throws UserError: file, line and what is wrong.
Facts read_facts(const std::filesystem::path& folder);

}  // namespace glassformer::corpus
