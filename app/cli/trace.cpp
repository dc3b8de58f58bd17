#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "app/cli/backend_option.h"
#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/lesson_arguments.h"
#include "app/cli/output.h"
#include "app/cli/where_to_save.h"
#include "app/session/trace_text.h"
#include "app/shell/review_lesson.h"
#include "core/formats/file.h"
#include "core/formats/npy.h"
#include "core/formats/safetensors.h"
#include "core/scenes/transformer/write_attention.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"

namespace glassformer {

namespace {

struct Arguments {
  LessonArguments lesson;
  std::string path;
  std::string grad;  // PATH or PATH=ROW,COL
  std::string format = "json";
  std::string out;  // empty: standard output
  std::string backend = "cpu";
  bool check = false;
};

// d(cell) / d(everything before it), or of the sum of the matrix.
void run_backward(Tape& tape, const std::string& of) {
  const auto at = of.find('=');
  const Var var = find_path(tape, of.substr(0, at));
  if (at == of.npos) {
    tape.backward(var);
    return;
  }
  const std::string argument = "--grad " + of;
  const auto parts =
      split(of.substr(at + 1), 2, argument, "PATH or PATH=ROW,COL, for example output=0,1");
  tape.backward(var, parse_index(parts[0], argument), parse_index(parts[1], argument));
}

std::vector<Var> wanted(const Tape& tape, const std::string& path) {
  if (!path.empty()) return {find_path(tape, path)};
  std::vector<Var> nodes;
  for (const std::string& name : tape.paths()) nodes.push_back(tape.find(name));
  return nodes;
}

std::string trace_bytes(const Arguments& arguments, const std::string& id, const Run& run,
                        const Tape& tape) {
  if (arguments.format == "attentions")
    return safetensors_bytes(attention_tensors(attention_of(run)));
  const std::vector<Var> nodes = wanted(tape, arguments.path);
  const bool with_grad = !arguments.grad.empty();
  if (arguments.format == "json") return trace_json(id, tape, nodes, with_grad);
  const Node& node = tape.node(nodes.front());
  Mat values = with_grad ? tape.grad(nodes.front()) : tape.value(nodes.front());
  if (values.empty()) values.reset(tape.shape(nodes.front()));  // no gradient came here
  return arguments.format == "csv" ? trace_csv(node, values) : npy_bytes(values);
}

std::string names_matrix(const std::string& text) {
  return text.empty() ? "names no matrix; give PATH or PATH=ROW,COL, for example output=0,1" : "";
}

// A file whose ending tells of another format is most likely another file than was meant.
void check_ending(const Arguments& arguments) {
  constexpr std::pair<std::string_view, std::string_view> endings[] = {
      {"json", ".json"}, {"csv", ".csv"}, {"npy", ".npy"}, {"attentions", ".safetensors"}};
  const std::string ending = std::filesystem::path(arguments.out).extension().string();
  std::string_view own;
  bool of_another = false;
  for (const auto& [format, its] : endings) {
    if (format == arguments.format) own = its;
    of_another = of_another || (format != arguments.format && its == ending);
  }
  if (!of_another) return;
  throw UserError(
      fmt::format("{}: the format {} does not go into a file that ends in {}; name one "
                  "that ends in {}, or give another --format",
                  arguments.out, arguments.format, ending, own));
}

void check_arguments(const Arguments& arguments) {
  check_ending(arguments);
  if (arguments.format == "json") return;
  const bool attentions = arguments.format == "attentions";
  if (attentions && !(arguments.path.empty() && arguments.grad.empty())) {
    throw UserError(
        "--format attentions holds all heads, and no gradients: leave out --path and "
        "--grad");
  }
  if (arguments.path.empty() && !attentions) {
    throw UserError("--format " + arguments.format +
                    " holds one matrix: name it with --path, for example --path weights");
  }
  if (arguments.format != "csv" && arguments.out.empty() && ::isatty(STDOUT_FILENO)) {
    throw UserError("--format " + arguments.format +
                    " is binary, and this is a terminal: name a file with -o");
  }
}

std::string all_hold(std::size_t claims) {
  if (claims == 0) return "it runs; it has no expectations that could be checked";
  if (claims == 1) return "its one expectation holds";
  return fmt::format("all of its {} expectations hold", claims);
}

// Says on standard error what of the lesson does not hold in this run.
bool holds(const Lesson& lesson, const std::string& id_or_file) {
  std::vector<std::string> sentences = check_lesson(lesson);
  const std::vector<std::string> hidden = cannot_be_shown(lesson);
  sentences.insert(sentences.end(), hidden.begin(), hidden.end());
  for (const std::string& sentence : sentences) {
    std::fprintf(stderr, "glassformer: %s\n", about(id_or_file, lesson, sentence).c_str());
  }
  std::size_t claims = lesson.expect.size() + lesson.claims.size();
  for (const Step& step : lesson.steps) claims += step.expect.size() + step.claims.size();
  if (sentences.empty()) {
    std::fprintf(stderr, "glassformer: %s: %s\n", lesson.id.c_str(), all_hold(claims).c_str());
  }
  return sentences.empty();
}

// All matrices as text are larger than the matrices, and both are held.
void check_text_size(const Arguments& arguments, const Tape& tape) {
  if (!arguments.path.empty() || arguments.format == "attentions") return;
  // Of a number as text with its comma, in a string that grows by doubling.
  constexpr double characters = 26;
  double cells = 0;
  for (const std::string& path : tape.paths()) {
    cells += static_cast<double>(tape.shape(tape.find(path)).cells());
  }
  check_memory(fmt::format("the trace of {:.1f} million numbers", cells / 1e6),
               cells * (characters * (arguments.grad.empty() ? 1 : 2) + sizeof(Real)),
               "ask for one matrix with --path");
}

int trace(const Arguments& arguments) {
  check_arguments(arguments);
  const std::filesystem::path written[] = {arguments.out};
  const LessonArguments& asked = arguments.lesson;
  check_apart(asked.lesson, written);
  for (const auto* files : {&asked.models, &asked.vectors, &asked.attentions}) {
    for (const std::string& file : *files) check_apart(file, written);
  }
  LaterOutput out(arguments.out);
  const Lesson lesson = open_lesson(arguments.lesson);
  const OnBackend on(chosen_backend(arguments.backend));
  const RunPtr made = run_lesson(lesson, arguments.lesson);
  tell_failure(*made);
  tell_other_than_asked(lesson, arguments.lesson, inputs_of(lesson, arguments.lesson), *made);
  check_text_size(arguments, made->tape);
  std::string bytes;
  if (arguments.grad.empty()) {
    bytes = trace_bytes(arguments, lesson.id, *made, made->tape);
  } else {
    Tape tape = made->tape;  // the run is immutable; gradients go into a copy
    run_backward(tape, arguments.grad);
    bytes = trace_bytes(arguments, lesson.id, *made, tape);
  }
  if (arguments.out.empty()) {
    print(bytes);
  } else {
    out.write(bytes);
  }
  return !arguments.check || holds(lesson, arguments.lesson.lesson) ? 0 : 1;
}

std::function<int()> declare(const CommandOptions& app) {
  const auto arguments = std::make_shared<Arguments>();
  declare_lesson(app, arguments->lesson);
  app.add_option("--step", arguments->lesson.step,
                 "The lesson in the state of this step, from 1; 0: as it begins")
      .shows_default();
  declare_backend(app, arguments->backend);
  app.add_option("--path", arguments->path, "Only this matrix, by its path, for example weights")
      .type_name("NAME");
  app.add_option("--format", arguments->format,
                 "json; csv or npy, which hold one matrix (--path); or attentions: all heads of "
                 "self-attention as .safetensors, which the lesson attention-file opens")
      .type_name("F")
      .one_of({"json", "csv", "npy", "attentions"})
      .shows_default();
  app.add_option("-o,--out", arguments->out, "Writes to this file instead of standard output")
      .type_name("OUT");
  app.add_option("--grad", arguments->grad,
                 "Adds to every matrix the gradient of that cell, or of the sum of that matrix (a "
                 "loss is 1 × 1); csv and npy hold the gradient instead of the values")
      .check(names_matrix)
      .type_name("PATH[=ROW,COL]");
  app.add_flag("--check", arguments->check,
               "Checks the lesson's expectations against this run: says on standard error what "
               "differs, and exits with 1 if anything does");
  return [arguments] { return trace(*arguments); };
}

const RegisterCommand registered{
    {.name = "trace",
     .summary = "Print every named matrix of a lesson: shape, labels, values, gradients",
     .examples =
         "  glassformer trace self-attention-by-hand\n"
         "  glassformer trace multi-head --text 'the cat sat' --path head.1.weights --format csv\n"
         "  glassformer trace self-attention-by-hand --set scores=0,1,-inf --path weights\n"
         "  glassformer trace self-attention-by-hand --grad output=0,1 --path wq\n"
         "  glassformer trace heads --text 'the cat sees a dog' --format attentions -o "
         "cat.safetensors\n"
         "ROW and COL count from 0. Labels are those of the window: rows and columns that have no\n"
         "names are labelled with their numbers from 1.\n"
         "Infinities and nan, which JSON lacks, are the texts \"inf\", \"-inf\" and \"nan\".",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
