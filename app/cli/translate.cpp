#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/memory_option.h"
#include "app/cli/model_argument.h"
#include "app/cli/output.h"
#include "core/decode/decode.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

using Object = nlohmann::ordered_json;

struct Arguments {
  std::vector<std::string> words;  // [MODEL] SENTENCE
  std::string prefix;
  DecodeOptions options;
  bool json = false;
};

std::vector<std::string> unknown_words(const Tokenizer& tokenizer, const std::string& sentence) {
  const std::vector<int> ids = tokenizer.encode(sentence);
  const std::vector<std::string> texts = tokenizer.split(sentence);
  std::vector<std::string> unknown;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == tokenizer.special().unknown) unknown.push_back(texts[i]);
  }
  return unknown;
}

Object piece_texts(const Tokenizer& tokenizer, const std::vector<int>& ids) {
  return piece_labels(tokenizer, ids);
}

// One line for each hypothesis that reached its end.
Object hypotheses(const Tokenizer& tokenizer, const BeamSearch& found) {
  Object list = Object::array();
  for (const int last : found.finished) {
    const auto node = [&](int i) { return found.nodes[static_cast<std::size_t>(i)]; };
    std::vector<int> pieces;
    const bool marked = node(last).piece == tokenizer.special().end;
    for (int i = marked ? node(last).parent : last; i >= 0; i = node(i).parent) {
      pieces.insert(pieces.begin(), node(i).piece);
    }
    list.push_back({{"translation", tokenizer.decode(pieces)},
                    {"log_probability", node(last).total},
                    {"score", node(last).score}});
  }
  return list;
}

Object steps(const Tokenizer& tokenizer, const Translation& made) {
  Object list = Object::array();
  for (std::size_t i = 0; i < made.top.size(); ++i) {
    Object likeliest = Object::array();
    for (const Choice& choice : made.top[i]) {
      likeliest.push_back({{"piece", tokenizer.pieces()[static_cast<std::size_t>(choice.piece)]},
                           {"probability", std::exp(choice.log_probability)}});
    }
    list.push_back(std::move(likeliest));
  }
  return list;
}

int run(const Arguments& arguments) {
  const bool named = arguments.words.size() == 2;
  const std::string model = named ? arguments.words.front() : "en-fr";
  const std::string& sentence = arguments.words.back();
  if (!named && (names_a_model_file(sentence) || is_shipped_model(sentence))) {
    throw UserError("'" + sentence +
                    "' names a model, but there is no sentence to translate; "
                    "write it after the model, in quotes");
  }
  const auto checkpoint = open_translator(model);
  const std::vector<int> source = source_ids(*checkpoint, sentence);
  DecodeOptions options = arguments.options;
  options.prefix = checkpoint->target().encode(arguments.prefix);
  for (const std::string& word : unknown_words(checkpoint->target(), arguments.prefix)) {
    throw UserError("--prefix: the model does not know '" + word + "'; use words it has seen");
  }
  const std::unique_ptr<Decoder> decoder = make_decoder(*checkpoint);
  BeamSearch found;
  Translation made;
  if (options.beam > 1) {
    found = beam_search(*decoder, source, options);
    made = found.translation;
  } else {
    made = greedy(*decoder, source, options);
  }
  const std::string text = checkpoint->target().decode(made.pieces);
  const std::vector<std::string> unknown = unknown_words(checkpoint->source(), sentence);
  if (arguments.json) {
    Object object{{"model", model},
                  {"source", piece_texts(checkpoint->source(), source)},
                  {"unknown", unknown},
                  {"translation", text},
                  {"pieces", piece_texts(checkpoint->target(), made.pieces)},
                  {"ended", made.ended},
                  {"log_probability", made.log_probability},
                  {"score", made.score}};
    if (options.beam > 1) object["hypotheses"] = hypotheses(checkpoint->target(), found);
    if (!made.top.empty()) object["steps"] = steps(checkpoint->target(), made);
    print(object.dump(2) + "\n");
    return 0;
  }
  print(text + "\n");
  if (text.empty() && made.ended) {
    std::fprintf(
        stderr,
        "glassformer: the translation is empty: the model ended it at once. It has learned "
        "from whole sentences; give it one\n");
  }
  for (const std::string& word : unknown) {
    std::fprintf(stderr, "glassformer: the model does not know '%s' and had to guess\n",
                 word.c_str());
  }
  if (!made.ended) {
    std::fprintf(stderr, "glassformer: the translation found no end and was cut\n");
  }
  return 0;
}

std::function<int()> declare(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("words", arguments->words,
                 "A model (a shipped one's name, or a file; en-fr if left out) and the sentence, "
                 "in quotes")
      .type_name("[MODEL] SENTENCE")
      .required()
      .expected(1, 2);
  app.add_option("--beam", arguments->options.beam,
                 "Hypotheses that beam search keeps; 1 takes the most probable word each time")
      .range(1, 1000)
      .shows_default();
  app.add_option("--alpha", arguments->options.alpha, "Length penalty of beam search; 0: none")
      .range(0.0, 10.0)
      .shows_default();
  app.add_option("--prefix", arguments->prefix, "How the translation must begin");
  app.add_option("--top", arguments->options.top,
                 "With --json and without a beam: N candidates of each step")
      .range(0, 1000)
      .shows_default();
  declare_memory(app);
  app.add_flag("--json", arguments->json, "Pieces, probabilities and hypotheses as JSON");
  return [arguments] {
    const bool lists = arguments->json && arguments->options.beam == 1;
    if (arguments->options.top > 0 && !lists) {
      std::fprintf(stderr,
                   "glassformer: --top does nothing here: it lists candidates with --json, and "
                   "without --beam\n");
    }
    return run(*arguments);
  };
}

const RegisterCommand registered{
    {.name = "translate",
     .summary = "Translate a sentence with a trained model",
     .examples = "  glassformer translate \"the old cat sees a red box\"\n"
                 "  glassformer translate en-de \"Yesterday, the man saw the dog.\" --beam 4\n"
                 "  glassformer translate my.safetensors \"the dog sleeps\" --json --top 5\n"
                 "  glassformer translate \"the man sleeps\" --prefix \"une femme\"",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
