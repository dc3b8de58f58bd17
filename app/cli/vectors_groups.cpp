#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/vectors_argument.h"
#include "app/cli/vectors_parts.h"
#include "core/embed/corpus/wordnet.h"
#include "core/embed/corpus/wordnet_groups.h"
#include "core/embed/files/group_file.h"

namespace glassformer {

namespace {

struct Arguments {
  VectorsArgument vectors;
  std::string folder = usual_wordnet_folder().string();
  bool json = false;
};

int run(const Arguments& arguments) {
  const WordVectorsPtr v = open_vectors(arguments.vectors);
  std::vector<std::string> tied;
  const std::vector<std::string> groups = wordnet_groups(arguments.folder, v->words, &tied);
  if (!arguments.json) {
    print(
        "# What kind of thing each word is: the lexicographers' files of WordNet 3, by the sense "
        "that is tagged most\n" +
        (tied.empty() ? std::string()
                      : fmt::format("# Undecided, in the first of the groups that have as many of "
                                    "their senses: {}\n",
                                    fmt::join(tied, " "))) +
        group_text(v->words, groups));
    return 0;
  }
  nlohmann::json object = nlohmann::json::object();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!groups[i].empty()) object[groups[i]].push_back(v->words[i]);
  }
  print(object.dump() + "\n");
  return 0;
}

}  // namespace

std::function<int()> declare_vectors_groups(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("file", arguments->vectors.file, "If left out, the shipped vectors")
      .check(file_name);
  arguments->vectors.usual_real = true;
  add_vector_file_options(app, arguments->vectors);
  app.add_option("--wordnet", arguments->folder, "The folder of WordNet 3 (Debian's wordnet-base)")
      .check(file_name)
      .shows_default();
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] { return run(*arguments); };
}

}  // namespace glassformer
