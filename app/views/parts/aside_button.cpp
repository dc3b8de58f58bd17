#include "app/views/parts/aside_button.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/jobs/jobs.h"

namespace glassformer {

namespace {

template <class Has>
const SetAside* newest(const Session& session, const Has& has) {
  const std::vector<SetAside>& all = session.jobs().set_aside();
  const auto found = std::find_if(all.rbegin(), all.rend(), has);
  return found == all.rend() ? nullptr : &*found;
}

}  // namespace

const SetAside* waiting_model(const Session& session) {
  return newest(session, [](const SetAside& one) { return static_cast<bool>(one.model); });
}

const SetAside* waiting_vectors(const Session& session) {
  return newest(session, [](const SetAside& one) { return static_cast<bool>(one.vectors); });
}

const SetAside* waiting_pretraining(const Session& session) {
  return newest(session, [](const SetAside& one) { return static_cast<bool>(one.pretraining); });
}

const SetAside* waiting_race(const Session& session, RaceKind kind) {
  return newest(session,
                [kind](const SetAside& one) { return one.race != nullptr && one.kind == kind; });
}

bool draw_aside_button(Ui& ui, Session& session, const SetAside* waiting, Rect& row) {
  if (waiting == nullptr) return false;
  const Theme& theme = ui.theme;
  const std::string label = "Back to " + name_of(*waiting);
  const float wide = ui.canvas.width(label, theme.small()) + theme.px(24);
  const Rect place = row.take_right(std::min(wide, row.w * 0.6F));
  row.take_right(theme.px(12));
  if (!ui.button(label, place, false, "It waits as it was left; what is here now waits in turn"))
    return false;
  session.bring_back(SetAside(*waiting));
  ui.request_frame();
  return true;
}

}  // namespace glassformer
