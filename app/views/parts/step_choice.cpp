#include "app/views/parts/step_choice.h"

#include <string_view>

namespace glassformer {

namespace {

constexpr std::string_view kOverruled =
    "This step shows what it is about, in place of your choice.";

}  // namespace

void say_overruled(Session& session) {
  if (!session.message.empty()) return;  // what stands there is not to be missed
  session.message = kOverruled;
  session.message_is_error = false;
}

void forget_overruled(Session& session) {
  if (session.message == kOverruled) session.message.clear();
}

}  // namespace glassformer
