#include "app/cli/eval_language.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "app/cli/backend_option.h"
#include "app/cli/long_run.h"
#include "app/cli/memory_option.h"
#include "app/cli/model_argument.h"
#include "app/cli/output.h"
#include "app/cli/width_option.h"
#include "core/decode/language_score.h"
#include "core/formats/mapped_file.h"
#include "core/tensor/error.h"
#include "core/text/long_text.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

struct Arguments {
  std::string model, text, width = "f32", backend = "cpu";
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
std::string cut(const std::string& text, const Arguments& a) {
  const int from = a.from, count = a.count;
  const std::size_t begin = skipped(text, 0, from);
  if (from > 0 && begin == text.size()) {
    throw UserError(
        fmt::format("{}: --from {} is beyond its end; skip fewer characters, or name a "
                    "longer text",
                    a.text, from));
  }
  return count == 0 ? text.substr(begin) : text.substr(begin, skipped(text, begin, count) - begin);
}

// With the weights as they are while it decodes.
LanguageScore scored_as_held(const Checkpoint& model, std::span<const int> ids,
                             const Arguments& a) {
  const NextTokenNetwork& network = next_token_network(model);
  if (!network.decodes_by_rows()) {
    throw UserError(fmt::format("a network of the architecture \"{}\" decodes in f32 alone",
                                network.architecture()));
  }
  Checkpoint rounded;
  rounded.network = model.network;
  rounded.tokenizers = model.tokenizers;
  rounded.params = as_decoded(network.parameters(), model.params, width_of(a.width));
  return scored_aloud(rounded, ids, a.text, a.stretch);
}

int run(const Arguments& a) {
  const CheckpointPtr model = open_model(a.model);
  const std::string text = cut(read_text_file(a.text), a);
  const std::vector<int> ids = encode_long(model->target(), text);
  const OnBackend on(chosen_backend(a.backend));
  const LanguageScore score = scored_aloud(*model, ids, a.text, a.stretch);
  tell_failure(score.device_failure);
  std::optional<LanguageScore> held;
  if (a.width != "f32") held = scored_as_held(*model, ids, a);
  check_mapped_files();
  const bool characters = model->target().kind().starts_with("character");
  // Of the tokens that are predicted: all but the first.
  const std::int64_t unknown =
      std::ranges::count(ids.begin() + 1, ids.end(), model->target().special().unknown);
  if (a.json) {
    nlohmann::ordered_json json{{"model", a.model},     {"tokens", score.tokens},
                                {"unknown", unknown},   {"nats", score.nats},
                                {"bits", score.bits()}, {"perplexity", score.perplexity()}};
    if (held) {
      json["width"] = a.width;
      json["nats_in_width"] = held->nats;
      json["perplexity_in_width"] = held->perplexity();
      json["perplexity_ratio"] = held->perplexity() / score.perplexity();
    }
    print(json.dump(2) + "\n");
    return 0;
  }
  print(fmt::format(
      "{} of {}{}\n"
      "nats a {:<13} {:.4f}  ({:.4f} bits)\n"
      "perplexity           {:.3f}\n",
      number_of(score.tokens, characters ? "character" : "token"), a.text,
      unknown == 0
          ? ""
          : fmt::format("; the model does not know {} of them, {:.1f} %, and reads each "
                        "as {}",
                        unknown,
                        100 * static_cast<double>(unknown) / static_cast<double>(score.tokens),
                        model->target()
                            .pieces()[static_cast<std::size_t>(model->target().special().unknown)]),
      characters ? "character" : "token", score.nats, score.bits(), score.perplexity()));
  if (held) {
    print(fmt::format("with weights in {:<4}: {:.4f} nats, perplexity {:.3f}, {:+.3f} %\n", a.width,
                      held->nats, held->perplexity(),
                      100 * (held->perplexity() / score.perplexity() - 1)));
  }
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
  declare_width(app, a->width,
                "Scores it once more with its weights rounded as they are while it decodes, and "
                "says what that costs");
  declare_backend(app, a->backend);
  declare_memory(app);
  app.add_flag("--json", a->json, "As JSON");
  return [a] { return run(*a); };
}

}  // namespace glassformer
