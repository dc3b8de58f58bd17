#include "app/cli/eval_language.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/long_run.h"
#include "app/cli/model_argument.h"
#include "app/cli/output.h"
#include "core/decode/language_score.h"
#include "core/text/long_text.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

struct Arguments {
  std::string model, text;
  int from = 0, count = 0, stretch = 4096;
  bool json = false;
};

// Where a character begins, from a byte on; the end if there are not so many.
std::size_t skipped(const std::string& text, std::size_t byte, std::int64_t characters) {
  for (; byte < text.size(); ++byte) {
    const bool begins = (static_cast<unsigned char>(text[byte]) & 0xc0) != 0x80;
    if (begins && characters-- == 0) break;
  }
  return byte;
}

// Characters from, from + 1 … of the text.
std::string cut(const std::string& text, int from, int count) {
  const std::size_t begin = skipped(text, 0, from);
  return count == 0 ? text.substr(begin) : text.substr(begin, skipped(text, begin, count) - begin);
}

int run(const Arguments& a) {
  const CheckpointPtr model = open_model(a.model);
  const std::string text = cut(read_text_file(a.text), a.from, a.count);
  const std::vector<int> ids = encode_long(model->target(), text);
  const LanguageScore score = scored_aloud(*model, ids, a.text, a.stretch);
  const bool characters = model->target().kind().starts_with("character");
  if (a.json) {
    print(nlohmann::ordered_json{{"model", a.model},
                                 {"tokens", score.tokens},
                                 {"nats", score.nats},
                                 {"bits", score.bits()},
                                 {"perplexity", score.perplexity()}}
              .dump(2) +
          "\n");
    return 0;
  }
  print(fmt::format(
      "{} {} of {}\n"
      "nats a {:<13} {:.4f}  ({:.4f} bits)\n"
      "perplexity           {:.3f}\n",
      score.tokens, characters ? "characters" : "tokens", a.text,
      characters ? "character" : "token", score.nats, score.bits(), score.perplexity()));
  return 0;
}

}  // namespace

LanguageScore scored_aloud(const Checkpoint& model, std::span<const int> ids,
                           const std::string& named, int stretch) {
  constexpr std::size_t takes_seconds = 200'000;
  if (ids.size() < takes_seconds) return language_score(model, ids, stretch);
  ProgressLine line;
  std::fprintf(stderr, "scoring %s, %s …\n", named.c_str(), number_of(ids.size(), "token").c_str());
  return language_score(model, ids, stretch, [&](double share) {
    line.show(fmt::format("{:.0f} % scored", 100 * share), false);
  });
}

std::function<int()> declare_eval_language(const CommandOptions& app) {
  auto a = std::make_shared<Arguments>();
  app.add_option("model", a->model, "A language model: a file, or a shipped one's name")
      .type_name("MODEL")
      .required();
  app.add_option("text", a->text, "A UTF-8 text, plain or gzipped").type_name("TEXT").required();
  app.add_option("--from", a->from, "Skips this many characters at the beginning")
      .range(0, 1 << 30);
  app.add_option("--count", a->count, "Takes this many characters; 0: all").range(0, 1 << 30);
  app.add_option("--stretch", a->stretch,
                 "Tokens read in one go, each time starting from an empty state")
      .range(1, 1 << 20)
      .shows_default();
  app.add_flag("--json", a->json, "As JSON");
  return [a] { return run(*a); };
}

}  // namespace glassformer
