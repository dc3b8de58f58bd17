#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>

#include "app/cli/bench_answers.h"
#include "app/cli/bench_gpt.h"
#include "app/cli/bench_gpu.h"
#include "app/cli/bench_language.h"
#include "app/cli/bench_recurrent.h"
#include "app/cli/bench_tasks.h"
#include "app/cli/bench_transformer.h"
#include "app/cli/bench_vectors.h"
#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/frame_figure.h"
#include "app/cli/output.h"
#include "app/cli/picture_options.h"
#include "app/cli/random_task.h"
#include "app/cli/results.h"
#include "app/platform/heap.h"
#include "core/models/checkpoint.h"
#include "core/models/transformer.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;
constexpr double kStart = 500;  // ms

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// 12 layers of 12 heads on either side over 512 tokens: 432 maps. The weights are random (seed 1):
// what a frame costs does not depend on what they say.
Lesson many_heads() {
  constexpr int tokens = 511;  // and the end mark
  TransformerConfig config;
  config.d_model = config.d_ff = 48;
  config.heads = config.encoder_layers = config.decoder_layers = 12;
  config.max_len = 512;
  Lesson lesson = find_lesson("heads");
  lesson.inputs.resources.set(slots::model, random_checkpoint(config));
  std::string text;
  for (int i = 0; i < tokens; ++i) text += "word ";
  lesson.inputs.text = {text, "word word word"};
  return lesson;
}

// What a frame of a lesson costs once all its pictures are made: nothing changes but the pointer,
// or all of it is painted again, as when a step begins.
std::vector<FrameFigure> bench_frames(FrameTarget& target, const Lesson& lesson,
                                      const std::string& name, int runs) {
  App app(shipped_lessons(), {}, target);
  app.open(lesson);
  const auto painted_whole = [&](Input&, int) { target.forget(); };
  return {time_frames(app, target, "frame of " + name + ", pointer moving", runs, move_pointer),
          time_frames(app, target, "  painted whole", runs, painted_whole)};
}

// The program itself, from its start to a picture on disk.
FrameFigure bench_start(const std::string& out, int runs) {
  FrameFigure figure{"process start to first picture written", kStart, {}};
  const std::string self = "/proc/self/exe";
  for (int i = -1; i < runs; ++i) {
    std::vector<std::string> words{"glassformer", "show", "self-attention-by-hand", "-o", out};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const auto begin = Clock::now();
    pid_t child = 0;
    if (posix_spawn(&child, self.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) {
      throw UserError(
          "the program cannot start itself through /proc/self/exe, so its start was not measured");
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) throw UserError("glassformer show failed; see the message above");
    if (i >= 0) figure.ms.push_back(milliseconds_since(begin));
  }
  return figure;
}

std::string told(const std::vector<FrameFigure>& figures, bool json) {
  Results results({{"milliseconds", "name", -54},
                   {"min", "min_ms", 9},
                   {"median", "median_ms", 9},
                   {"max", "max_ms", 9},
                   {"of limit", "of_limit", 9}});
  for (const FrameFigure& f : figures) {
    results.add({f.name, f.at(0), f.at(0.5), f.at(1),
                 f.limit > 0 ? Results::Cell(f.at(0.5) / f.limit) : Results::Cell()});
  }
  return results.report(
      json, {},
      fmt::format(
          "limits: a frame {:.1f} ms (60 Hz), the start {:.0f} ms; a ratio under 1 is within",
          frame_limit, kStart));
}

struct Arguments {
  PictureOptions picture;
  int runs = 60;
  int words = 100'000;
  std::vector<std::string> parts{"edit", "decoder", "lessons", "heads", "map", "start"};
  bool json = false;
};

FrameFigure bench_start_of_process(int runs) {
  const auto out =
      std::filesystem::temp_directory_path() / fmt::format("glassformer-bench-{}.png", getpid());
  FrameFigure figure = bench_start(out.string(), std::min(runs, 10));
  std::error_code none;
  std::filesystem::remove(out, none);
  return figure;
}

int bench_ui(const Arguments& arguments) {
  share_heaps();  // as the window does
  const auto target = make_target(arguments.picture);
  const int runs = arguments.runs;
  std::vector<FrameFigure> figures;
  for (const std::string& part : arguments.parts) {
    std::vector<FrameFigure> made;
    if (part == "edit") made = bench_edit(*target, runs);
    if (part == "decoder") made = bench_decoder_edits(*target, runs);
    if (part == "lessons") {
      for (const char* lesson : {"self-attention-by-hand", "multi-head"}) {
        std::ranges::move(bench_frames(*target, find_lesson(lesson), lesson, runs),
                          std::back_inserter(made));
      }
    }
    if (part == "heads") {
      made = bench_frames(*target, many_heads(), "3 × 12 × 12 heads × 512 tokens", runs);
      give_memory_back();  // the next is large too
      std::ranges::move(bench_gpt_heads(*target, runs), std::back_inserter(made));
    }
    if (part == "map") made = bench_map(*target, arguments.words, runs);
    if (part == "start") made = {bench_start_of_process(runs)};
    std::move(made.begin(), made.end(), std::back_inserter(figures));
  }
  print(told(figures, arguments.json));
  return 0;
}

std::function<int()> declare(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  const CommandOptions ui =
      app.add_subcommand("ui", "Frames: edits of large models, the pointer, large maps, the start");
  const CommandOptions transformer = app.add_subcommand(
      "transformer", "The Transformer: training steps, a forward pass, matrix products");
  const std::function<int()> run_transformer = declare_bench_transformer(transformer);
  const CommandOptions recurrent = app.add_subcommand(
      "recurrent", "Recurrent layers: forward and training, also against another library in turn");
  const std::function<int()> run_recurrent = declare_bench_recurrent(recurrent);
  const CommandOptions tasks = app.add_subcommand(
      "tasks", "What recurrent networks learn in a given number of seconds, with three seeds");
  const std::function<int()> run_tasks = declare_bench_tasks(tasks);
  const CommandOptions answers = app.add_subcommand(
      "answers", "How long a small decoder takes to learn to sort and to add, with three seeds");
  const std::function<int()> run_answers = declare_bench_answers(answers);
  const CommandOptions language = app.add_subcommand(
      "language", "A word-level language model: how long it trains and how well it predicts");
  const std::function<int()> run_language = declare_bench_language(language);
  const CommandOptions gpt = app.add_subcommand(
      "gpt", "Decoder-only models of GPT-2's size: a training step, a pass, a decoded token");
  const std::function<int()> run_gpt = declare_bench_gpt(gpt);
  const CommandOptions vectors =
      app.add_subcommand("vectors", "Word vectors: trainings, also against other programs in turn");
  const std::function<int()> run_vectors = declare_bench_vectors(vectors);
  const CommandOptions gpu = app.add_subcommand(
      "gpu", "The graphics card: its limits, how close the ops come to them, and the processor");
  const std::function<int()> run_gpu = declare_bench_gpu(gpu);
  ui.add_option("--runs", arguments->runs, "Frames counted for each figure")
      .range(1, 100000)
      .shows_default();
  ui.add_option("--only", arguments->parts, "Only these: edit, decoder, lessons, heads, map, start")
      .one_of(arguments->parts)
      .type_name("PART");
  ui.add_option("--words", arguments->words, "Words of the map; t-SNE has half as many")
      .range(200, 1'000'000)
      .shows_default();
  ui.add_flag("--json", arguments->json, "As JSON");
  declare_picture(ui, arguments->picture);
  return [=] {
    if (recurrent.parsed()) return run_recurrent();
    if (tasks.parsed()) return run_tasks();
    if (answers.parsed()) return run_answers();
    if (language.parsed()) return run_language();
    if (gpt.parsed()) return run_gpt();
    if (vectors.parsed()) return run_vectors();
    if (gpu.parsed()) return run_gpu();
    return transformer.parsed() ? run_transformer() : bench_ui(*arguments);
  };
}

const RegisterCommand registered{
    {.name = "bench",
     .summary = "Measure this program on this machine",
     .examples = "  glassformer bench ui\n  glassformer bench ui --size 2560x1440 --json\n"
                 "  glassformer bench transformer --json\n  glassformer bench gpu --json\n"
                 "  glassformer bench language --text text.txt --peer ./rnnlm\n"
                 "  glassformer bench gpt --only token --json\n"
                 "  glassformer bench vectors --text text8 --peer word2vec=./word2vec",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
