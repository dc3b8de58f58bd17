#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/train_language.h"
#include "app/cli/train_seq2seq.h"
#include "app/cli/train_tokenizer.h"
#include "app/cli/train_translate.h"
#include "app/cli/train_vectors.h"

namespace glassformer {

namespace {

std::function<int()> declare(const CommandOptions& app) {
  const CommandOptions translate = app.add_subcommand(
      "translate",
      "Train a Transformer to translate, on the shipped world or on pairs of your own");
  const CommandOptions seq2seq = app.add_subcommand(
      "seq2seq",
      "Train a recurrent encoder-decoder, with attention or without, on one of several tasks");
  const CommandOptions language = app.add_subcommand(
      "language",
      "Train a language model to continue a text: a GPT, a Llama or a recurrent network");
  const CommandOptions vectors =
      app.add_subcommand("vectors", "Train word vectors on a text: words as points");
  const CommandOptions tokenizer = app.add_subcommand(
      "tokenizer", "Train a tokenizer on a text: the pieces that it is cut into");
  const std::function<int()> run_translate = declare_train_translate(translate);
  const std::function<int()> run_seq2seq = declare_train_seq2seq(seq2seq);
  const std::function<int()> run_language = declare_train_language(language);
  const std::function<int()> run_vectors = declare_train_vectors(vectors);
  const std::function<int()> run_tokenizer = declare_train_tokenizer(tokenizer);
  return [=] {
    if (tokenizer.parsed()) return run_tokenizer();
    if (vectors.parsed()) return run_vectors();
    if (language.parsed()) return run_language();
    return seq2seq.parsed() ? run_seq2seq() : run_translate();
  };
}

const RegisterCommand registered{
    {.name = "train",
     .summary = "Train a model on this machine",
     .examples = "  glassformer train translate -o my.safetensors --minutes 3\n"
                 "  glassformer train translate pairs.tsv -o my.safetensors --tokens bpe "
                 "--vocabulary 2000\n"
                 "  glassformer train translate -o my.safetensors --minutes 10 --resume\n"
                 "  glassformer train seq2seq --task dates -o dates.safetensors --steps 300\n"
                 "  glassformer train seq2seq --task joined --attention none -o none.safetensors\n"
                 "  glassformer train language text.txt -o lm.safetensors --model gru\n"
                 "  glassformer train tokenizer text.txt --kind unigram --size 8000 -o my-pieces\n"
                 "  glassformer train vectors text.txt -o words.bin --lower --signs drop",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
