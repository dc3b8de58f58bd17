#include "core/text/corpus/questions.h"

#include <map>

namespace glassformer::corpus {

std::vector<Section> sections(const Facts& facts) {
  std::vector<Section> found;
  for (const Relation& relation : facts.relations) {
    const FactTable& table = facts.table(relation.table);
    const auto cell = [&](const std::vector<Choices>& row, const std::string& column) {
      const Choices& texts = row[static_cast<std::size_t>(table.column(column))];
      return texts.size() == 1 ? texts[0] : std::string();
    };
    std::map<std::string, int> uses;
    for (const auto& row : table.rows) {
      ++uses[cell(row, relation.from)];
      ++uses[cell(row, relation.to)];
    }
    Section section{relation.section, {}};
    for (const auto& row : table.rows) {
      const std::string from = cell(row, relation.from), to = cell(row, relation.to);
      const bool plain = !from.empty() && !to.empty() && (from + to).find(' ') == std::string::npos;
      const bool unlike = relation.unlike.empty() || cell(row, relation.unlike) != to;
      if (plain && unlike && uses[from] == 1 && uses[to] == 1) section.pairs.emplace_back(from, to);
    }
    found.push_back(std::move(section));
  }
  return found;
}

std::string questions_text(const std::vector<Section>& sections) {
  std::string text;
  for (const Section& section : sections) {
    text += ": " + section.name + "\n";
    for (const auto& [a, b] : section.pairs) {
      for (const auto& [c, d] : section.pairs) {
        if (a != c) text += a + " " + b + " " + c + " " + d + "\n";
      }
    }
  }
  return text;
}

}  // namespace glassformer::corpus
