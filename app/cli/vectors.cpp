#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/vectors_parts.h"

namespace glassformer {

namespace {

std::function<int()> declare(const CommandOptions& app) {
  using Declare = std::function<int()> (*)(const CommandOptions&);
  const std::pair<std::pair<const char*, const char*>, Declare> parts[] = {
      {{"info", "What a file of vectors holds"}, declare_vectors_info},
      {{"neighbours", "The words nearest to one"}, declare_vectors_neighbours},
      {{"analogy", "A is to B as C is to what?"}, declare_vectors_analogy},
      {{"arith", "Work out an expression of words, as king - man + woman"}, declare_vectors_arith},
      {{"why", "Why two words are near: the contexts and the sentences that they share"},
       declare_vectors_why},
      {{"groups", "What kind of thing each word is, from WordNet: a line for each group"},
       declare_vectors_groups},
      {{"convert", "Write vectors in another format"}, declare_vectors_convert},
      {{"project", "Points in the plane, or in space: principal components or t-SNE, as CSV"},
       declare_vectors_project}};
  std::vector<std::pair<CommandOptions, std::function<int()>>> declared;
  for (const auto& [texts, part] : parts) {
    const CommandOptions sub = app.add_subcommand(texts.first, texts.second);
    declared.emplace_back(sub, part(sub));
  }
  return [declared] {
    for (const auto& [sub, run] : declared) {
      if (sub.parsed()) return run();
    }
    return 1;
  };
}

const RegisterCommand registered{
    {.name = "vectors",
     .summary = "Ask word vectors: those that come with the program, or a file of your own",
     .examples = "  glassformer vectors neighbours france\n"
                 "  glassformer vectors neighbours GoogleNews.bin france --limit 200000\n"
                 "  glassformer vectors arith glove.6B.zip/glove.6B.50d.txt 'king - man + woman'\n"
                 "  glassformer vectors why beer wine\n"
                 "  glassformer vectors convert wiki.en.vec wiki.safetensors",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
