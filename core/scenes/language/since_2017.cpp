#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/scenes/embedding.h"
#include "core/scenes/language/block_costs.h"
#include "core/scenes/language/block_networks.h"
#include "core/scenes/language/block_rows.h"
#include "core/scenes/options.h"
#include "core/scenes/other_than_asked.h"
#include "core/scenes/records/since_2017.h"
#include "core/scenes/sheet.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"

// What has become of the Transformer's block since 2017, one change at a time. x [tokens, d_model];
// gradients [layers, 2]: norm after the sum and norm before (Xiong et al. 2020); norms.*: layer and
// RMS norm of a row (Zhang and Sennrich 2019); ffn.*: the gated feed-forward network (Shazeer
// 2020); turns.*: rotary positions (Su et al. 2021); cache.*: fewer key/value heads (Ainslie et al.
// 2023); biases.*; trained.*: all of them, trained in turn.
namespace glassformer {

namespace {

constexpr int kOwnLayers = 12, kOwnHead = 64;

int whole(const Inputs& inputs, std::string_view option) {
  return static_cast<int>(number(inputs, option));
}

std::vector<std::string> stage_names() {
  std::vector<std::string> names;
  for (int i = 0; i < block_stages; ++i) {
    names.emplace_back(name(static_cast<BlockStage>(i)));
  }
  return names;
}

BlockStage stage_of(const Inputs& inputs) {
  const std::vector<std::string> names = stage_names();
  const auto found = std::ranges::find(names, choice(inputs, "change"));
  return static_cast<BlockStage>(found - names.begin());
}

std::vector<std::string> model_names() {
  std::vector<std::string> names{"own"};
  for (const LayerShape& shape : published_shapes()) names.push_back(shape.name);
  return names;
}

// Of those who share evenly the largest number that is not more than what is wanted.
int shared_evenly(int heads, int wanted) {
  int kv = std::min(heads, wanted);
  while (heads % kv != 0) --kv;
  return kv;
}

// "1, 2, 4 or 8": all numbers that `heads` share evenly.
std::string even_shares(int heads) {
  std::string shares = "1";
  for (int kv = 2; kv <= heads; ++kv) {
    if (heads % kv == 0) shares += (kv == heads ? " or " : ", ") + std::to_string(kv);
  }
  return shares;
}

LayerShape shape_of(const Inputs& inputs, Run& run) {
  const std::string model = choice(inputs, "model");
  for (const LayerShape& shape : published_shapes()) {
    if (shape.name == model) return shape;
  }
  LayerShape own{"own", kOwnLayers, 0, whole(inputs, "heads"), 0, kOwnHead, 0};
  own.kv_heads = shared_evenly(own.heads, whole(inputs, "kv_heads"));
  if (own.kv_heads != whole(inputs, "kv_heads")) {
    tell_other(
        run,
        fmt::format("{} cannot share {} key/value heads evenly, only {}; {} here",
                    number_of(own.heads, "head"), whole(inputs, "kv_heads"), even_shares(own.heads),
                    own.kv_heads == 1 ? "there is 1" : fmt::format("there are {}", own.kv_heads)));
  }
  own.d_model = own.heads * own.d_head;
  own.d_ff = 8 * own.d_model / 3;
  return own;
}

// An option that is not offered at this stage has its initial value; what was set waits.
Inputs offered(Inputs inputs) {
  const BlockStage stage = stage_of(inputs);
  const auto keep = [&](bool is_offered, std::initializer_list<const char*> options) {
    for (const char* const option : options) {
      if (!is_offered) inputs.options.erase(option);
    }
  };
  const bool has_shape = stage >= BlockStage::shared_keys;
  keep(stage == BlockStage::norm_before, {"layers"});
  keep(stage == BlockStage::rms_norm, {"offset"});
  keep(stage == BlockStage::rotary, {"shift"});
  keep(stage == BlockStage::shared_keys, {"context", "bits"});
  keep(has_shape, {"model"});
  keep(has_shape && choice(inputs, "model") == "own", {"heads", "kv_heads"});
  return inputs;
}

Run run_since_2017(const Inputs& given) {
  const Inputs inputs = offered(given);
  Run run;
  Sheet sheet(inputs, run);
  const Embedded sentence = embed(inputs, sheet.material(), run, 0, "x", "X", {});
  const Part x = sheet.at(sentence.rows);
  const auto token = [&](const NumberKey& key) {
    const int wanted = whole(inputs, key.name);
    // What nobody asked for, the usual word of a shorter sentence, is not spoken of.
    if (wanted > sentence.count && inputs.options.contains(std::string(key.name))) {
      tell_other(run, fmt::format("{} = {} is beyond the sentence; its last word, number {}, is "
                                  "shown",
                                  key.name, wanted, sentence.count));
    }
    return std::min(wanted, sentence.count) - 1;
  };
  Since2017Record record;
  record.stage = stage_of(inputs);
  record.word = token(since_2017_options::word);
  record.other = token(since_2017_options::other);
  record.words[0] = axis_label(sentence.tokens, record.word);
  record.words[1] = axis_label(sentence.tokens, record.other);
  if (sentence.count > kMostRead) {
    run.notes.push_back(fmt::format("The untrained network reads the first {} tokens", kMostRead));
  }
  record.gradients =
      name_gradients(sheet, axis_labels(sentence.tokens, sentence.count), whole(inputs, "layers"),
                     static_cast<std::uint64_t>(number(inputs, "seed")));
  record.norms = name_norms(sheet, x, record.word, number(inputs, "offset"));
  record.gate = name_gate(sheet, x, record.word);
  record.turns = name_turns(sheet, x, record.word, record.other, whole(inputs, "shift"));
  const LayerShape shape = shape_of(inputs, run);
  record.cache =
      name_cache(sheet, shape, number(inputs, "context"), std::stod(choice(inputs, "bits")) / 8);
  record.biases = name_biases(sheet, shape);
  record.trials = name_trials(sheet);
  run.output = record.trials.last;
  sheet.tell();
  run.random = true;
  run.records.add(std::move(record));
  return run;
}

OptionSpec at_stage(BlockStage stage, OptionSpec spec) {
  return shown_while("change", std::string(name(stage)), std::move(spec));
}
// While the key/value heads are what it is about, and the shape is one's own.
OptionSpec of_own_shape(OptionSpec spec) {
  spec.shown = [](const Inputs& inputs, const Run&) {
    return choice(inputs, "model") == "own" && stage_of(inputs) >= BlockStage::shared_keys;
  };
  return spec;
}
OptionSpec of_shape(OptionSpec spec) {
  spec.shown = [](const Inputs& inputs, const Run&) {
    return stage_of(inputs) >= BlockStage::shared_keys;
  };
  return spec;
}

const RegisterScene registered{
    {.name = "since-2017",
     .what = "The Transformer's block of 2017 and today's, one change at a time: what each does to "
             "a row, a score, a gradient or the memory, and whether it helped when it was trained.",
     .subject = Subject::transformer,
     .options =
         {choice_option("change", "\\text{up to}", "The last change that today's block has.",
                        std::string(name(BlockStage::paper)), stage_names()),
          at_stage(BlockStage::norm_before,
                   integer_option("layers", "\\text{layers}",
                                  "Of the network whose gradients are measured.", 6, 2, 24)),
          at_stage(BlockStage::rms_norm,
                   number_option("offset", "c", "Added to every number of the row.", 0, -10, 10)),
          at_stage(
              BlockStage::rotary,
              integer_option("shift", "\\text{moved on}",
                             "By how many positions both words are moved on.", 0, 0, kMostShift)),
          of_shape(choice_option("model", "\\text{model}",
                                 "Whose heads and layers; own: as many as you like.", "own",
                                 model_names())),
          of_own_shape(integer_option("heads", "\\text{heads}", "Each of 64 columns.", 8, 1, 32)),
          of_own_shape(integer_option("kv_heads", "\\text{key/value heads}",
                                      "That the heads share evenly.", 2, 1, 32)),
          at_stage(BlockStage::shared_keys, integer_option("context", "\\text{tokens}",
                                                           "How long the text is.", 4096, 1, 1e6)),
          at_stage(BlockStage::shared_keys,
                   choice_option("bits", "\\text{bits}", "Of a number in the cache.", "16",
                                 {"8", "16", "32"})),
          shown_in_view(integer_option(std::string(since_2017_options::word.name), "word",
                                       "Whose row and query are looked at, from 1.",
                                       since_2017_options::word.initial, 1, 2048)),
          shown_in_view(integer_option(std::string(since_2017_options::other.name), "other",
                                       "Whose key is looked at, from 1.",
                                       since_2017_options::other.initial, 1, 2048)),
          width_option(8), seed_option()},
     .sentences = 1,
     .run = run_since_2017}};

}  // namespace

}  // namespace glassformer
