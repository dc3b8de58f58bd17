#include <fmt/format.h>

#include "core/grad/ops.h"
#include "core/models/transformer_cost.h"
#include "core/nn/axes.h"
#include "core/scenes/options.h"
#include "core/scenes/records/architecture.h"
#include "core/scenes/scene.h"

// What a Transformer of some size learns, computes and needs (Vaswani et al. 2017; lectures 000 and
// 002). config; embedding.*, attention.*, ffn.*, norm.*: the matrices of each block, rows ×
// columns, and their sum; encoder.* and decoder.*: a layer of each; total.*: all of it. flops.*:
// the matrix products of one pair of sentences; memory.*; cost.*: the training of the paper, by
// products and by hours of hardware.
namespace glassformer {

namespace {

struct Size {
  TransformerConfig config;
  double steps = 0, hours = 0;  // of the training in the paper; 0: none
};

int whole(const Inputs& inputs, std::string_view option) {
  return static_cast<int>(number(inputs, option));
}

Size size_of(const Inputs& inputs) {
  const std::string preset = choice(inputs, "preset");
  if (preset == "tiny") return {tiny_transformer(), 0, 0};
  if (preset == "base") return {base_transformer(), 1e5, 12};
  if (preset == "big") return {big_transformer(), 3e5, 84};
  TransformerConfig config = base_transformer();
  config.d_model = whole(inputs, "own_d_model");
  config.heads = whole(inputs, "own_heads");
  config.encoder_layers = config.decoder_layers = whole(inputs, "own_layers");
  config.d_ff = whole(inputs, "own_d_ff");
  config.source_vocab_size = config.target_vocab_size = whole(inputs, "own_words");
  config.check();
  return {config, 0, 0};
}

Axis labelled(std::string name, std::vector<std::string> labels) {
  return {std::move(name), std::move(labels), -1};
}

struct Product {
  std::string name;
  std::vector<double> factors;
};

struct Multiplied {
  Var factors, product;  // [rows, factors] [rows, 1]
};

// Rows of factors, named `name`, and beside it `product`, what each row multiplies to, times
// `times`.
Multiplied multiply_rows(Tape& tape, const std::string& name, const std::vector<Product>& rows,
                         const std::vector<std::string>& factors, const std::string& product,
                         const std::string& symbol, double times) {
  std::vector<std::string> names;
  Mat cells(static_cast<int>(rows.size()), static_cast<int>(factors.size()));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    names.push_back(rows[r].name);
    for (std::size_t c = 0; c < factors.size(); ++c) {
      cells(static_cast<int>(r), static_cast<int>(c)) = static_cast<Real>(rows[r].factors[c]);
    }
  }
  const Axis axis = labelled("matrix", std::move(names));
  const Var table = tape.name(tape.input(std::move(cells)),
                              {name, "T", Role::plain, axis, labelled("", factors),
                               all_cells("Follows from the sizes that are chosen above.")});
  Var made = slice_cols(tape, table, 0, 1);
  for (std::size_t c = 1; c < factors.size(); ++c) {
    made = multiply(tape, made, slice_cols(tape, table, static_cast<int>(c), 1));
  }
  if (times != 1) made = scale(tape, made, times);
  return {table, tape.name(made, {product, symbol, Role::plain, axis, labelled("", {product})})};
}

Var name_sum(Tape& tape, Var cells, const char* name, const char* symbol) {
  return tape.name(sum(tape, cells), {name, symbol, Role::plain, numbered(""), numbered("")});
}

std::string_view scope_of(ModelPart part) {
  return model_part_scopes[static_cast<std::size_t>(part)];
}

// In the scope of the part: matrices, cells and parameters.
Var record_block(Tape& tape, ArchitectureRecord& record, ModelPart part,
                 const std::vector<Product>& matrices) {
  const Tape::Scope within(tape, scope_of(part));
  const auto [factors, cells] =
      multiply_rows(tape, "matrices", matrices, {"rows", "columns"}, "cells", "r \\cdot c", 1);
  const Var parameters = name_sum(tape, cells, "parameters", "\\sum r c");
  record[part] = {factors, cells, {}, {}, parameters};
  return parameters;
}

// How many of each part, times the parameters of one.
Var record_count(Tape& tape, ArchitectureRecord& record, ModelPart part,
                 const std::vector<std::string>& parts, const std::vector<double>& counts,
                 const std::vector<Var>& sizes) {
  const Tape::Scope within(tape, scope_of(part));
  const Axis axis = labelled("part", parts);
  Mat row(1, static_cast<int>(counts.size()));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    row(0, static_cast<int>(i)) = static_cast<Real>(counts[i]);
  }
  const Var count = tape.name(
      tape.input(std::move(row)),
      {"count", "n", Role::plain, numbered(""), axis, all_cells("How many of them there are.")});
  const Var each = tape.name(concat_rows(tape, sizes),
                             {"each", "P", Role::plain, axis, labelled("", {"parameters"})});
  const Var parameters =
      tape.name(matmul(tape, count, each),
                {"parameters", "n P", Role::plain, numbered(""), labelled("", {"parameters"})});
  record[part] = {{}, {}, count, each, parameters};
  return parameters;
}

ArchitectureRecord::Flops record_flops(Tape& tape, const TransformerConfig& c, int tokens) {
  const Tape::Scope within(tape, scope_of(ModelPart::flops));
  const double n = tokens, d = c.d_model, ff = c.d_ff, e = c.encoder_layers, l = c.decoder_layers;
  const std::vector<Product> products{{"enc. Q, K, V, O", {4 * e, n, d, d}},
                                      {"enc. Q Kᵀ", {e, n, d, n}},
                                      {"enc. A V", {e, n, n, d}},
                                      {"enc. FFN in", {e, n, d, ff}},
                                      {"enc. FFN out", {e, n, ff, d}},
                                      {"dec. Q, K, V, O", {4 * l, n, d, d}},
                                      {"dec. Q Kᵀ", {l, n, d, n}},
                                      {"dec. A V", {l, n, n, d}},
                                      {"cross Q, K, V, O", {4 * l, n, d, d}},
                                      {"cross Q Kᵀ", {l, n, d, n}},
                                      {"cross A V", {l, n, n, d}},
                                      {"dec. FFN in", {l, n, d, ff}},
                                      {"dec. FFN out", {l, n, ff, d}},
                                      {"words", {1, n, d, double(c.target_vocab_size)}}};
  const Var each = multiply_rows(tape, "products", products, {"times", "rows", "inner", "columns"},
                                 "each", "2 t r i c", 2)
                       .product;
  const Var forward = name_sum(tape, each, "forward", "F");
  return {each, forward,
          tape.name(scale(tape, forward, 3),
                    {"training", "3 F", Role::plain, numbered(""), numbered("")})};
}

// The paper's training: 25,000 tokens of each language a step (section 5.1), eight P100 at
// 9.5 TFLOP/s (section 6.1).
ArchitectureRecord::Cost record_cost(Tape& tape, const Size& size, Var training, int tokens) {
  const Tape::Scope within(tape, scope_of(ModelPart::cost));
  const auto [given, pairs] =
      multiply_rows(tape, "given", {{"pairs", {25000.0 / tokens, size.steps}}},
                    {"pairs a step", "steps"}, "pairs", "s b", 1);
  const Var products = tape.name(
      multiply(tape, pairs, training),
      {"products", "C_{\\mathrm{products}}", Role::plain, numbered(""), labelled("", {"FLOPs"})});
  const auto [hardware_given, hardware] =
      multiply_rows(tape, "hardware_given", {{"hardware", {8, size.hours, 3600, 9.5}}},
                    {"GPUs", "hours", "seconds", "TFLOP/s"}, "hardware", "C", 1e12);
  const Var inverse = tape.name(reciprocal(tape, hardware), {"inverse", "\\frac{1}{C}", Role::plain,
                                                             numbered(""), numbered("")});
  const Var share = tape.name(multiply(tape, products, inverse),
                              {"share", "\\frac{C_{\\mathrm{products}}}{C}", Role::plain,
                               numbered(""), labelled("", {"share"})});
  return {given, pairs, products, hardware_given, hardware, share};
}

Run run_architecture(const Inputs& inputs) {
  const Size size = size_of(inputs);
  const TransformerConfig& c = size.config;
  const int tokens = whole(inputs, "tokens");
  Run run;
  run.tape = Tape(inputs.edits);
  Tape& tape = run.tape;
  const double d = c.d_model, ff = c.d_ff, words = c.target_vocab_size;
  Mat facts(1, 8);
  const double values[] = {
      d,     double(c.heads), d / c.heads, ff, double(c.encoder_layers), double(c.decoder_layers),
      words, double(tokens)};
  for (int i = 0; i < 8; ++i) facts(0, i) = static_cast<Real>(values[i]);
  ArchitectureRecord record;
  record.config = tape.name(
      tape.input(std::move(facts)),
      {"config", "c", Role::plain, numbered(""),
       labelled("", {"d_model", "heads", "d_k", "d_ff", "encoder", "decoder", "words", "tokens"}),
       all_cells("Chosen above the picture; d_k is d_model / heads.")});
  std::vector<Product> tables{{"words", {words, d}}};
  if (!c.shared)
    tables = {{"source words", {double(c.source_vocab_size), d}}, {"target words", {words, d}}};
  const Var embedding = record_block(tape, record, ModelPart::embedding, tables);
  const Var attention =
      record_block(tape, record, ModelPart::attention,
                   {{"W^Q", {d, d}}, {"W^K", {d, d}}, {"W^V", {d, d}}, {"W^O", {d, d}}});
  const Var ffn =
      record_block(tape, record, ModelPart::feed_forward,
                   {{"W_1", {d, ff}}, {"b_1", {1, ff}}, {"W_2", {ff, d}}, {"b_2", {1, d}}});
  const Var norm =
      record_block(tape, record, ModelPart::norm, {{"gain", {1, d}}, {"bias", {1, d}}});
  const std::vector<std::string> parts{"attention", "FFN", "Add & Norm"};
  const Var encoder =
      record_count(tape, record, ModelPart::encoder, parts, {1, 1, 2}, {attention, ffn, norm});
  const Var decoder =
      record_count(tape, record, ModelPart::decoder, parts, {2, 1, 3}, {attention, ffn, norm});
  run.output = record_count(
      tape, record, ModelPart::total, {"embedding", "encoder layer", "decoder layer"},
      {1, double(c.encoder_layers), double(c.decoder_layers)}, {embedding, encoder, decoder});
  record.flops = record_flops(tape, c, tokens);
  {
    const Tape::Scope within(tape, scope_of(ModelPart::memory));
    record.memory.parameters =
        tape.name(scale(tape, run.output, 4),
                  {"parameters", "4 P", Role::plain, numbered(""), labelled("", {"bytes"})});
    record.memory.training =
        tape.name(scale(tape, run.output, 16),
                  {"training", "16 P", Role::plain, numbered(""), labelled("", {"bytes"})});
  }
  if (size.steps > 0) record.cost = record_cost(tape, size, record.flops.training, tokens);
  run.records.add(record);
  return run;
}

// A number of a size that no preset names.
OptionSpec own(const char* name, const char* label, const char* help, double initial, double min,
               double max) {
  return shown_while("preset", "own", integer_option(name, label, help, initial, min, max));
}

const RegisterScene registered{
    {.name = "architecture",
     .what = "The boxes of a Transformer: shapes, parameters, operations and memory for any size.",
     .subject = Subject::transformer,
     .options = {choice_option("preset", "\\text{size}",
                               "tiny: small enough to watch. base and big: the two models of the "
                               "paper. own: as you like.",
                               "base", {"tiny", "base", "big", "own"}),
                 own("own_d_model", "d_{\\mathrm{model}}", "How many numbers stand for one token.",
                     128, 1, 4096),
                 own("own_heads", "\\text{heads}", "They share d_model evenly.", 4, 1, 64),
                 own("own_layers", "N", "Layers of the encoder, and of the decoder.", 4, 1, 48),
                 own("own_d_ff", "d_{\\mathrm{ff}}", "The inner width of the feed-forward network.",
                     512, 1, 16384),
                 own("own_words", "\\text{words}", "The vocabulary that both languages share.",
                     8000, 4, 500000),
                 integer_option("tokens", "\\text{tokens}",
                                "The length of each of the two sentences.", 32, 1, 4096)},
     .run = run_architecture}};

}  // namespace

}  // namespace glassformer
