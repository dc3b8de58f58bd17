#include <algorithm>
#include <array>

#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/step_state.h"
#include "app/views/transformer/learned_positions.h"
#include "app/views/transformer/position_pictures.h"
#include "app/views/view.h"
#include "core/scenes/records/positions.h"

namespace glassformer {

namespace {

constexpr float kLowArea = 430;  // px at scale 1

enum class Picture { waves, encoding, norm, products, distances, shift, rotary, alibi, learned };

struct Tile {
  Picture picture;
  const char* name;
  Var var;  // the matrix that stands for it in the strip
};

std::array<Tile, 9> tiles(const Run& run) {
  const auto& record = run.records.get<PositionsRecord>();
  return {{{Picture::waves, "waves", record.curves},
           {Picture::encoding, "encoding", record.sinusoids.encoding},
           {Picture::norm, "norm", record.rows.norm},
           {Picture::products, "products", record.rows.products},
           {Picture::distances, "distances", record.rows.distances},
           {Picture::shift, "shift", record.shift.turned},
           {Picture::rotary, "rotary", record.rotary.scores},
           {Picture::alibi, "ALiBi", record.alibi.weights},
           {Picture::learned, "learned", LearnedPositions::table(run)}}};
}

// The picture in which the step's matrix is seen.
Picture picture_of(const Session& session) {
  const std::string path = focus_path(session, session.step);
  if (is_within(path, PositionsRecord::Shift::scope)) return Picture::shift;
  if (is_within(path, PositionsRecord::Rotary::scope)) return Picture::rotary;
  if (is_within(path, PositionsRecord::Alibi::scope)) return Picture::alibi;
  if (is_within(path, PositionsRecord::Learned::scope)) return Picture::learned;
  const Var focus = step_focus(session);
  for (const Tile& tile : tiles(*session.run())) {
    if (focus && focus == tile.var) return tile.picture;
  }
  return Picture::encoding;
}

// One large picture of the positional encodings, and below it all of them to choose from.
class Positions : public View {
 public:
  std::string_view name() const override { return "positions"; }
  std::string_view help() const override {
    return "The row below chooses the picture: the waves of a few dimensions, the whole encoding, "
           "the lengths, dot products and distances of its rows, what a shift does, rotary and "
           "ALiBi, and the table that the chosen model has learned. Touch a cell or a "
           "curve; a row of a matrix is drawn as a curve too.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    if (entered_.entered(session)) {
      picture_ = picture_of(session);
      learned_.follow(session);
    }
    const bool low = area.h < theme.px(kLowArea);
    const Rect strip = area.take_bottom(theme.px(low ? 40 : 92));
    area.take_bottom(theme.px(low ? 10 : 16));
    panel_.begin(ui, session);
    draw_stage(ui, session, area);
    draw_strip(ui, session, strip);
    panel_.end(ui, session);
  }

 private:
  void draw_stage(Ui& ui, Session& session, Rect area) {
    const auto& record = session.run()->records.get<PositionsRecord>();
    const Sinusoids& waves = record.sinusoids;
    switch (picture_) {
      case Picture::waves:
        return draw_waves(ui, session, panel_, area);
      case Picture::encoding: {
        const Var focus = step_focus(session);
        // The steps before the encoding show what it is made of, over it.
        if (focus &&
            (focus == waves.frequency || focus == waves.wavelength || focus == waves.exponent)) {
          panel_.draw(ui, session, focus, area.take_top(std::min(area.h * 0.5F, ui.theme.px(150))),
                      {});
          area.take_top(ui.theme.px(12));
        }
        draw_across(ui, session, panel_, focus == waves.angle ? waves.angle : waves.encoding, area);
        return;
      }
      case Picture::norm:
        return draw_norms(ui, session, record.rows.norm, area);
      case Picture::products:
        return draw_pairs(ui, session, panel_, record.rows.products, area);
      case Picture::distances:
        return draw_pairs(ui, session, panel_, record.rows.distances, area);
      case Picture::shift:
        return draw_turning_pairs(ui, session, area);
      case Picture::rotary:
        return draw_pairs(ui, session, panel_, record.rotary.scores, area);
      case Picture::alibi:
        return draw_pairs(ui, session, panel_, record.alibi.weights, area);
      case Picture::learned:
        return learned_.draw(ui, session, panel_, area);
    }
  }

  void draw_strip(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const float gap = theme.px(5), words = theme.px(24);
    const auto all = tiles(*run);
    const auto count = static_cast<float>(all.size());
    // In a low strip the names stand beside the pictures: then each tile has the room of its name.
    const bool low = area.h < theme.px(60);
    const auto needed = [&](const Tile& tile) {
      return low ? ui.canvas.width(tile.name, theme.small()) + area.h + theme.px(12) : 0;
    };
    float spare = area.w - gap * (count - 1);
    for (const Tile& tile : all) spare -= needed(tile);
    float x = area.x;
    for (const Tile& tile : all) {
      const float width = needed(tile) + spare / count;
      const Rect box{x, area.y, width, area.h};
      x += width + gap;
      const bool on = tile.picture == picture_;
      const Touch touch = ui.touch(Ui::id("position tile", Ui::id(tile.name)), box);
      if (touch.clicked) {
        picture_ = tile.picture;
        ui.request_frame();
      }
      ui.canvas.fill(box,
                     on              ? theme.raised
                     : touch.hovered ? theme.pressed
                                     : theme.panel,
                     theme.px(8));
      if (on) ui.canvas.frame(box, theme.accent, theme.px(1.5F), theme.px(8));
      Rect inner = box.inset(theme.px(8), theme.px(6));
      const Color ink = on ? theme.ink : theme.soft_ink;
      if (low) {
        const Rect picture = inner.take_left(inner.h);
        inner.take_left(theme.px(6));
        ui.canvas.text_in({inner.x, box.y, box.right() - inner.x, box.h}, tile.name, theme.small(),
                          ink);
        inner = picture;
      } else {
        const Rect name = inner.take_bottom(words - theme.px(4));
        ui.canvas.text_in({box.x, name.y, box.w, name.h}, tile.name, theme.small(), ink,
                          Align::center);
        inner.take_bottom(theme.px(4));
      }
      const Var var = tile.var;
      if (!var) {
        ui.canvas.frame(inner, theme.rule, theme.px(1));
        continue;
      }
      const Shape shape = run->tape.shape(var);
      // Matrices of pairs stay square; the others fill the tile, positions across.
      const bool square = shape.rows == shape.cols;
      if (square) {
        const float side = std::min(inner.w, inner.h);
        inner = {inner.center().x - side / 2, inner.y, side, side};
      }
      const MatrixSpec spec = matrix_spec(session, *run, nullptr, var, !square, {}, 0);
      draw_heat_map(ui, inner, spec);
    }
  }

  MatrixPanel panel_;
  LearnedPositions learned_;
  Picture picture_ = Picture::waves;
  StepState entered_;
};

const RegisterView registered{"positions", [] { return std::unique_ptr<View>(new Positions); }};

}  // namespace

}  // namespace glassformer
