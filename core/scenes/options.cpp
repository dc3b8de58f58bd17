#include "core/scenes/options.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/nn/mask.h"
#include "core/scenes/without_effect.h"
#include "core/text/tokenize.h"

namespace glassformer {

namespace {

OptionSpec made(std::string name, std::string label, std::string help, OptionSpec::Kind kind,
                Option initial) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.label = std::move(label);
  spec.help = std::move(help);
  spec.kind = kind;
  spec.initial = std::move(initial);
  return spec;
}

bool never(const Inputs&, const Run&) {
  return false;
}

using Shown = bool (*)(const Inputs&, const Run&);

// What is done to scores: where a lesson gives the weights themselves, there are none.
OptionSpec of_scores(OptionSpec spec) {
  spec.shown = [before = std::move(spec.shown)](const Inputs& inputs, const Run& run) {
    const bool has_scores =
        run.sites.empty() || std::ranges::any_of(run.sites, [](const AttentionSite& site) {
          return static_cast<bool>(site.scores);
        });
    return has_scores && (!before || before(inputs, run));
  };
  return spec;
}

bool has(const Inputs& inputs, std::string_view option) {
  const Scene* scene = find_scene(inputs.scene);
  return scene != nullptr && std::ranges::any_of(scene->options, [&](const OptionSpec& spec) {
           return spec.name == option;
         });
}

}  // namespace

OptionSpec number_option(std::string name, std::string label, std::string help, double initial,
                         double min, double max) {
  OptionSpec spec =
      made(std::move(name), std::move(label), std::move(help), OptionSpec::Kind::number, initial);
  spec.min = min;
  spec.max = max;
  return spec;
}

OptionSpec integer_option(std::string name, std::string label, std::string help, double initial,
                          double min, double max) {
  OptionSpec spec =
      number_option(std::move(name), std::move(label), std::move(help), initial, min, max);
  spec.kind = OptionSpec::Kind::integer;
  return spec;
}

OptionSpec toggle_option(std::string name, std::string label, std::string help, bool initial) {
  OptionSpec spec = made(std::move(name), std::move(label), std::move(help),
                         OptionSpec::Kind::toggle, initial ? 1.0 : 0.0);
  spec.max = 1;
  return spec;
}

OptionSpec choice_option(std::string name, std::string label, std::string help, std::string initial,
                         std::vector<std::string> choices) {
  OptionSpec spec = made(std::move(name), std::move(label), std::move(help),
                         OptionSpec::Kind::choice, std::move(initial));
  spec.choices = std::move(choices);
  return spec;
}

// Words are typed in the view, which knows what may be typed.
OptionSpec text_option(std::string name, std::string help, std::string initial) {
  std::string label = name;
  return shown_in_view(made(std::move(name), std::move(label), std::move(help),
                            OptionSpec::Kind::text, std::move(initial)));
}

OptionSpec shown_while(std::string option, Option value, OptionSpec spec) {
  spec.shown = [option = std::move(option), value = std::move(value)](const Inputs& inputs,
                                                                      const Run&) {
    return option_value(inputs, option) == value;
  };
  return spec;
}

OptionSpec shown_if_random(OptionSpec spec) {
  spec.shown = [](const Inputs&, const Run& run) { return run.random; };
  return spec;
}

OptionSpec shown_in_view(OptionSpec spec) {
  spec.shown = never;
  return spec;
}

bool is_without_effect(const OptionSpec& spec, const Inputs& inputs, const Run& run) {
  if (!spec.shown) return false;
  const auto* const plain = spec.shown.target<Shown>();
  return (plain == nullptr || *plain != never) && !spec.shown(inputs, run);
}

OptionSpec weights_option(std::string help) {
  OptionSpec spec = text_option("weights", std::move(help), "en-fr");
  spec.label = "\\text{model}";
  return spec;
}

OptionSpec scale_option() {
  return of_scores(toggle_option("scale", "\\div\\sqrt{d_{k}}",
                                 "Divides every score by the root of d_k before the softmax.",
                                 true));
}

OptionSpec d_k_option() {
  OptionSpec spec = of_scores(shown_while(
      "scale", 1.0,
      integer_option(
          "d_k", "d_{k}",
          "The d_k under the root that divides the scores; 0 takes the width of the keys.", 0, 0,
          4096)));
  spec.zero_means = [](const Run& run) {
    const bool has_keys = !run.sites.empty() && run.sites.front().k;
    return has_keys ? run.tape.shape(run.sites.front().k).cols : 0.0;
  };
  return spec;
}

OptionSpec temperature_option() {
  return of_scores(number_option(
      "temperature", "\\text{temperature }T",
      "Divides the scores as well: above 1 the weights become more even, below 1 sharper.", 1, 0.05,
      20));
}

std::vector<OptionSpec> mask_options() {
  const double longest = max_tokens;
  return {
      of_scores(choice_option("mask", "\\text{mask}",
                              "Which keys a query may see: all, none of the later ones, none of "
                              "the padding, or only its neighbours.",
                              "none", mask_names())),
      of_scores(shown_while(
          "mask", "padding",
          integer_option("padding", "\\text{padding}",
                         "How many keys at the end the padding mask hides.", 1, 0, longest))),
      of_scores(shown_while(
          "mask", "window",
          integer_option(
              "window", "\\text{window}",
              "How many tokens to the left and to the right the window mask lets be seen.", 1, 0,
              longest)))};
}

OptionSpec seed_option() {
  return shown_if_random(integer_option(
      "seed", "\\text{seed}",
      "Names the sequence of random numbers from which what is not given is drawn.", 7, 0, 999999));
}

OptionSpec positions_option() {
  return toggle_option("positions", "\\text{positions}",
                       "Adds the sinusoidal positional encoding to the embeddings.", false);
}

OptionSpec width_option(double initial) {
  // Matrices that a lesson gives have a width of their own.
  return shown_if_random(integer_option("d_model", "d_{\\mathrm{model}}",
                                        "How many numbers stand for one token.", initial, 1, 1024));
}

OptionSpec heads_option(double initial) {
  return integer_option("heads", "\\text{heads}",
                        "How many heads share d_model; each works on d_model / heads numbers.",
                        initial, 1, 16);
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
