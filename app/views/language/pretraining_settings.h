#pragma once

#include <map>
#include <string>
#include <utility>

#include "app/jobs/pretraining_job.h"
#include "app/widgets/ui.h"

namespace glassformer {

// What is pre-trained and on which text, as the user sets it above the pictures.
class PretrainingSettings {
 public:
  const PretrainingPlan& plan() const { return plan_; }
  void show(const PretrainingPlan& plan);
  void learn_from(const std::string& file);
  void learn_from_world();
  // In one or two rows, which it takes from the area. True if something was changed.
  bool draw(Ui& ui, Rect& area);
  // What was typed last and cannot be, as a sentence; told once, empty if there is nothing to tell.
  std::string refused() { return std::exchange(refused_, {}); }

 private:
  void draw_text(Ui& ui, Rect& row);
  void draw_network(Ui& ui, Rect& row);
  void draw_number(Ui& ui, const char* name, const char* meaning, int PretrainingPlan::*field,
                   std::pair<int, int> range, Rect& row);

  PretrainingPlan plan_;
  std::string own_;  // the text that was named last
  std::map<std::string, std::string, std::less<>> typed_;
  std::string refused_;
};

}  // namespace glassformer
