#include "app/session/intent.h"

#include <algorithm>

namespace glassformer {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang before 17 does not find it by itself

bool is_set(const Inputs& stage, const ResetCell& reset) {
  const auto cells = stage.edits.find(reset.path);
  if (cells == stage.edits.end()) return false;
  return std::any_of(cells->second.begin(), cells->second.end(), [&](const CellEdit& cell) {
    return cell.row == reset.row && cell.col == reset.col;
  });
}

void forget_cell(const ResetCell& reset, Changes& own) {
  const auto cells = own.edits.find(reset.path);
  if (cells == own.edits.end()) return;
  std::erase_if(cells->second, [&](const CellChange& cell) {
    return cell.row == reset.row && cell.col == reset.col;
  });
  if (cells->second.empty()) own.edits.erase(cells);
}

}  // namespace

void add(const Intent& intent, Changes& own, const Inputs& stage) {
  Changes change;
  std::visit(Overloaded{
                 [&](const SetCell& set) {
                   change.edits[set.path] = {{set.cell.row, set.cell.col, set.cell.value}};
                 },
                 [&](const ResetCell& reset) {
                   if (is_set(stage, reset)) {
                     change.edits[reset.path] = {{reset.row, reset.col, std::nullopt}};
                   } else {
                     forget_cell(reset, own);
                   }
                 },
                 [&](const SetText& set) {
                   change.text.at(static_cast<std::size_t>(set.which)) = set.text;
                 },
                 [&](const SetOption& set) { change.options[set.name] = set.value; },
                 [&](const SetOrder& set) { change.order = set.order; },
                 [&](const ResetAll&) { own = {}; },
             },
             intent);
  add(change, own);
}

bool same_gesture(const Intent& a, const Intent& b) {
  if (const auto* x = std::get_if<SetCell>(&a), *y = std::get_if<SetCell>(&b); x && y) {
    return x->gesture != 0 && x->gesture == y->gesture;
  }
  if (const auto* x = std::get_if<SetText>(&a), *y = std::get_if<SetText>(&b); x && y) {
    return x->gesture != 0 && x->gesture == y->gesture && x->which == y->which;
  }
  if (const auto* x = std::get_if<SetOption>(&a), *y = std::get_if<SetOption>(&b); x && y) {
    return x->gesture != 0 && x->gesture == y->gesture && x->name == y->name;
  }
  return false;
}

}  // namespace glassformer
