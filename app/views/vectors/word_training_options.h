#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/jobs/vector_training.h"

namespace glassformer {

// What can be set of a training: its name, what it means, where it is shown, and how to read and
// write it. Of a model that does not know it nothing is shown.
struct WordTrainingNumber {
  const char* name;
  const char* meaning;
  bool (*shown)(const WordTrainingPlan&);
  double least, most;
  std::function<double(const WordTrainingPlan&)> read;
  std::function<void(WordTrainingPlan&, double)> write;
  float width = 44;  // of its field, px at scale 1
};
struct WordTrainingSwitch {
  const char* name;
  const char* meaning;
  bool (*shown)(const WordTrainingPlan&);
  std::function<bool(const WordTrainingPlan&)> read;
  std::function<void(WordTrainingPlan&, bool)> write;
};
struct WordTrainingChoice {
  const char* name;
  std::vector<std::string> labels, meanings;
  bool (*shown)(const WordTrainingPlan&);
  std::function<int(const WordTrainingPlan&)> read;
  std::function<void(WordTrainingPlan&, int)> write;
  float width;
};
using WordTrainingOption = std::variant<WordTrainingChoice, WordTrainingSwitch, WordTrainingNumber>;

// Which model learns, as steps of lessons name it; in the order of the first option's labels.
inline constexpr std::array<std::string_view, 5> word_training_models{"skip-gram", "cbow", "glove",
                                                                      "lsa", "bengio"};
// In the order in which they stand on screen, those of all models; first which model it is.
const std::vector<WordTrainingOption>& word_training_options();

}  // namespace glassformer
