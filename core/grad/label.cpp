#include "core/grad/label.h"

#include <utility>

namespace glassformer {

const Labels::Words& Labels::words() const {
  static const Words none;
  return words_ ? *words_ : shared_ ? *shared_ : none;
}

bool Labels::operator==(const Labels& other) const {
  return &words() == &other.words() || words() == other.words();
}

void Labels::push_back(std::string word) {
  if (!words_ || words_.use_count() > 1) words_ = std::make_shared<Words>(words());
  words_->push_back(std::move(word));
}

std::string axis_label(const Axis& axis, int index) {
  const auto i = static_cast<std::size_t>(index);
  return i < axis.labels.size() ? axis.labels[i] : std::to_string(index + 1);
}

std::vector<std::string> axis_labels(const Axis& axis, int count) {
  std::vector<std::string> labels;
  for (int i = 0; i < count; ++i) labels.push_back(axis_label(axis, i));
  return labels;
}

Origin all_cells(std::string sentence) {
  return [sentence = std::move(sentence)](int, int) { return sentence; };
}

}  // namespace glassformer
