#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "app/views/vectors/word_training_options.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The plan in a line: "skip-gram · 100 numbers · window 5 · 5 epochs".
std::string settings_in_one_line(const WordTrainingPlan& plan);

// How word vectors are learned, each number and switch with its meaning in a tip.
class WordTrainingSettings {
 public:
  using Source = WordTrainingPlan::Source;

  const WordTrainingPlan& plan() const { return plan_; }
  void show(const WordTrainingPlan& plan);
  // Learns from that text, with sizes that suit it unless others were set. A text of one's own is
  // the one that was named last. False if nothing changes.
  bool choose_text(Source source);
  // Learns from a text of one's own: in small letters, without signs and rare words, as is usual.
  void learn_from(const std::filesystem::path& text);
  // The text and the settings in a line; what the words speak of below it, and the rest behind
  // More. In as many rows as it takes, which it takes from the area. True if something was changed.
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
  bool draw_text(Ui& ui, Rect& row);
  void draw_line(Ui& ui, Rect row);
  bool edit(Ui& ui, const WordTrainingNumber& number, Rect box);

  WordTrainingPlan plan_ = window_training_plan();
  bool there_ = wordnet_is_there();
  std::filesystem::path own_;  // the text that was named last; empty: none
  std::map<std::string, std::string, std::less<>> typed_;
  std::string refused_;
  bool more_ = false;
};

}  // namespace glassformer
