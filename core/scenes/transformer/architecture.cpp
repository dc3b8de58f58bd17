#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "core/models/transformer_cost.h"
#include "core/nn/axes.h"
#include "core/scenes/options.h"
#include "core/scenes/records/architecture.h"
#include "core/scenes/sheet.h"

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
  config.norm = choice(inputs, "own_norm") == "RMS" ? NormKind::rms : NormKind::layer;
  config.gated = number(inputs, "own_gated") != 0;
  config.check();
  return {config, 0, 0};
}

Axis labelled(std::string name, std::vector<std::string> labels) {
  return {std::move(name), std::move(labels), -1};
}

// "W_1" [d_model, d_ff], or a matrix product: what multiplies to its cells, or to its work.
struct Factors {
  std::string name;
  std::vector<double> factors;
};

struct Multiplied {
  Part factors, product;  // [rows, factors] [rows, 1]
};

// Rows of factors, named `name`, and beside it `product`, what each row multiplies to, times
// `times`.
Multiplied multiply_rows(Sheet& sheet, const std::string& name, const std::vector<Factors>& rows,
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
  const Part table =
      sheet.put(std::move(cells), {name, "T", Role::plain, labelled("matrix", std::move(names)),
                                   labelled("", factors),
                                   all_cells("Follows from the sizes that are chosen above.")});
  Part made = slice_cols(table, 0, 1);
  for (std::size_t c = 1; c < factors.size(); ++c) {
    made = multiply(made, slice_cols(table, static_cast<int>(c), 1));
  }
  if (times != 1) made = times * made;
  return {table, made.as(product, symbol, {.cols = labelled("", {product})})};
}

std::string_view scope_of(ModelPart part) {
  return model_part_scopes[static_cast<std::size_t>(part)];
}

// In the scope of the part: matrices, cells and parameters.
Part record_block(Sheet& sheet, ArchitectureRecord& record, ModelPart part,
                  const std::vector<Factors>& matrices) {
  const Tape::Scope within(sheet.tape(), scope_of(part));
  const auto [factors, cells] =
      multiply_rows(sheet, "matrices", matrices, {"rows", "columns"}, "cells", "r \\cdot c", 1);
  const Part parameters = sum(cells).as("parameters", "\\sum r c");
  record[part] = {factors, cells, {}, {}, parameters};
  return parameters;
}

// How many of each part, times the parameters of one.
Part record_count(Sheet& sheet, ArchitectureRecord& record, ModelPart part,
                  const std::vector<std::string>& parts, const std::vector<double>& counts,
                  const std::vector<Part>& sizes) {
  const Tape::Scope within(sheet.tape(), scope_of(part));
  const Axis axis = labelled("part", parts);
  Mat row(1, static_cast<int>(counts.size()));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    row(0, static_cast<int>(i)) = static_cast<Real>(counts[i]);
  }
  const Part count = sheet.put(std::move(row), {"count", "n", Role::plain, numbered(""), axis,
                                                all_cells("How many of them there are.")});
  const Part each =
      concat_rows(sizes).as("each", "P", {.rows = axis, .cols = labelled("", {"parameters"})});
  const Part parameters = (count * each).as("parameters", "n P");
  record[part] = {{}, {}, count, each, parameters};
  return parameters;
}

// The matrix products of one pair of sentences of n tokens each: times · rows · inner · columns.
std::vector<Factors> products_of(const TransformerConfig& c, double n) {
  const double d = c.d_model, ff = c.d_ff, e = c.encoder_layers, l = c.decoder_layers;
  const double in = c.gated ? 2 : 1;  // W_1, and V
  return {{"enc. Q, K, V, O", {4 * e, n, d, d}},
          {"enc. Q Kᵀ", {e, n, d, n}},
          {"enc. A V", {e, n, n, d}},
          {"enc. FFN in", {in * e, n, d, ff}},
          {"enc. FFN out", {e, n, ff, d}},
          {"dec. Q, K, V, O", {4 * l, n, d, d}},
          {"dec. Q Kᵀ", {l, n, d, n}},
          {"dec. A V", {l, n, n, d}},
          {"cross Q, K, V, O", {4 * l, n, d, d}},
          {"cross Q Kᵀ", {l, n, d, n}},
          {"cross A V", {l, n, n, d}},
          {"dec. FFN in", {in * l, n, d, ff}},
          {"dec. FFN out", {l, n, ff, d}},
          {"words", {1, n, d, double(c.target_vocab_size)}}};
}

// Of which kind of product the work is, for sentences of many lengths.
Part record_shares(Sheet& sheet, const TransformerConfig& c, const std::vector<int>& lengths) {
  const std::vector<std::string> kinds{"Q Kᵀ and A V", "feed-forward", "Q, K, V, O", "words"};
  const auto kind_of = [](const std::string& name) {
    if (name.ends_with("Kᵀ") || name.ends_with("A V")) return 0;
    if (name.find("FFN") != name.npos) return 1;
    return name == "words" ? 3 : 2;
  };
  std::vector<std::string> labels;
  for (const int n : lengths) labels.push_back(fmt::format("{} tokens", n));
  Mat shares(static_cast<int>(lengths.size()), static_cast<int>(kinds.size()));
  for (int r = 0; r < shares.rows(); ++r) {
    std::vector<double> of_kind(kinds.size());
    double all = 0;
    for (const Factors& product : products_of(c, lengths[static_cast<std::size_t>(r)])) {
      double count = 1;
      for (const double factor : product.factors) count *= factor;
      of_kind[static_cast<std::size_t>(kind_of(product.name))] += count;
      all += count;
    }
    for (int k = 0; k < shares.cols(); ++k) {
      shares(r, k) = static_cast<Real>(of_kind[static_cast<std::size_t>(k)] / all);
    }
  }
  return sheet.put(std::move(shares),
                   {"shares", "s", Role::plain, labelled("length", std::move(labels)),
                    labelled("products", kinds),
                    all_cells("The operations of the products of this kind, divided by those of "
                              "all, for two sentences of this length.")});
}

ArchitectureRecord::Flops record_flops(Sheet& sheet, const TransformerConfig& c, int tokens) {
  const Tape::Scope within(sheet.tape(), scope_of(ModelPart::flops));
  const Part each = multiply_rows(sheet, "products", products_of(c, tokens),
                                  {"times", "rows", "inner", "columns"}, "each", "2 t r i c", 2)
                        .product;
  const Part forward = sum(each).as("forward", "F");
  const Part training = (3 * forward).as("training", "3 F");
  const std::vector<int> lengths{32, 64, 128, 256, 512, 1024, 2048, 4096};
  return {each, forward, training, record_shares(sheet, c, lengths), lengths};
}

// The paper's training: 25,000 tokens of each language a step (section 5.1), eight P100 at
// 9.5 TFLOP/s (section 6.1).
ArchitectureRecord::Cost record_cost(Sheet& sheet, const Size& size, Part training, int tokens) {
  const Tape::Scope within(sheet.tape(), scope_of(ModelPart::cost));
  const auto [given, pairs] =
      multiply_rows(sheet, "given", {{"pairs", {25000.0 / tokens, size.steps}}},
                    {"pairs a step", "steps"}, "pairs", "s b", 1);
  const Part products = multiply(pairs, training)
                            .as("products", "C_{\\mathrm{products}}",
                                {.rows = numbered(""), .cols = labelled("", {"FLOPs"})});
  const auto [hardware_given, hardware] =
      multiply_rows(sheet, "hardware_given", {{"hardware", {8, size.hours, 3600, 9.5}}},
                    {"GPUs", "hours", "seconds", "TFLOP/s"}, "hardware", "C", 1e12);
  const Part inverse = reciprocal(hardware).as("inverse", "\\frac{1}{C}",
                                               {.rows = numbered(""), .cols = numbered("")});
  const Part share =
      multiply(products, inverse)
          .as("share", "\\frac{C_{\\mathrm{products}}}{C}", {.cols = labelled("", {"share"})});
  return {given, pairs, products, hardware_given, hardware, share};
}

Run run_architecture(const Inputs& inputs) {
  const Size size = size_of(inputs);
  const TransformerConfig& c = size.config;
  const int tokens = whole(inputs, "tokens");
  Run run;
  Sheet sheet(inputs, run);
  const double d = c.d_model, ff = c.d_ff, words = c.target_vocab_size;
  Mat facts(1, model_sizes);
  const double values[model_sizes] = {
      // as ModelSize orders them
      d,     double(c.heads), d / c.heads, ff, double(c.encoder_layers), double(c.decoder_layers),
      words, double(tokens)};
  for (int i = 0; i < model_sizes; ++i) facts(0, i) = static_cast<Real>(values[i]);
  ArchitectureRecord record;
  record.config = sheet.put(
      std::move(facts),
      {"config", "c", Role::plain, numbered(""),
       labelled("", {"d_model", "heads", "d_k", "d_ff", "encoder", "decoder", "words", "tokens"}),
       all_cells("Chosen above the picture; d_k is d_model / heads.")});
  std::vector<Factors> tables{{"words", {words, d}}};
  if (!c.shared)
    tables = {{"source words", {double(c.source_vocab_size), d}}, {"target words", {words, d}}};
  const Part embedding = record_block(sheet, record, ModelPart::embedding, tables);
  const Part attention =
      record_block(sheet, record, ModelPart::attention,
                   {{"W^Q", {d, d}}, {"W^K", {d, d}}, {"W^V", {d, d}}, {"W^O", {d, d}}});
  std::vector<Factors> feed_forward{{"W_1", {d, ff}}, {"b_1", {1, ff}}};
  if (c.gated) feed_forward.insert(feed_forward.end(), {{"V", {d, ff}}, {"c", {1, ff}}});
  feed_forward.insert(feed_forward.end(), {{"W_2", {ff, d}}, {"b_2", {1, d}}});
  const Part ffn = record_block(sheet, record, ModelPart::feed_forward, feed_forward);
  std::vector<Factors> of_norm{{"gain", {1, d}}};
  if (c.norm == NormKind::layer) of_norm.push_back({"bias", {1, d}});
  const Part norm = record_block(sheet, record, ModelPart::norm, of_norm);
  const std::vector<std::string> parts{"attention", "FFN", "Add & Norm"};
  const Part encoder =
      record_count(sheet, record, ModelPart::encoder, parts, {1, 1, 2}, {attention, ffn, norm});
  const Part decoder =
      record_count(sheet, record, ModelPart::decoder, parts, {2, 1, 3}, {attention, ffn, norm});
  const Part total = record_count(
      sheet, record, ModelPart::total, {"embedding", "encoder layer", "decoder layer"},
      {1, double(c.encoder_layers), double(c.decoder_layers)}, {embedding, encoder, decoder});
  record.flops = record_flops(sheet, c, tokens);
  {
    const Tape::Scope within(sheet.tape(), scope_of(ModelPart::memory));
    const Said bytes{.cols = labelled("", {"bytes"})};
    record.memory.parameters = (4 * total).as("parameters", "4 P", bytes);
    record.memory.training = (16 * total).as("training", "16 P", bytes);
  }
  if (size.steps > 0)
    record.cost = record_cost(sheet, size, sheet.at(record.flops.training), tokens);
  run.output = total;
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
                 shown_while("preset", "own",
                             choice_option("own_norm", "\\text{norm}",
                                           "Layer normalisation, or RMS normalisation, which "
                                           "divides by the root of the mean square alone.",
                                           "layer", {"layer", "RMS"})),
                 shown_while("preset", "own",
                             toggle_option("own_gated", "\\text{gated}",
                                           "The feed-forward network is the product of two linear "
                                           "maps, one of them through its activation.",
                                           false)),
                 integer_option("tokens", "\\text{tokens}",
                                "The length of each of the two sentences.", 32, 1, 4096)},
     .run = run_architecture}};

}  // namespace

}  // namespace glassformer
