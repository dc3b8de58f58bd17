#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/files/model_boxes.h"
#include "app/widgets/ui.h"
#include "core/lesson/lesson.h"
#include "core/models/checkpoint.h"

namespace glassformer {

// What a model is that was opened: its sizes as `info` says them, its boxes, and the lessons that
// can run on it. It lies over the lesson that is open, which stays as it is.
class ModelPage {
 public:
  void open(std::string named, CheckpointPtr model, const std::vector<Lesson>& lessons);
  bool is_open() const { return model_ != nullptr; }
  void close() { model_.reset(); }
  const CheckpointPtr& model() const { return model_; }
  // The lesson that the user picked.
  const Lesson* draw(Ui& ui, Rect whole);

 private:
  void draw_facts(Ui& ui, Rect area);
  void draw_boxes(Ui& ui, Rect area) const;
  const Lesson* draw_lessons(Ui& ui, Rect area);

  CheckpointPtr model_;
  std::string named_, what_, no_lesson_;
  struct Fact {
    std::string name, value;
    bool heading = false;
  };
  std::vector<Fact> facts_;
  std::vector<ModelStack> stacks_;
  std::vector<const Lesson*> lessons_;
  int choice_ = 0;  // the lesson that Enter opens
  float facts_offset_ = 0, lessons_offset_ = 0;
};

}  // namespace glassformer
