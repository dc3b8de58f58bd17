#include "core/scenes/records/convolutions.h"

#include <fmt/format.h>

#include <cmath>

#include "core/models/conv_seq2seq.h"
#include "core/nn/axes.h"
#include "core/scenes/chosen.h"
#include "core/scenes/options.h"
#include "core/scenes/part.h"
#include "core/scenes/recurrent/decoded.h"
#include "core/scenes/recurrent/true_links.h"
#include "core/scenes/scene.h"
#include "core/scenes/transformer/record_network.h"
#include "core/scenes/unknown_words.h"
#include "core/tensor/error.h"

// A convolutional encoder–decoder (Gehring et al. 2017), trained to translate. Beside its own nodes
// (record_network.h; those of a layer in core/nn/conv_layer.h): field.0.ways and for each layer of
// a stack as the options have it field.I.window, where 1 means that the word is read, and
// field.I.ways, the ways that lead from each word to each word of the layer; field.seen and
// field.needed. unit.linear, unit.before, unit.gate and unit.passed: four units of one layer's
// gate. look.I.alignment, for each layer of the decoder. With `swap`, swapped.… of the encoder for
// a sentence with another word, and moved. published, where it is given.
namespace glassformer {

namespace {

constexpr int kMostWords = 64;
constexpr int kUnits = 4;

const ConvSeq2Seq& conv_of(const Checkpoint& checkpoint) {
  const auto* network = dynamic_cast<const ConvSeq2Seq*>(checkpoint.network.get());
  if (network != nullptr) return *network;
  throw UserError(
      fmt::format("this needs a convolutional encoder-decoder as glassformer train seq2seq --model "
                  "conv makes it, but the model is of the architecture \"{}\"",
                  checkpoint.network->architecture()));
}

// 1 where a word of the row's window stands, `step` words apart.
Mat window_of(int words, int reach, int step) {
  Mat window(words, words);
  for (int i = 0; i < words; ++i) {
    for (int k = -reach; k <= reach; ++k) {
      const int j = i + k * step;
      if (j >= 0 && j < words) window(i, j) = 1;
    }
  }
  return window;
}

// Layers until a word is reached that lies so many words away.
int layers_needed(int away, int reach, bool doubled) {
  int layers = 0;
  for (int seen = 0, step = 1; seen < away && layers < 1 << 20; ++layers) {
    seen += reach * step;
    if (doubled) step *= 2;
  }
  return layers;
}

// What each word of each layer can see of the words below.
void name_field(const Inputs& inputs, Tape& tape, const Axis& words, int count,
                ConvolutionsRecord& record) {
  const Tape::Scope field(tape, "field");
  const int reach = static_cast<int>(number(inputs, "reach"));
  const int layers = static_cast<int>(number(inputs, "layers"));
  const bool doubled = choice(inputs, "dilation") == "doubled";
  const Axis below = as("word below", words);
  Mat same(count, count);
  for (int i = 0; i < count; ++i) same(i, i) = 1;
  const auto name_ways = [&](Part ways, int layer) {
    const Tape::Scope scope(tape, std::to_string(layer));
    ways.as("ways", fmt::format("N_{{{}}}", layer),
            {.role = Role::plain,
             .rows = words,
             .cols = below,
             .origin = layer == 0 ? all_cells("1 way from a word to itself") : Origin()});
    record.ways.push_back(ways);
    return ways;
  };
  Part ways = name_ways({tape, tape.input(std::move(same))}, 0);
  int step = 1;
  for (int layer = 1; layer <= layers; ++layer) {
    const auto window = [&] {
      const Tape::Scope scope(tape, std::to_string(layer));
      return put(tape, window_of(count, reach, step),
                 {"window", fmt::format("B_{{{}}}", layer), Role::mask, words, below,
                  all_cells("1: the layer reads this word here; 0: it does not")});
    }();
    record.reach.push_back(reach);
    record.step.push_back(step);
    ways = name_ways(window * ways, layer);
    if (doubled) step *= 2;
  }
  Mat seen(count, layers);
  for (int layer = 1; layer <= layers; ++layer) {
    const Mat& ways = tape.value(record.ways[static_cast<std::size_t>(layer)]);
    for (int i = 0; i < count; ++i) {
      for (const Real cell : ways.row(i)) seen(i, layer - 1) += cell > 0 ? 1 : 0;
    }
  }
  record.seen = put(
      tape, std::move(seen),
      {"seen", "n", Role::output, words, numbered("layer"),
       all_cells("how many words lead to this one: the cells of its row of ways that are not 0")});
  Mat needed(1, 2);
  needed(0, 0) = static_cast<Real>(layers_needed(count - 1, reach, false));
  needed(0, 1) = static_cast<Real>(layers_needed(count - 1, reach, true));
  record.needed =
      put(tape, std::move(needed),
          {"needed", "L", Role::output, numbered(""), Axis{"", {"side by side", "doubled"}, -1},
           all_cells("the fewest layers after which the first word has reached the last")});
}

// The encoder again with another word at one place, and how far every word of every layer moved.
void name_moved(const Inputs& inputs, Run& run, const Checkpoint& checkpoint,
                std::vector<int> source, ConvolutionsRecord& record) {
  const int place = static_cast<int>(number(inputs, "swap"));
  if (place == 0 || place > static_cast<int>(source.size())) return;
  const ConvSeq2Seq& network = conv_of(checkpoint);
  const std::vector<int> other = checkpoint.source().encode(text(inputs, "other"));
  if (!other.empty()) source[static_cast<std::size_t>(place - 1)] = other.front();
  Tape& tape = run.tape;
  const Tokens tokens = labelled_tokens(checkpoint.source(), source, 0);
  {
    const Tape::Scope swapped(tape, "swapped");
    Pass pass = Pass::traced(tape, checkpoint.params);
    network.encode(pass, tokens);
  }
  const auto states = [&](const std::string& scope, int layer) {
    const std::string path =
        layer > 0 ? fmt::format("{}encoder.{}.output", scope, layer - 1) : scope + "encoder.input";
    const Var found = tape.find(path);
    return found ? found : tape.find(scope + "encoder.embedding");  // without positions
  };
  std::vector<Part> columns;
  const int layers = network.sizes().encoder_layers;
  Axis named = numbered("layer");
  for (int layer = 0; layer <= layers; ++layer) {
    const Part here{tape, states("", layer)}, swapped{tape, states("swapped.", layer)};
    const Part difference =
        (here - swapped)
            .as(fmt::format("difference.{}", layer), fmt::format("D_{{{}}}", layer),
                {.role = Role::plain, .rows = tokens.axis, .cols = numbered("unit")});
    const Part origin{tape, tape.input(Mat(1, difference.shape().cols))};
    columns.push_back(distance(difference, origin));
    named.labels.push_back(layer == 0 ? "words" : fmt::format("layer {}", layer));
  }
  record.moved = concat_cols(columns).as("moved", "\\| h_{i} - h'_{i} \\|",
                                         {.role = Role::value, .cols = named});
}

void name_units(const Inputs& inputs, Tape& tape, const ConvSeq2Seq& network, const Axis& words,
                ConvolutionsRecord& record) {
  const int layer =
      std::min(static_cast<int>(number(inputs, "gates_of")), network.sizes().encoder_layers);
  const int width = network.sizes().width, count = std::min(kUnits, width);
  const int first = std::clamp(static_cast<int>(number(inputs, "unit")) - 1, 0, width - count);
  const std::string path = fmt::format("encoder.{}.", layer - 1);
  Axis units = numbered("unit");
  for (int i = 0; i < count; ++i) units.labels.push_back(std::to_string(first + i + 1));
  const Tape::Scope scope(tape, "unit");
  const auto part = [&](const char* of, const char* name, const char* symbol) {
    return slice_cols(Part(tape, tape.find(path + of)), first, count)
        .as(name, symbol, {.role = Role::plain, .rows = words, .cols = units});
  };
  const Part linear = part("linear", "linear", "A"), before = part("gated", "before", "B");
  const Part gate = sigmoid(before).as("gate", "\\sigma(B)");
  record.linear = linear;
  record.gate = gate;
  record.passed = multiply(linear, gate).as("passed", "A \\circ \\sigma(B)", Role::output);
}

// BLEU of ConvS2S as the lecture's two tables have it.
void name_published(const Inputs& inputs, Tape& tape, ConvolutionsRecord& record) {
  const auto found = inputs.given.find("published");
  if (found == inputs.given.end()) return;
  if (const Shape shape = found->second->value.shape(); shape != Shape{2, 2}) {
    throw UserError(
        fmt::format("convolutions: \"published\" is {}, and must be 2 × 2", to_string(shape)));
  }
  record.published =
      put(tape, found->second,
          {"published", "\\mathrm{BLEU}", Role::plain,
           Axis{"table", {"in Gehring et al. 2017", "in Vaswani et al. 2017"}, -1},
           Axis{"", {"English → German", "English → French"}, -1},
           all_cells("published: it was measured elsewhere, and is not computed here")});
}

Run run_convolutions(const Inputs& inputs) {
  const CheckpointPtr checkpoint = chosen_model(inputs);
  const ConvSeq2Seq& network = conv_of(*checkpoint);
  const std::vector<int> source = source_ids(*checkpoint, inputs.text[0]);
  const auto count = static_cast<int>(source.size());
  if (count > kMostWords) {
    throw UserError(fmt::format("convolutions: {} words are too many to draw; take at most {}",
                                count - 1, kMostWords - 1));
  }
  const std::vector<int> target = inputs.text[1].empty()
                                      ? decoded(checkpoint, inputs.text[0], {}, "")
                                      : target_ids(*checkpoint, inputs.text[1]);
  Run run;
  run.tape = Tape(inputs.edits);
  record_network(run, *checkpoint, source, target);
  note_unknown_words(run, *checkpoint, inputs.text[0]);
  ConvolutionsRecord record;
  const Axis words = labelled_tokens(checkpoint->source(), source, 0).axis;
  name_field(inputs, run.tape, words, count, record);
  name_moved(inputs, run, *checkpoint, source, record);
  name_units(inputs, run.tape, network, words, record);
  const std::string said = text_of(checkpoint->target(), target);
  for (std::size_t i = 0; i < run.sites.size(); ++i) {
    const Var weights = named_by_what_follows(run.tape, *checkpoint, run.sites[i].weights, target,
                                              fmt::format("look.{}", i + 1));
    record.looks.push_back({fmt::format("Decoder layer {}", i + 1), weights, said,
                            alignment_error(inputs, run.tape.value(weights))});
  }
  name_published(inputs, run.tape, record);
  run.records.add(std::move(record));
  return run;
}

bool is_convolutional(const Resource& model) {
  return model.holds<Checkpoint>() &&
         dynamic_cast<const ConvSeq2Seq*>(model.as<Checkpoint>()->network.get()) != nullptr;
}

const RegisterScene registered{
    {.name = "convolutions",
     .what = "A trained encoder-decoder of convolutions: which words each word of a layer can see, "
             "what "
             "its gates let through, and where each layer of its decoder looks.",
     .subject = Subject::transformer,
     .options = {links_of_option(),
                 integer_option("reach", "\\text{reach}",
                                "Words to either side that a window of the drawn stack reads.", 1,
                                1, 4),
                 integer_option("layers", "\\text{layers}", "Layers of the drawn stack.", 3, 1, 6),
                 choice_option(
                     "dilation", "\\text{dilation}",
                     "Whether the words of a window stand side by side in every layer, or twice "
                     "as far apart in each layer as in the one below.",
                     "none", {"none", "doubled"}),
                 integer_option("swap", "\\text{swap}",
                                "The position of a word that is swapped for another; 0: none.", 0,
                                0, kMostWords),
                 text_option("other", "The word that is swapped in.",
                             std::string(ConvolutionsRecord::other.initial)),
                 integer_option("gates_of", "\\text{gates of layer}",
                                "The layer whose gates are shown.", 1, 1, 64),
                 integer_option("unit", "\\text{unit}",
                                "The first of the four units that are shown.", 1, 1, 16384),
                 [] {
                   OptionSpec spec = text_option(
                       "weights",
                       "Which of the shipped models translates, by the name of its file.", "conv");
                   spec.label = "\\text{model}";
                   return shown_in_view(std::move(spec));
                 }()},
     .givens = {"links", "published"},
     .sentences = 2,
     .slots = {{.name = slots::model.name, .stand_in = "weights", .takes = is_convolutional}},
     .run = run_convolutions}};

}  // namespace

}  // namespace glassformer
