#include "core/scenes/vectors/company.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "core/embed/count_based/beyond_chance.h"
#include "core/text/tokenize.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

bool ends_sentence(std::string_view token) {
  return token == "." || token == "!" || token == "?";
}

bool is_word(std::string_view token) {
  const auto all = characters(token);
  return !all.empty() && class_of_character(all.front()) != CharacterClass::other;
}

std::string slot(std::string_view word, int distance) {
  std::string gap;
  for (int i = 1; i < std::abs(distance); ++i) gap += " …";
  return distance < 0 ? fmt::format("{}{} _", word, gap) : fmt::format("_{} {}", gap, word);
}

}  // namespace

std::set<std::string> words_listed(const std::string& list) {
  std::set<std::string> words;
  if (list.find_first_not_of(" \t") == std::string::npos) return words;
  for (const std::string& token : tokenize(list)) {
    if (is_word(token)) words.insert(with_small_first(as_compared(token)));
  }
  return words;
}

CompanyText read_company_text(const std::string& text, const CompanyRules& rules) {
  std::vector<std::vector<std::string>> sentences(1);
  std::vector<std::string> whole(1);
  std::map<std::string, int> counts;
  for (const std::string& token : tokenize(text)) {
    if (ends_sentence(token)) {
      sentences.emplace_back();
      whole.emplace_back();
    }
    if (!is_word(token)) continue;
    whole.back() += (whole.back().empty() ? "" : " ") + token;
    std::string word = with_small_first(as_compared(token));
    if (rules.left_out.contains(word)) continue;
    ++counts[word];
    sentences.back().push_back(std::move(word));
  }
  CompanyText read;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    std::vector<std::string>& sentence = sentences[i];
    std::erase_if(sentence,
                  [&](const std::string& word) { return counts[word] < rules.least_count; });
    if (sentence.size() < rules.least_words) continue;
    read.whole.push_back(whole[i]);
    auto& ids = read.sentences.emplace_back();
    for (const std::string& word : sentence) ids.push_back(read.words.add(word).id);
  }
  return read;
}

Company count_company(const CompanyText& text, int window, bool slots) {
  Company company;
  std::vector<std::pair<int, int>> met;
  for (const auto& ids : text.sentences) {
    const int n = static_cast<int>(ids.size());
    for (int i = 0; i < n; ++i) {
      for (int j = std::max(0, i - window); j <= std::min(n - 1, i + window); ++j) {
        if (i == j) continue;
        const std::string_view other =
            text.words[static_cast<std::size_t>(ids[static_cast<std::size_t>(j)])];
        const int context =
            company.contexts.add(slots ? slot(other, j - i) : std::string(other)).id;
        company.words.resize(company.contexts.size());
        company.words[static_cast<std::size_t>(context)] = other;
        met.emplace_back(ids[static_cast<std::size_t>(i)], context);
      }
    }
  }
  company.counts =
      Mat(static_cast<int>(text.words.size()), static_cast<int>(company.contexts.size()));
  for (const auto& [word, context] : met) company.counts(word, context) += 1;
  return company;
}

Mat count_in_sentences(const CompanyText& text) {
  Mat counts(static_cast<int>(text.words.size()), static_cast<int>(text.sentences.size()));
  for (int column = 0; column < counts.cols(); ++column) {
    for (const int word : text.sentences[static_cast<std::size_t>(column)])
      counts(word, column) += 1;
  }
  return counts;
}

std::vector<std::string> labels_of(const WordList& list) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < list.size(); ++i) all.emplace_back(list[i]);
  return all;
}

Part name_weighed(Part counts, bool logs) {
  const Part row_total = sum_cols(counts).as("row.total", "N_{i}");
  const Part column_total = sum_rows(counts).as("column.total", "N_{j}");
  const Part total = sum(counts).as("total", "N_{\\Sigma}");
  const Part expected = (1.0 / total.value()(0, 0) * (row_total * column_total))
                            .as("expected", "\\frac{N_i N_j}{N_{\\Sigma}}");
  return name_above_chance(counts, expected, logs);
}

Part name_above_chance(Part counts, Part expected, bool logs) {
  const auto as = [](Part x, const char* name, const char* symbol) { return x.as(name, symbol); };
  return logs ? ppmi(counts, expected, as) : lift(counts, expected, as);
}

}  // namespace glassformer
