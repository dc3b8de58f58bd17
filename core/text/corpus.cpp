#include "core/text/corpus.h"

#include "core/formats/assets.h"
#include "core/text/corpus/facts.h"
#include "core/text/corpus/questions.h"
#include "core/text/corpus/sentences.h"

namespace glassformer {

Corpus::Corpus() : Corpus(assets_folder() / "world" / "facts") {}

Corpus::Corpus(const std::filesystem::path& folder)
    : facts_(std::make_unique<corpus::Facts>(corpus::read_facts(folder))) {}

Corpus::~Corpus() = default;
Corpus::Corpus(Corpus&&) noexcept = default;
Corpus& Corpus::operator=(Corpus&&) noexcept = default;

void Corpus::write(int sentences, std::uint64_t seed,
                   const std::function<void(std::string_view)>& take) const {
  constexpr std::size_t piece = 64 * 1024;
  const corpus::SentenceMaker maker(*facts_);
  Rng rng(seed);
  std::string text;
  for (int i = 0; i < sentences; ++i) {
    maker.append(text, rng);
    text += '\n';
    if (text.size() >= piece) {
      take(text);
      text.clear();
    }
  }
  if (!text.empty()) take(text);
}

std::string Corpus::text(int sentences, std::uint64_t seed) const {
  std::string all;
  write(sentences, seed, [&](std::string_view piece) { all += piece; });
  return all;
}

std::string Corpus::questions() const {
  return corpus::questions_text(corpus::sections(*facts_));
}

std::map<std::string, Corpus::Pairs, std::less<>> Corpus::pairs() const {
  std::map<std::string, Pairs, std::less<>> found;
  for (corpus::Section& section : corpus::sections(*facts_)) {
    found.emplace(std::move(section.name), std::move(section.pairs));
  }
  return found;
}

std::string Corpus::group(std::string_view word) const {
  for (const corpus::FactTable& table : facts_->tables) {
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      if (table.columns[column] == "about" || table.columns[column] == "leans") continue;
      for (const auto& row : table.rows) {
        for (const std::string& text : row[column]) {
          if (text == word) return table.columns[column];
        }
      }
    }
  }
  return {};
}

}  // namespace glassformer
