#include "core/lesson/step_title.h"

namespace glassformer {

std::string title_of(const Step& step) {
  return with_conditions(step.title, true);
}

std::string title_of(const Step& step, const LivingText& now) {
  return filled(step.title, now);
}

}  // namespace glassformer
