#include "core/decode/sample.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "app/cli/backend_option.h"
#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/long_run.h"
#include "app/cli/memory_option.h"
#include "app/cli/model_argument.h"
#include "app/cli/output.h"
#include "app/cli/tokenizer_argument.h"
#include "app/cli/whole_number.h"
#include "app/cli/width_option.h"
#include "core/formats/mapped_file.h"
#include "core/tensor/error.h"

// A text as a language model would go on with it.
namespace glassformer {

namespace {

struct Arguments {
  std::string model, prompt, width = "f32", backend = "cpu";
  bool begun = false;  // by the prompt; else the text begins by itself
  SampleOptions options;
  bool json = false, plain = false;
};

// Prints a text as it grows: what the pieces so far read as, as far as that is whole characters.
class Stream {
 public:
  // `given`: the prompt is the user's, and printed.
  Stream(const Tokenizer& tokenizer, std::vector<int> prompt, bool given)
      : tokenizer_(tokenizer), ids_(std::move(prompt)), begins_(!given) {
    if (given) {
      show(false);
    } else {
      shown_ = tokenizer_.decode(ids_).size();
    }
  }
  void take(int piece) {
    ids_.push_back(piece);
    show(false);
  }
  void end() { show(true); }

 private:
  void show(bool all) {
    const std::string text = tokenizer_.decode(ids_);
    std::size_t whole = text.size();
    if (!all) {
      // Half a character reads as U+FFFD until its other bytes are there.
      constexpr std::string_view unfinished = "\uFFFD";
      while (text.substr(0, whole).ends_with(unfinished)) whole -= unfinished.size();
    }
    while (begins_ && shown_ < whole && text[shown_] == ' ') ++shown_;  // between it and a mark
    if (whole <= shown_) return;
    begins_ = false;
    print(std::string_view(text).substr(shown_, whole - shown_));
    shown_ = whole;
  }

  const Tokenizer& tokenizer_;
  std::vector<int> ids_;
  bool begins_;            // nothing is printed yet, and no prompt will be
  std::size_t shown_ = 0;  // bytes
};

// How a text begins of which nothing is given: with the mark that texts begin with, or else with
// the end of a line, or of a sentence.
std::vector<int> beginning(const Checkpoint& checkpoint) {
  const Tokenizer& tokenizer = checkpoint.target();
  if (std::vector<int> before = tokenizer.frame().before; !before.empty()) return before;
  const int unknown = tokenizer.special().unknown;
  for (const char* const mark : {"\n", "."}) {
    const std::vector<int> ids = tokenizer.encode(mark);
    if (!ids.empty() && std::ranges::find(ids, unknown) == ids.end()) return ids;
  }
  throw UserError(
      "the model knows neither the end of a line nor that of a sentence, so no text begins by "
      "itself; give the beginning of one with --prompt");
}

std::vector<int> prompt_ids(const Checkpoint& checkpoint, const std::string& prompt, bool plain) {
  const Tokenizer& tokenizer = checkpoint.target();
  std::vector<int> ids = tokenizer.encode(prompt);
  if (tell_special(tokenizer, prompt, plain) && !plain) {
    return tokenizer.encode_whole(prompt, SpelledOut::one_piece);
  }
  const std::vector<std::string> texts = tokenizer.split(prompt);
  for (std::size_t i = 0; i < ids.size() && i < texts.size(); ++i) {
    if (ids[i] != tokenizer.special().unknown) continue;
    throw UserError("--prompt: the model does not know '" + texts[i] + "'; use what it has seen");
  }
  return ids;
}

int run(const Arguments& arguments) {
  const CheckpointPtr model = open_model(arguments.model);
  const Tokenizer& tokenizer = model->target();
  const std::vector<int> ids =
      arguments.begun ? prompt_ids(*model, arguments.prompt, arguments.plain) : beginning(*model);
  const OnBackend on(chosen_backend(arguments.backend));
  const std::unique_ptr<Decoder> decoder = make_decoder(*model, width_of(arguments.width));
  const Interrupts interrupts;
  SampleOptions options = arguments.options;
  std::optional<Stream> stream;
  options.on_piece = [&](int piece) {
    if (stream) stream->take(piece);
    return !interrupts.asked();
  };
  check_sampling(*decoder, ids, options);  // before anything is printed
  if (!arguments.json) stream.emplace(tokenizer, ids, arguments.begun);
  const Sample made = sample(*decoder, ids, options);
  check_mapped_files();
  if (stream) {
    stream->end();
    print("\n");
  }
  tell_failure(decoder->device_failure());
  if (stream) return 0;
  print(
      nlohmann::ordered_json{{"model", arguments.model},
                             {"prompt", arguments.begun ? arguments.prompt : tokenizer.decode(ids)},
                             {"continuation", tokenizer.decode(made.pieces)},
                             {"ids", made.pieces},
                             {"pieces", made.pieces.size()},
                             {"ended", made.ended},
                             {"log_probability", made.log_probability},
                             {"temperature", options.temperature},
                             {"seed", options.seed},
                             {"width", arguments.width}}
          .dump(2) +
      "\n");
  return 0;
}

std::function<int()> declare(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  SampleOptions& options = arguments->options;
  app.add_option("model", arguments->model, "A language model: a file, or a shipped one's name")
      .type_name("MODEL")
      .required();
  app.add_option("--prompt", arguments->prompt,
                 "How the text begins; if left out, it begins by itself, after the end of a line "
                 "or of a sentence");
  app.add_option("--length", options.length, "Most pieces to draw")
      .range(1, 1'000'000)
      .shows_default();
  app.add_option(
         "--temperature", options.temperature,
         "Below 1, likely pieces become likelier; 0 takes the most probable piece each time")
      .range(0.0, 100.0)
      .shows_default();
  app.add_option("--top-k", options.top_k, "Draws from the K most probable pieces; 0: from all")
      .range(0, 1 << 30)
      .shows_default();
  app.add_option("--top-p", options.top_p,
                 "Draws from the fewest pieces that together have this probability")
      .range(1e-9, 1.0)
      .shows_default();
  app.add_option("--min-p", options.min_p,
                 "Draws from pieces with this share of the most probable one's probability")
      .range(0.0, 1.0)
      .shows_default();
  app.add_option("--repetition-penalty", options.repetition_penalty,
                 "Above 1, pieces that the text has already become less likely")
      .range(0.01, 100.0)
      .shows_default();
  declare_width(
      app, arguments->width,
      "Weights in 32 or 16 bits, or in 8 with a number for each row; what that costs says "
      "eval language --width");
  declare_backend(app, arguments->backend);
  declare_memory(app);
  app.add_option("--seed", options.seed, "Another seed, another text")
      .check(whole_number)
      .shows_default();
  app.add_flag(
      "--plain", arguments->plain,
      "Read special tokens in the prompt, as <|endoftext|>, as text; without it each is one "
      "piece");
  app.add_flag("--json", arguments->json, "The text and its probability as JSON");
  const CommandOptions declared = app;
  return [arguments, declared] {
    arguments->begun = declared.count("--prompt") > 0;
    return run(*arguments);
  };
}

const RegisterCommand registered{
    {.name = "sample",
     .summary = "Continue a text with a language model, drawing one piece at a time",
     .examples = "  glassformer sample my.safetensors --prompt \"ROMEO:\" --length 200\n"
                 "  glassformer sample my.safetensors --temperature 0.7 --seed 3",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
