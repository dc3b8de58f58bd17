#include "core/scenes/material.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "core/grad/progress.h"
#include "core/nn/seeded.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"
#include "core/text/number_of.h"
#include "core/text/tokenize.h"

namespace glassformer {

namespace {

std::string size_text(Material::Size rows, Material::Size cols) {
  const auto part = [](Material::Size size) {
    return size.wanted == 0 ? std::string("any") : std::to_string(size.wanted);
  };
  return part(rows) + " × " + part(cols);
}

bool fits(Material::Size size, int actual) {
  return size.wanted == 0 || size.wanted == actual;
}

}  // namespace

Material::Material(const Inputs& inputs)
    : inputs_(inputs), seed_(static_cast<std::uint64_t>(number(inputs, "seed"))) {}

LeafPtr Material::given(const std::string& name) const {
  const auto found = inputs_.given.find(name);
  return found == inputs_.given.end() ? nullptr : found->second;
}

LeafPtr Material::take(const std::string& name, Size rows, Size cols, double deviation,
                       std::string_view why) {
  if (LeafPtr leaf = given(name)) {
    const Shape shape = leaf->value.shape();
    if (!fits(rows, shape.rows) || !fits(cols, shape.cols)) {
      throw ShapeError(fmt::format("{}: the given {} is {}, but it must be {}: {}", inputs_.scene,
                                   name, to_string(shape), size_text(rows, cols), why));
    }
    return leaf;
  }
  random_weights_.push_back(name);
  const Shape shape{rows.wanted == 0 ? rows.drawn : rows.wanted,
                    cols.wanted == 0 ? cols.drawn : cols.wanted};
  check_memory(inputs_, static_cast<double>(shape.cells()),
               fmt::format("{} of {}", name, to_string(shape)));
  return seeded_normal(seed_, name, shape, deviation);
}

LeafPtr Material::words(const std::string& name, const std::vector<std::string>& words, int width) {
  random_words_.push_back(name);
  return seeded_words(seed_, words, width);
}

void Material::tell(Run& run, int turns) const {
  run.random = !random_words_.empty() || !random_weights_.empty();
  // In the lesson's symbols; by its name what the run has not recorded.
  const auto symbol = [&](const std::string& name) {
    const Var var = run.tape.find(name);
    const std::string written = var ? run.tape.node(var).label.symbol : std::string();
    return written.empty() ? name : "$\\tensor{" + name + "}{" + written + "}$";
  };
  const auto list = [&](const std::vector<std::string>& names) {
    constexpr std::size_t max = 4;
    std::vector<std::string> symbols;
    for (const std::string& name : names) symbols.push_back(symbol(name));
    if (symbols.size() <= max) return fmt::format("{}", fmt::join(symbols, ", "));
    return fmt::format("{}, {} … {}", symbols[0], symbols[1], symbols.back());
  };
  if (!random_words_.empty()) {
    run.notes.push_back(fmt::format(
        "The embeddings {} are random (seed {}), not trained; equal words have equal vectors.",
        list(random_words_), seed_));
  }
  if (!random_weights_.empty()) {
    const bool one = random_weights_.size() == 1;
    const std::string names = list(random_weights_);
    run.notes.push_back(turns > 0 ? fmt::format("{} {} random (seed {}) before the first of {}.",
                                                names, one ? "was" : "were", seed_,
                                                number_of(static_cast<std::size_t>(turns), "turn"))
                                  : fmt::format("{} {} random (seed {}), not trained.", names,
                                                one ? "is" : "are", seed_));
  }
}

std::vector<std::string> sentence(const Inputs& inputs, int which) {
  const auto i = static_cast<std::size_t>(which);
  if (!inputs.text[i].empty()) return tokenize(inputs.text[i]);
  if (inputs.tokens[i].size() > max_tokens) {
    throw UserError(fmt::format("{}: {} tokens are too many; at most {} can be shown", inputs.scene,
                                inputs.tokens[i].size(), max_tokens));
  }
  return inputs.tokens[i];
}

void check_labels(const Inputs& inputs, const std::vector<std::string>& labels, int count,
                  std::string_view what) {
  if (labels.empty() || static_cast<int>(labels.size()) == count) return;
  if (!inputs.text[0].empty()) {
    throw UserError(
        fmt::format("{}: this lesson gives its numbers, for {}; the sentence has {} "
                    "({}). Type a sentence of {}",
                    inputs.scene, number_of(static_cast<std::size_t>(count), "word"),
                    number_of(labels.size(), "word"), fmt::join(labels, " "),
                    number_of(static_cast<std::size_t>(count), "word")));
  }
  throw UserError(fmt::format("{}: there are {} {} but {} ({}); give one word for each, or none",
                              inputs.scene, count, what, number_of(labels.size(), "word"),
                              fmt::join(labels, " ")));
}

void check_memory(const Inputs& inputs, double cells, std::string_view how) {
  const double bytes = cells * sizeof(Real);
  check_memory(fmt::format("{}: what {} make", inputs.scene, how), bytes,
               "take a shorter sentence or smaller settings");
  expect_cells(cells);
}

double weight_deviation(int rows) {
  return 1 / std::sqrt(static_cast<double>(rows));
}

}  // namespace glassformer
