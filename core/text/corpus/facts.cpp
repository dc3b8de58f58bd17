#include "core/text/corpus/facts.h"

#include <algorithm>
#include <charconv>

#include "core/text/table.h"

namespace glassformer::corpus {

namespace {

// "a; b c; d"
Choices choices(std::string_view cell) {
  Choices found;
  for (std::string& part : split_at(cell, ';')) {
    part.erase(0, part.find_first_not_of(' '));
    if (!part.empty()) found.push_back(std::move(part));
  }
  return found;
}

FactTable read_table(const std::filesystem::path& file) {
  Table table(file);
  FactTable read{file.stem().string(), table.columns(), {}};
  while (table.next()) {
    auto& row = read.rows.emplace_back();
    for (const std::string& cell : table.cells()) row.push_back(choices(cell));
  }
  return read;
}

const FactTable* find(const Facts& facts, std::string_view named) {
  const auto found = std::find_if(facts.tables.begin(), facts.tables.end(),
                                  [&](const FactTable& table) { return table.name == named; });
  return found == facts.tables.end() ? nullptr : &*found;
}

const FactTable& table_of(const Facts& facts, const Table& row) {
  const FactTable* found = find(facts, row["table"]);
  if (found == nullptr) row.fail("there is no table " + row["table"] + ".tsv");
  return *found;
}

void check_slots(const Facts& facts, const FactTable& table, const Table& row) {
  const std::string& sentence = row["sentence"];
  if (std::count(sentence.begin(), sentence.end(), '(') !=
      std::count(sentence.begin(), sentence.end(), ')')) {
    row.fail("a ( is not closed");
  }
  for (std::size_t at = 0; (at = sentence.find('{', at)) != std::string::npos; ++at) {
    const std::size_t end = sentence.find('}', at);
    if (end == std::string::npos) row.fail("a { is not closed");
    const std::string slot = sentence.substr(at + 1, end - at - 1);
    if (table.column(slot) < 0 && facts.lists.count(slot) == 0) {
      row.fail("{" + slot + "} is neither a column of " + table.name + ".tsv nor a list");
    }
  }
}

int weight(const Table& row) {
  const std::string& digits = row["weight"];
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || number < 1 || number > 1000) {
    row.fail("the weight '" + digits + "' is no number from 1 to 1000");
  }
  return number;
}

}  // namespace

int FactTable::column(std::string_view named) const {
  const auto found = std::find(columns.begin(), columns.end(), named);
  return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

const FactTable& Facts::table(std::string_view named) const {
  return *find(*this, named);
}

Facts read_facts(const std::filesystem::path& folder) {
  Facts facts;
  for (const char* name : {"countries", "families", "adjectives", "verbs", "nouns", "animals",
                           "elements", "companies", "teams", "jobs", "instruments", "foods"}) {
    facts.tables.push_back(read_table(folder / (std::string(name) + ".tsv")));
  }
  Table lists(folder / "lists.tsv");
  while (lists.next()) facts.lists[lists["list"]] = choices(lists["words"]);
  Table sentences(folder / "sentences.tsv");
  while (sentences.next()) {
    check_slots(facts, table_of(facts, sentences), sentences);
    facts.patterns.push_back({sentences["table"], weight(sentences), sentences["sentence"]});
  }
  Table questions(folder / "questions.tsv");
  while (questions.next()) {
    const FactTable& table = table_of(facts, questions);
    for (const char* side : {"from", "to", "unlike"}) {
      if (questions[side].empty() && side == std::string_view("unlike")) continue;
      if (table.column(questions[side]) < 0) questions.fail("no column " + questions[side]);
    }
    facts.relations.push_back({questions["section"], questions["table"], questions["from"],
                               questions["to"], questions["unlike"]});
  }
  return facts;
}

}  // namespace glassformer::corpus
