#include "app/cli/train_tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/long_run.h"
#include "app/cli/memory_option.h"
#include "app/cli/output.h"
#include "app/cli/where_to_save.h"
#include "core/formats/file.h"
#include "core/formats/output_folder.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"
#include "core/text/long_text.h"
#include "core/text/nearest.h"
#include "core/text/number_of.h"
#include "core/text/tokenizers/train_tokenizer.h"

namespace glassformer {

namespace {

struct Arguments {
  std::string text, out, kind = "bpe";
  int size = 8000;
};

// Whoever opens the folder would not know which of two tokenizers is meant.
void refuse_another_kind(const Arguments& a) {
  const std::vector<std::string> own = tokenizer_files(piece_kind(a.kind));
  std::vector<std::string> others;
  for (const std::string& kind : piece_kind_names()) {
    for (const std::string& file : tokenizer_files(piece_kind(kind))) {
      std::error_code none;
      const bool known = std::ranges::count(own, file) + std::ranges::count(others, file) > 0;
      if (!known && std::filesystem::exists(std::filesystem::path(a.out) / file, none)) {
        others.push_back(file);
      }
    }
  }
  if (others.empty()) return;
  throw UserError(
      fmt::format("{}: {} there {} of a tokenizer of another kind, which would stay beside the new "
                  "one; name another folder with -o, or remove {}",
                  a.out, listed(others), others.size() == 1 ? "is" : "are",
                  others.size() == 1 ? "it" : "them"));
}

int run(const Arguments& a) {
  refuse_another_kind(a);
  const Interrupts interrupts;
  OutputFolder out(a.out);  // now, for it may be that nothing can be written there
  std::error_code none;
  if (const auto bytes = std::filesystem::file_size(a.text, none); !none) {
    check_memory(fmt::format("{}: learning pieces of a text of {}", a.text, readable_size(bytes)),
                 3.0 * static_cast<double>(bytes), "take a part of it");
  }
  const std::string text = read_text_file(a.text, std::size_t{1} << 32);
  if (interrupts.asked()) throw UserError("stopped before anything was learned");
  tell_replaced((std::filesystem::path(a.out) / "tokenizer.json").string(), "at its end");
  ProgressLine line;
  const auto begin = std::chrono::steady_clock::now();
  auto shown = begin;
  bool stopped = false;
  line.show(fmt::format("counting what is in {} …", a.text), false);
  const TrainedTokenizer made =
      train_tokenizer(text, piece_kind(a.kind), a.size, [&](std::size_t pieces) {
        const auto now = std::chrono::steady_clock::now();
        if (std::chrono::duration<double>(now - shown).count() > 0.2) {
          shown = now;
          line.show(fmt::format("{}, {} wanted", number_of(pieces, "piece"), a.size), false);
        }
        stopped = interrupts.asked();
        return !stopped;
      });
  for (const auto& [name, bytes] : made.files) {
    const std::filesystem::path written[] = {std::filesystem::path(a.out) / name};
    check_apart(a.text, written);
    out.add(name, bytes);
  }
  out.finish();
  if (stopped) std::fprintf(stderr, "\nstopped; what was learned so far is saved\n");
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::string names;
  for (const auto& [name, bytes] : made.files) names += (names.empty() ? "" : ", ") + name;
  print(fmt::format("{}: {}, after {}\n", a.out, number_of(made.pieces, "piece"),
                    time_text(seconds)));
  std::fprintf(stderr, "written: %s\n", names.c_str());
  if (made.pieces > static_cast<std::size_t>(a.size)) {
    std::fprintf(stderr,
                 "glassformer: more than --size %d: every character of the text needs a piece, so "
                 "that each word can be written\n",
                 a.size);
  }
  return 0;
}

}  // namespace

std::function<int()> declare_train_tokenizer(const CommandOptions& app) {
  auto a = std::make_shared<Arguments>();
  app.add_option("TEXT", a->text, "A UTF-8 text, plain or gzipped").type_name("").required();
  app.add_option(
         "--kind", a->kind,
         "What pieces are: words, characters, bpe (merged characters), bytes (merged bytes, "
         "as GPT-2), wordpiece (as BERT), unigram (as sentencepiece)")
      .one_of(piece_kind_names())
      .shows_default();
  app.add_option("--size", a->size, "Most pieces, special ones included")
      .range(1, 1'000'000)
      .shows_default();
  app.add_option("-o,--out", a->out,
                 "The folder to write into: tokenizer.json; of bytes vocab.json and merges.txt, of "
                 "wordpiece vocab.txt and tokenizer_config.json too")
      .type_name("FOLDER")
      .required();
  declare_memory(app);
  return [a] { return run(*a); };
}

}  // namespace glassformer
