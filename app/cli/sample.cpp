#include "core/decode/sample.h"

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/model_argument.h"
#include "app/cli/output.h"
#include "app/cli/tokenizer_argument.h"
#include "app/cli/whole_number.h"
#include "core/tensor/error.h"

// A text as a language model would go on with it.
namespace glassformer {

namespace {

struct Arguments {
  std::string model, prompt = "\n";
  SampleOptions options;
  bool json = false, plain = false;
};

std::vector<int> prompt_ids(const Checkpoint& checkpoint, const std::string& prompt, bool plain) {
  const Tokenizer& tokenizer = checkpoint.target();
  std::vector<int> ids = tokenizer.encode(prompt);
  if (tell_special(tokenizer, prompt, plain) && !plain) {
    return tokenizer.encode_whole(prompt, SpelledOut::one_piece);
  }
  const std::vector<std::string> texts = tokenizer.split(prompt);
  for (std::size_t i = 0; i < ids.size() && i < texts.size(); ++i) {
    if (ids[i] != tokenizer.special().unknown) continue;
    throw UserError(
        texts[i] == "\n"
            ? "the model has never seen the end of a line, so a text cannot begin with it; give "
              "one with --prompt"
            : "--prompt: the model does not know '" + texts[i] + "'; use what it has seen");
  }
  return ids;
}

int run(const Arguments& arguments) {
  const CheckpointPtr model = open_model(arguments.model);
  std::vector<int> ids = prompt_ids(*model, arguments.prompt, arguments.plain);
  const std::unique_ptr<Decoder> decoder = make_decoder(*model);
  const Sample made = sample(*decoder, ids, arguments.options);
  const std::string continuation = model->target().decode(made.pieces);
  if (arguments.json) {
    print(nlohmann::ordered_json{{"model", arguments.model},
                                 {"prompt", arguments.prompt},
                                 {"continuation", continuation},
                                 {"pieces", made.pieces.size()},
                                 {"ended", made.ended},
                                 {"log_probability", made.log_probability},
                                 {"temperature", arguments.options.temperature},
                                 {"seed", arguments.options.seed}}
              .dump(2) +
          "\n");
    return 0;
  }
  ids.insert(ids.end(), made.pieces.begin(), made.pieces.end());
  print(model->target().decode(ids) + "\n");
  return 0;
}

std::function<int()> declare(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  SampleOptions& options = arguments->options;
  app.add_option("model", arguments->model, "A language model: a file, or a shipped one's name")
      .type_name("MODEL")
      .required();
  app.add_option("--prompt", arguments->prompt,
                 "How the text begins; if left out, with the end of a line");
  app.add_option("--length", options.length, "Most pieces to draw")
      .range(1, 1'000'000)
      .shows_default();
  app.add_option(
         "--temperature", options.temperature,
         "Below 1, likely pieces become likelier; 0 takes the most probable piece each time")
      .range(0.0, 100.0)
      .shows_default();
  app.add_option("--seed", options.seed, "Another seed, another text")
      .check(whole_number)
      .shows_default();
  app.add_flag(
      "--plain", arguments->plain,
      "Read special tokens in the prompt, as <|endoftext|>, as text; without it each is one "
      "piece");
  app.add_flag("--json", arguments->json, "The text and its probability as JSON");
  return [arguments] { return run(*arguments); };
}

const RegisterCommand registered{
    {.name = "sample",
     .summary = "Continue a text with a language model, drawing one piece at a time",
     .examples = "  glassformer sample my.safetensors --prompt \"ROMEO:\" --length 200\n"
                 "  glassformer sample my.safetensors --temperature 0.7 --seed 3",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
