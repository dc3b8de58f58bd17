#include "app/session/filled_slots.h"

#include <map>

namespace glassformer {

namespace {

std::map<std::string_view, std::string_view>& slot_by_view() {
  static std::map<std::string_view, std::string_view> slots;
  return slots;
}

}  // namespace

void fills_slot(std::string_view view, std::string_view slot) {
  if (!slot.empty()) slot_by_view()[view] = slot;
}

std::string_view filled_slot(const Lesson& lesson) {
  const auto found = slot_by_view().find(lesson.view);
  return found == slot_by_view().end() ? std::string_view() : found->second;
}

}  // namespace glassformer
