#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/frame_figure.h"
#include "app/cli/random_task.h"
#include "core/lesson/forms.h"
#include "core/models/checkpoint.h"
#include "core/models/gpt.h"
#include "core/models/transformer.h"
#include "core/scenes/change.h"
#include "core/text/tokenizers/learned.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;
constexpr double input_limit = 60;  // ms of computing after an edit of an input
constexpr int warm_up = 5;          // edits that do not count

// Sets the cell to another number `runs` times, each in a frame that holds everything that follows.
struct Edited {
  FrameFigure frame, forward;
};
Edited time_edits(App& app, FrameTarget& target, const std::string& path, int runs) {
  Edited edited;
  Input input;
  input.still = true;  // no frame is counted that shows old numbers
  for (int i = -warm_up; i < runs; ++i) {
    input.time += 1;
    const auto begin = Clock::now();
    app.session().post(SetCell{path, {3, 5, 0.01 * i}});
    app.frame(input);
    target.finish();
    if (i < 0) continue;
    edited.frame.ms.push_back(
        std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    edited.forward.ms.push_back(app.session().run()->milliseconds);
  }
  return edited;
}

// 64 tokens, d_model 512, 8 heads.
Lesson large_attention() {
  Lesson lesson = find_lesson("multi-head");
  std::string text;
  for (int i = 0; i < 64; ++i) text += fmt::format("word{} ", i + 1);
  set_text(lesson.inputs, 0, text);
  lesson.inputs.options["d_model"] = 512.0;
  lesson.inputs.options["heads"] = 8.0;
  return lesson;
}

constexpr int decoder_layers = 12;

// What an edit costs does not depend on what the weights say.
Lesson large_decoder() {
  constexpr int tokens = 63;  // and the mark where it begins
  TransformerConfig config;
  config.d_model = 768;
  config.d_ff = 3072;
  config.heads = 12;
  config.encoder_layers = 0;
  config.decoder_layers = decoder_layers;
  config.pre_norm = true;
  config.positions = PositionKind::learned;
  config.activation = Activation::gelu_tanh;
  config.max_len = tokens + 1;
  Lesson lesson = find_lesson("heads");
  lesson.inputs.resources.set(slots::model, random_checkpoint(config));
  std::string text;
  for (int i = 0; i < tokens; ++i) text += "word ";
  lesson.inputs.text = {"", text};
  return lesson;
}

// GPT-2's smallest, 124M, on 64 tokens: 144 heads, and a vocabulary of 50,257.
Lesson gpt_heads() {
  constexpr int tokens = 64, vocabulary = 50'257;
  GptConfig config;
  config.max_len = tokens;
  std::vector<std::string> words;
  words.reserve(vocabulary);
  for (int i = 0; i < vocabulary; ++i) words.push_back(fmt::format("word{}", i));
  const auto tokenizer = std::make_shared<const LearnedTokenizer>(
      LearnedTokenizer::train(words, LearnedTokenizer::Kind::word, vocabulary));
  config.vocab_size = tokenizer->size();
  const auto model = std::make_shared<Checkpoint>();
  model->network = std::make_shared<Gpt>(config);
  model->params = make_params(model->network->parameters(), 1);
  model->tokenizers = {tokenizer};
  model->origin = "random weights, seed 1";
  const CheckpointPtr shown = model;
  Lesson lesson = *other_form(find_lesson("heads"), slots::model.name, Resource(shown));
  lesson.inputs.resources.set(slots::model, shown);
  std::string text;
  for (int i = 0; i < tokens; ++i) text += fmt::format("word{} ", i);
  set_text(lesson.inputs, 0, text);
  return lesson;
}

// The first matrix of a layer that is computed there.
std::string first_of_layer(const Tape& tape, int layer) {
  const std::string scope = fmt::format("decoder.{}.", layer);
  for (int i = 0; i < tape.size(); ++i) {
    const Node& node = tape.node(Var{i});
    if (node.op != nullptr && node.path.starts_with(scope)) return node.path;
  }
  return {};
}

}  // namespace

std::vector<FrameFigure> bench_edit(FrameTarget& target, int runs) {
  App app(shipped_lessons(), {}, target);
  app.open(large_attention());
  Edited edited = time_edits(app, target, "x", runs);
  edited.frame.name = "edit to picture, 64 tokens × d_model 512 × 8 heads";
  edited.frame.limit = frame_limit;
  edited.forward.name = "  of it the forward pass";
  return {edited.frame, edited.forward};
}

std::vector<FrameFigure> bench_gpt_heads(FrameTarget& target, int runs) {
  constexpr double edit_limit = 100;  // ms from an edit of an input to the picture
  App app(shipped_lessons(), {}, target);
  app.open(gpt_heads());
  const auto painted_whole = [&](Input&, int) { target.forget(); };
  std::vector<FrameFigure> figures{
      time_frames(app, target, "frame of 12 × 12 heads of a decoder, pointer moving", runs,
                  move_pointer),
      time_frames(app, target, "  painted whole", runs, painted_whole)};
  Edited edited = time_edits(app, target, "decoder.input", runs);
  edited.frame.name = "  edit of its input to picture, 124M, 64 tokens";
  edited.frame.limit = edit_limit;
  edited.forward.name = "    of it the forward pass";
  figures.push_back(std::move(edited.frame));
  figures.push_back(std::move(edited.forward));
  return figures;
}

std::vector<FrameFigure> bench_decoder_edits(FrameTarget& target, int runs) {
  App app(shipped_lessons(), {}, target);
  app.open(large_decoder());
  const Tape& tape = app.session().run()->tape;
  const std::string late = first_of_layer(tape, decoder_layers * 3 / 4);
  const std::string early = "decoder.input";
  Edited last = time_edits(app, target, late, runs);
  last.frame.name = "edit to picture, decoder 12 × 768, layer 10";
  last.frame.limit = frame_limit;
  last.forward.name = "  of it the forward pass";
  app.session().post(ResetAll{});
  Edited first = time_edits(app, target, early, runs);
  first.frame.name = "edit to picture, its input";
  first.forward.name = "  of it the forward pass";
  first.forward.limit = input_limit;
  return {last.frame, last.forward, first.frame, first.forward};
}

}  // namespace glassformer
