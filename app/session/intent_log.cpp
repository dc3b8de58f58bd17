#include "app/session/intent_log.h"

#include <fmt/format.h>

#include <utility>

namespace glassformer {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang before 17 does not find it by itself

std::function<void(const std::string&)>& heard_by() {
  static std::function<void(const std::string&)> listener;
  return listener;
}

}  // namespace

std::string described(const Intent& intent) {
  return std::visit(
      Overloaded{
          [](const SetCell& set) {
            return fmt::format("set {}[{},{}] to {}", set.path, set.cell.row, set.cell.col,
                               set.cell.value);
          },
          [](const ResetCell& reset) {
            return fmt::format("put back {}[{},{}]", reset.path, reset.row, reset.col);
          },
          [](const SetText& set) {
            return fmt::format("sentence {}, {} bytes", set.which, set.text.size());
          },
          [](const SetOption& set) { return "option " + set.name; },
          [](const SetOrder& set) { return fmt::format("order of {} words", set.order.size()); },
          [](const ResetAll&) { return std::string("put the lesson back"); },
      },
      intent);
}

void tell_done(const std::string& what) {
  if (heard_by()) heard_by()(what);
}

void hear_what_is_done(std::function<void(const std::string&)> listener) {
  heard_by() = std::move(listener);
}

}  // namespace glassformer
