#include <CLI/CLI.hpp>

#include "app/cli/command.h"
#include "app/cli/train_translate.h"

namespace glassformer {

namespace {

std::function<int()> declare(CLI::App& app) {
  CLI::App* translate = app.add_subcommand(
      "translate",
      "Train a Transformer to translate, on the shipped world or on pairs of your own");
  app.require_subcommand(1);
  return declare_train_translate(*translate);
}

const RegisterCommand registered{
    {.name = "train",
     .summary = "Train a model on this machine",
     .examples = "  glassformer train translate -o my.safetensors --minutes 3\n"
                 "  glassformer train translate pairs.tsv -o my.safetensors --tokens bpe "
                 "--vocabulary 2000\n"
                 "  glassformer train translate -o my.safetensors --minutes 10 --resume",
     .declare = declare}};

}  // namespace

}  // namespace glassformer
