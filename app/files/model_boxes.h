#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// The picture of a network in boxes: stacks that are read from the bottom to the top.
struct ModelBox {
  enum class Kind { embedding, attention, feed_forward, recurrent, output, other };
  std::string label, detail;
  Kind kind = Kind::other;
};
struct ModelStack {
  std::string title;            // "Encoder"; empty where there is one stack only
  std::vector<ModelBox> below;  // once, before the layers
  std::vector<ModelBox> layer;  // of each layer
  int layers = 0;
  std::vector<ModelBox> above;  // once, behind them
};

// `facts`: of model_facts(). An architecture without a picture of its own has a box for each of its
// parts.
std::vector<ModelStack> model_boxes(std::string_view facts);

}  // namespace glassformer
