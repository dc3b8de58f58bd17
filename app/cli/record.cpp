#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/output.h"
#include "app/cli/train_model.h"
#include "app/cli/where_to_save.h"
#include "app/jobs/race.h"
#include "app/jobs/recording.h"
#include "core/formats/assets.h"
#include "core/formats/safetensors.h"
#include "core/lesson/lesson.h"
#include "core/models/checkpoint.h"
#include "core/tensor/error.h"
#include "core/train/answer_recording.h"
#include "core/train/assistant_recording.h"
#include "core/train/block_trials.h"
#include "core/train/pretraining_recording.h"

namespace glassformer {

namespace {

constexpr std::size_t kWords = 180;      // × 50 numbers × 12 moments × 2 bytes: 216 KB
constexpr std::size_t kRealWords = 146;  // × 100 numbers × 10 moments × 2 bytes: 292 KB

struct Arguments {
  std::string what;
  std::string out;
  std::string tokens;    // of a pre-training
  PretrainingPlan plan;  // likewise
};

void tell(double share) {
  static int last = -1;
  const int percent = static_cast<int>(100 * share);
  if (percent == last) return;
  last = percent;
  std::fprintf(stderr, "\r%d %%", percent);
}

// The counts into the file, and the models that were counted: where they ship, or beside it.
void record_all_of_assistant(const std::filesystem::path& file, bool shipped) {
  AssistantModels models;
  write_assistant(file, record_assistant({}, models, tell));
  const std::array<const Checkpoint*, 3> all{&models.read, &models.tuned, &models.preferred};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::filesystem::path folder = shipped ? assets_folder() / "weights" : file.parent_path();
    write_safetensors(folder / (std::string(assistant_files[i]) + ".safetensors"),
                      tensor_refs(*all[i]), Stored::f16);
  }
}

// On a text of one's own, where one is given.
Pretraining pretraining_of(const Arguments& arguments) {
  PretrainingPlan plan = arguments.plan;
  plan.tokens = tokenizer_kind(arguments.tokens);
  check(plan);
  return record_pretraining(plan, tell);
}

int record(const Arguments& arguments) {
  if (arguments.what == "pre-training" && !arguments.plan.file.empty() && arguments.out.empty()) {
    throw UserError(
        "--text: name the file to write with -o; without it, the one that ships would "
        "be replaced");
  }
  const std::filesystem::path file =
      arguments.out.empty() ? recording_file(arguments.what) : std::filesystem::path(arguments.out);
  check_writable(file.string());
  const auto race = [&](RaceKind kind, const std::vector<double>& moments) {
    write_race(file, race_command(kind), record_race(kind, moments, tell));
  };
  if (arguments.what == "training") {
    const Lesson lesson = find_lesson("training");
    write_recording(file,
                    record_training({0, 20, 50, 100, 150, 200, 300, 400, 600, 900, 1300, 2000},
                                    lesson.inputs, tell));
  } else if (arguments.what == "bottleneck") {
    race(RaceKind::bottleneck, {1, 2, 3, 4, 6, 8, 11, 15, 20, 26, 33, 40});
  } else if (arguments.what == "hard-attention") {
    race(RaceKind::hard, {0, 10, 20, 30, 40, 50, 60, 80, 100, 130, 160, 200});
  } else if (arguments.what == "true-alignments") {
    race(RaceKind::taught, {0, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600});
  } else if (arguments.what == "how-much-data") {
    race(RaceKind::how_much_data, {25, 50, 75, 100, 150, 200, 250, 300, 375, 450, 525, 600});
  } else if (arguments.what == "sums") {
    write_sums(file, record_sums(tell));
  } else if (arguments.what == "since-2017") {
    write_trials(file, "glassformer record since-2017", try_blocks({}, tell));
  } else if (arguments.what == "pre-training") {
    write_pretraining(file, pretraining_of(arguments));
  } else if (arguments.what == "assistant") {
    record_all_of_assistant(file, arguments.out.empty());
  } else if (arguments.what == "word-training-real") {
    write_recording(file, record_vectors(WordTrainingPlan::Source::wordnet,
                                         {0, 0.02, 0.04, 0.07, 0.11, 0.17, 0.27, 0.42, 0.65, 1},
                                         kRealWords, tell));
  } else {
    write_recording(file,
                    record_vectors(WordTrainingPlan::Source::world,
                                   {0, 0.01, 0.02, 0.04, 0.07, 0.11, 0.16, 0.25, 0.4, 0.6, 0.8, 1},
                                   kWords, tell));
  }
  std::fprintf(stderr, "\n");
  print(fmt::format("{}: {} bytes\n", file.string(), std::filesystem::file_size(file)));
  return 0;
}

std::function<int()> declare(const CommandOptions& app) {
  const auto arguments = std::make_shared<Arguments>();
  app.add_option(
         "what", arguments->what,
         "training: of a translator; bottleneck: of encoder-decoders with and without "
         "attention; hard-attention: of soft and hard ones; true-alignments: with and "
         "without them in the loss; how-much-data: of a recurrent network and a Transformer "
         "on 300 to 29,000 pairs; sums: of a decoder that adds, written backwards and forwards; "
         "since-2017: of language models whose blocks differ by one change each; pre-training: of "
         "a small GPT on sentences of the small world; assistant: of a language model that reads "
         "facts, is tuned on questions and then on preferences, with the three models; "
         "word-training: of word vectors on the small world; word-training-real: on WordNet's "
         "text, "
         "which must be installed")
      .required()
      .one_of({"training", "bottleneck", "hard-attention", "true-alignments", "how-much-data",
               "sums", "since-2017", "pre-training", "assistant", "word-training",
               "word-training-real"})
      .type_name("WHAT");
  app.add_option("-o,--out", arguments->out,
                 "File to write; without it, the file that ships with the lesson")
      .type_name("OUT");
  PretrainingPlan& plan = arguments->plan;
  arguments->tokens = "word";
  app.add_option("--text", plan.file,
                 "Of pre-training: a text of your own, plain or gzipped, in place of the small "
                 "world; what is written opens in the window, and plays in *Pre-train it*")
      .type_name("FILE");
  app.add_option("--tokens", arguments->tokens, "Of pre-training: what a token is")
      .one_of({"word", "character", "bpe"})
      .shows_default();
  app.add_flag("--llama", plan.llama, "Of pre-training: a Llama in place of a GPT");
  app.add_option("--layers", plan.layers, "Of pre-training: layers").range(1, 8).shows_default();
  app.add_option("--heads", plan.heads, "Of pre-training: heads of each attention")
      .range(1, 16)
      .shows_default();
  app.add_option("--width", plan.width, "Of pre-training: numbers that stand for one token")
      .range(4, 256)
      .shows_default();
  app.add_option("--steps", plan.steps, "Of pre-training: steps")
      .range(10, 100'000)
      .shows_default();
  const CommandOptions declared = app;
  return [arguments, declared] {
    for (const char* const option :
         {"--text", "--tokens", "--llama", "--layers", "--heads", "--width", "--steps"}) {
      if (arguments->what == "pre-training" || declared.count(option) == 0) continue;
      throw UserError(fmt::format("{} is for pre-training; leave it out", option));
    }
    return record(*arguments);
  };
}

const RegisterCommand registered{
    {.name = "record",
     .summary = "Make the recorded trainings that lessons show before anyone presses Train",
     .examples =
         "  glassformer record word-training\n"
         "  glassformer record training -o /tmp/training.safetensors\n"
         "  glassformer record pre-training --text mine.txt --steps 500 -o mine.safetensors",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
