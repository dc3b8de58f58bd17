#pragma once

#include <map>
#include <string>
#include <utility>

#include "app/views/vectors/word_training_options.h"
#include "app/widgets/ui.h"

namespace glassformer {

// How word vectors are learned, each number and switch with its meaning in a tip.
class WordTrainingSettings {
 public:
  const WordTrainingPlan& plan() const { return plan_; }
  void show(const WordTrainingPlan& plan) { plan_ = plan; }
  // Learns from a text of one's own; with its rare words left out, as is usual.
  void learn_from(const std::filesystem::path& text);
  // The model, and what the words speak of; the rest behind More. In as many rows as it takes,
  // which it takes from the area. True if something was changed.
  bool draw(Ui& ui, Rect& area, const std::string& words);
  // One of word_training_models. False if it is chosen already.
  bool choose_model(int model);
  int model() const;
  // What was typed last and cannot be, as a sentence; told once, empty if there is nothing to tell.
  std::string refused() { return std::exchange(refused_, {}); }

 private:
  class Rows;
  void add(Ui& ui, const WordTrainingChoice& one, Rows& rows);
  void add(Ui& ui, const WordTrainingSwitch& one, Rows& rows);
  void add(Ui& ui, const WordTrainingNumber& one, Rows& rows);
  void add_way_back(Ui& ui, Rows& rows);
  void add_more(Ui& ui, Rows& rows, int behind);
  bool edit(Ui& ui, const WordTrainingNumber& number, Rect box);

  WordTrainingPlan plan_ = window_training_plan();
  std::map<std::string, std::string, std::less<>> typed_;
  std::string refused_;
  bool more_ = false;
};

}  // namespace glassformer
