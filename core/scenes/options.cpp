#include "core/scenes/options.h"

#include <memory>

#include "core/nn/mask.h"
#include "core/text/tokenize.h"

namespace glassformer {

namespace {

OptionSpec integer(std::string name, std::string label, std::string help, double initial,
                   double least, double most) {
  return {std::move(name),
          std::move(label),
          std::move(help),
          OptionSpec::Kind::integer,
          initial,
          least,
          most,
          {}};
}

OptionSpec toggle(std::string name, std::string label, std::string help, bool initial) {
  return {std::move(name),
          std::move(label),
          std::move(help),
          OptionSpec::Kind::toggle,
          initial ? 1.0 : 0.0,
          0,
          1,
          {}};
}

bool has(const Inputs& inputs, std::string_view option) {
  const Scene* model = find_scene(inputs.scene);
  if (model == nullptr) return false;
  for (const OptionSpec& spec : model->options) {
    if (spec.name == option) return true;
  }
  return false;
}

}  // namespace

OptionSpec scale_option() {
  return toggle("scale", "\\div\\sqrt{d_{k}}",
                "Divides every score by the root of d_k before the softmax.", true);
}

OptionSpec d_k_option() {
  return integer("d_k", "d_{k}",
                 "The d_k under the root that divides the scores; 0 takes the width of the keys.",
                 0, 0, 4096);
}

OptionSpec temperature_option() {
  return {"temperature",
          "\\text{temperature }T",
          "Divides the scores as well: above 1 the weights become more even, below 1 sharper.",
          OptionSpec::Kind::number,
          1.0,
          0.05,
          20,
          {}};
}

std::vector<OptionSpec> mask_options() {
  OptionSpec mask{"mask",
                  "\\text{mask}",
                  "Which keys a query may see: all, none of the later ones, none of the padding, "
                  "or only its neighbours.",
                  OptionSpec::Kind::choice,
                  std::string("none"),
                  0,
                  0,
                  mask_names()};
  const double longest = most_tokens;
  return {std::move(mask),
          integer("padding", "\\text{padding}", "How many keys at the end the padding mask hides.",
                  1, 0, longest),
          integer("window", "\\text{window}",
                  "How many tokens to the left and to the right the window mask lets be seen.", 1,
                  0, longest)};
}

OptionSpec seed_option() {
  return integer("seed", "\\text{seed}",
                 "Names the sequence of random numbers from which what is not given is drawn.", 7,
                 0, 999999);
}

OptionSpec positions_option() {
  return toggle("positions", "\\text{positions}",
                "Adds the sinusoidal positional encoding to the embeddings.", false);
}

OptionSpec width_option(double initial) {
  return integer("d_model", "d_{\\mathrm{model}}", "How many numbers stand for one token.", initial,
                 1, 1024);
}

OptionSpec heads_option(double initial) {
  return integer("heads", "\\text{heads}",
                 "How many heads share d_model; each works on d_model / heads numbers.", initial, 1,
                 16);
}

std::vector<OptionSpec> join(std::initializer_list<std::vector<OptionSpec>> lists) {
  std::vector<OptionSpec> joined;
  for (const auto& list : lists) joined.insert(joined.end(), list.begin(), list.end());
  return joined;
}

AttentionSpec read_attention_spec(const Inputs& inputs, Shape scores) {
  AttentionSpec spec;
  if (has(inputs, "scale")) spec.scaled = number(inputs, "scale") == 1;
  if (has(inputs, "d_k")) spec.d_k = number(inputs, "d_k");
  if (has(inputs, "temperature")) spec.temperature = number(inputs, "temperature");
  if (has(inputs, "mask")) {
    MaskSpec mask;
    mask.kind = mask_kind(choice(inputs, "mask"));
    mask.padding = static_cast<int>(number(inputs, "padding"));
    mask.window = static_cast<int>(number(inputs, "window"));
    spec.mask = std::make_shared<const Leaf>(make_mask(mask, scores));
  }
  return spec;
}

}  // namespace glassformer
