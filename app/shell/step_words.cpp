#include "app/shell/step_words.h"

#include "app/session/ours.h"
#include "app/views/parts/touch_cell.h"
#include "core/text/unicode.h"

namespace glassformer {

FormulaStyle linked_style(const Theme& theme, const Session& session, Color ink, float size) {
  FormulaStyle style;
  style.size = theme.px(size);
  style.ink = ink;
  const RunPtr run = session.run();
  style.tensor_color = [&theme, run](std::string_view path) {
    const Var var = run->tape.find(path);
    return var ? theme.tensor(run->tape.node(var).label.role) : theme.ink;
  };
  if (session.hover.kind == Target::Kind::tensor || session.hover.kind == Target::Kind::cell) {
    style.lit = session.hover.path;
  }
  return style;
}

void hover_tensor(Session& session, const std::string& path) {
  if (path.empty() || !session.run()->tape.find(path)) return;
  point_at(session, matrix_of(path));
}

std::string as_sentence(std::string_view note) {
  const std::string_view first = note.substr(0, note.find_first_of(" :,"));
  constexpr std::string_view command = "glassformer";
  const bool name =
      first == command || first.substr(0, first.find_last_not_of('.') + 1).find_first_of("./_") !=
                              std::string_view::npos;
  std::string sentence = name ? std::string(note) : with_large_first(note);
  if (!sentence.empty() && sentence.back() != '.' && sentence.back() != '?') sentence += '.';
  return sentence;
}

LivingText living_text(const Session& session, const View& view) {
  return {session.run().get(), &session.shown(), view.ours(session)};
}

}  // namespace glassformer
