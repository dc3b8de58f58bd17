#include "app/views/language/bar_rows.h"
#include "app/views/language/block_pictures.h"
#include "core/scenes/records/since_2017.h"

namespace glassformer {

void draw_two_norms(Ui& ui, Session& session, Rect area) {
  const RunPtr run = session.run();
  const auto& norms = run->records.get<Since2017Record>().norms;
  const Theme& theme = ui.theme;
  draw_bar_rows(ui, session,
                {{.name = "the row",
                  .symbol = "x + c",
                  .values = norms.row,
                  .color = theme.tensor(Role::input),
                  .before = norms.plain,
                  .mean = norms.mean},
                 {.name = "layer norm",
                  .symbol = "\\frac{x - \\mu}{\\sigma}",
                  .values = norms.layer,
                  .color = theme.tensor(Role::value),
                  .before = norms.plain_layer},
                 {.name = "RMS norm",
                  .symbol = "\\frac{x}{\\mathrm{RMS}(x)}",
                  .values = norms.rms,
                  .color = theme.tensor(Role::output),
                  .before = norms.plain_rms}},
                area);
}

void draw_gate(Ui& ui, Session& session, Rect area) {
  const RunPtr run = session.run();
  const auto& gate = run->records.get<Since2017Record>().gate;
  const Theme& theme = ui.theme;
  draw_bar_rows(ui, session,
                {{.name = "2017",
                  .symbol = "\\max(0, x W_{1})",
                  .values = gate.relu,
                  .color = theme.soft_ink},
                 {.name = "gate",
                  .symbol = "\\mathrm{SiLU}(x W)",
                  .values = gate.gate,
                  .color = theme.tensor(Role::key)},
                 {.name = "value",
                  .symbol = "x V",
                  .values = gate.value,
                  .color = theme.tensor(Role::value),
                  .pale = gate.gate},
                 {.name = "product",
                  .symbol = "\\mathrm{SiLU}(x W) \\circ x V",
                  .values = gate.product,
                  .color = theme.tensor(Role::output)}},
                area);
}

}  // namespace glassformer
