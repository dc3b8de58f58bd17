#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/session/session.h"

// Somebody who does anything at all with a lesson, and what must hold whatever he does. A test
// draws what is done from a seed, a fuzz target from its bytes.
namespace glassformer::testing {

class RandomIntents {
 public:
  // A number below `below`, which is at least 1.
  using Choose = std::function<std::uint32_t(std::uint32_t below)>;

  RandomIntents(const std::vector<Lesson>& lessons, Choose choose);
  ~RandomIntents();

  // Something that can be done, and what must hold after it. Returns what is wrong, a sentence with
  // all that was done since the lesson was opened; empty: all is well.
  std::string act();

 private:
  std::string change();
  std::string undo_and_redo();
  std::string steps();
  std::string other_lesson();
  std::string save_and_open();
  std::string look() const;
  std::string explain();
  Intent intent();
  double number();
  std::string words();
  bool chance(std::uint32_t one_in) { return choose_(one_in) == 0; }
  void settle();

  const std::vector<Lesson>& lessons_;
  Choose choose_;
  std::unique_ptr<Session> session_;
  double now_ = 0;
  std::string done_;                 // in words
  std::vector<std::string> states_;  // before each change that can be undone at this step
};

}  // namespace glassformer::testing
