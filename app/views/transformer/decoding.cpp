#include <algorithm>

#include "app/views/parts/bars.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/top_words.h"
#include "app/views/transformer/beam_tree.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/decoding.h"
#include "core/text/number_format.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

constexpr std::string_view kPositionKey = "position";
constexpr int kMostPositions = 512;

// px at scale 1.
constexpr float kColumn = 92, kLine = 28, kNames = 96, kGap = 12;
constexpr float kBar = 30, kLeastBar = 24;  // a row of a distribution
constexpr float kBeamMargin = 24;           // what a box of the tree has beside its word
constexpr float kNamedCell = 15;            // a cell of the mask beside which its row is named
constexpr float kMaskShare = 0.48F, kMaskNames = 0.3F;  // of the width; of the mask's
constexpr int kWords = 9;                               // of a distribution …
constexpr int kFewWords = 5, kFewest = 3;               // … and in a low window

std::string shown(const Run& run, const std::string& piece) {
  const auto& record = run.records.get<DecodingRecord>();
  return piece == record.begin ? "begin" : piece == record.end ? "end" : piece;
}

// A translation word by word: the beam search as a tree, what each step thinks of all words, and
// how far back the decoder may look.
class Decoding : public View {
 public:
  std::string_view name() const override { return "decoding"; }
  std::string_view help() const override {
    return "Each column is one step. Below its word are the candidates of the beam search: filled "
           "ones live on, framed ones ended, pale ones were dropped; the number is the word's "
           "probability. Click a pale one, or a word of the distribution below, and the "
           "translation begins with it. With a second sentence the decoder is fed that sentence "
           "instead of its own words (teacher forcing); where it would have said another word, "
           "that word is marked.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const RunPtr run = session.run();
    const Var probabilities = run->output;
    if (!probabilities) return;
    beam_ = read_beam(*run);
    follow(session, *run, probabilities);
    const Columns columns = columns_in(ui, session, *run, probabilities, area.w);
    Rect foot = area.take_bottom(foot_height(ui, session, *run, columns.seen, area));
    area.take_bottom(ui.theme.px(14));
    draw_steps(ui, session, *run, probabilities, columns, area);
    if (foot.h <= 0) return;
    const Rect mask = foot.take_right(std::min(foot.w * kMaskShare, foot.h * 1.5F));
    foot.take_right(ui.theme.px(32));
    draw_mask(ui, session, *run, mask);
    draw_distribution(ui, session, *run, probabilities, foot);
  }

 private:
  // The lesson's step says which step of the decoder is looked at, until the user chooses another.
  void follow(const Session& session, const Run& run, Var probabilities) {
    const auto& steps = session.lesson().steps;
    if (entered_.entered(session)) {
      at_ = 0;
      const int last = std::min(session.step, static_cast<int>(steps.size()) - 1);
      for (int k = 0; k <= last; ++k) {
        const Step& step = steps[static_cast<std::size_t>(k)];
        const Var focus = run.tape.find(step.focus);
        if (focus && step.cell && run.tape.node(focus).label.rows.sequence == 1) {
          at_ = step.cell->row;
        }
      }
      at_ = state_number(session, kPositionKey).value_or(at_ + 1) - 1;
    }
    at_ = std::clamp(at_, 0, run.tape.shape(probabilities).rows - 1);
  }

  int steps_of(const Run& run, Var probabilities) const {
    int steps = run.tape.shape(probabilities).rows;
    for (const BeamCandidate& c : beam_) steps = std::max(steps, c.step + 1);
    return steps;
  }

  // The steps that have room: whole columns, with the chosen step in their middle.
  struct Columns {
    StepRange seen;
    float width = 0;  // px of each
  };
  Columns columns_in(const Ui& ui, const Session& session, const Run& run, Var probabilities,
                     float room) {
    const Theme& theme = ui.theme;
    const int steps = steps_of(run, probabilities);
    room -= theme.px(kNames + kGap);
    const int count =
        std::clamp(static_cast<int>(room / widest_word(ui, session, run, probabilities)), 1, steps);
    const int first = std::clamp(at_ - count / 2, 0, steps - count);
    return {{first, first + count - 1},
            std::min(theme.px(kColumn) * 1.3F, room / static_cast<float>(count))};
  }

  // What the distribution and the mask take of the height below the tree. In a low window that is
  // what the tree leaves of it, unless the step is about them.
  float foot_height(const Ui& ui, const Session& session, const Run& run, StepRange seen,
                    Rect area) const {
    const Theme& theme = ui.theme;
    const auto list = [&](float row, int words) {
      return theme.px(kLine + 10 + row * static_cast<float>(words));
    };
    const float usual = std::min(area.h * 0.42F, list(kBar, kWords));
    const float above = theme.px(2 * kLine + kGap + 14 + (prefix(session).empty() ? 0 : kLine + 8));
    const float left = area.h - above - least_beam_height(ui, beam_, seen);
    const Var focus = step_focus(session);
    const auto is_mask = [&](const AttentionSite& site) { return focus && site.mask == focus; };
    if (std::ranges::any_of(run.sites, is_mask)) {
      const auto rows = static_cast<float>(run.tape.shape(focus).rows);
      const bool wide = area.w * kMaskShare * (1 - kMaskNames) > theme.px(kNamedCell) * rows;
      if (wide && usual < theme.px(kLine + 8 + kNamedCell * rows)) {
        return std::min(area.h - above, theme.px(kLine + 8 + 2 * kNamedCell * rows));
      }
    }
    if (left >= usual) return usual;
    if (focus != run.records.get<DecodingRecord>().beam) {
      return std::max(left, list(kLeastBar, kFewWords));
    }
    return left >= list(kLeastBar, kFewest) ? left : 0;
  }

  void draw_steps(Ui& ui, Session& session, const Run& run, Var probabilities,
                  const Columns& columns, Rect area) {
    const Theme& theme = ui.theme;
    const Mat& p = run.tape.value(probabilities);
    Rect names = area.take_left(theme.px(kNames));
    area.take_right(theme.px(kGap));
    const auto [first, last] = columns.seen;
    const float column = columns.width;
    const float left = area.x - column * static_cast<float>(first);
    draw_prefix(ui, session, area.take_top(prefix(session).empty() ? 0 : theme.px(kLine + 8)));
    names.take_top(area.y - names.y);
    const auto name = [&](const char* words) {
      ui.canvas.text_in(names.take_top(theme.px(kLine)), words, theme.small(), theme.soft_ink);
    };
    name("is fed");
    name("says next");
    names.take_top(theme.px(kGap));
    const Rect line{area.x, area.y, column * static_cast<float>(last - first + 1), theme.px(kLine)};
    draw_goes_on(ui, line, first > 0, last + 1 < steps_of(run, probabilities));
    // Of the steps before and behind only the lines that lead there are seen.
    ui.canvas.push_clip({area.x - theme.px(2), area.y, line.w, area.h});
    Rect head = area.take_top(theme.px(2 * kLine));
    const std::vector<std::string>& fed = run.tokens[1];
    const bool forced = !session.inputs().text[1].empty();
    for (int i = 0; i < p.rows(); ++i) {
      Rect cell{left + column * static_cast<float>(i), head.y, column - theme.px(6), head.h};
      const Touch touch = ui.touch(Ui::id("step", static_cast<std::uint64_t>(i)), cell);
      if (touch.clicked) at_ = i;
      if (i == at_) ui.canvas.fill(cell, theme.pressed, theme.px(6));
      ui.canvas.text_in(cell.take_top(theme.px(kLine)),
                        shown(run, fed[static_cast<std::size_t>(i)]), theme.strong(), theme.ink,
                        Align::center);
      const int next = words_.of(session.run(), probabilities, i).front();
      const std::string& says = axis_label(run.tape.node(probabilities).label.cols, next);
      const bool right = i + 1 < p.rows() ? says == fed[static_cast<std::size_t>(i) + 1]
                                          : says == run.records.get<DecodingRecord>().end;
      ui.canvas.text_in(cell, shown(run, says), theme.small(),
                        forced && !right ? theme.error : theme.soft_ink, Align::center);
      if (forced && !right) {
        ui.canvas.line({cell.x + theme.px(8), cell.bottom() - theme.px(2)},
                       {cell.right() - theme.px(8), cell.bottom() - theme.px(2)}, theme.error,
                       theme.px(2));
      }
    }
    area.take_top(theme.px(kGap));
    const Var beam = run.records.get<DecodingRecord>().beam;
    const int clicked = draw_beam_tree(ui, session, beam, beam_, columns.seen, left, column, area);
    ui.canvas.pop_clip();
    if (area.h >= theme.px(kLeastBar)) name("beam");
    if (clicked >= 0) click(session, run, clicked);
  }

  // px of a column in which no word is cut, unless it is very long.
  float widest_word(const Ui& ui, const Session& session, const Run& run, Var probabilities) {
    const Theme& theme = ui.theme;
    float widest = theme.px(kColumn - 20);
    for (const std::string& word : run.tokens[1]) {
      widest = std::max(widest, ui.canvas.width(shown(run, word), theme.strong()) + theme.px(8));
    }
    for (const BeamCandidate& c : beam_) {
      widest = std::max(widest, ui.canvas.width(c.text, theme.small()) + theme.px(kBeamMargin));
    }
    const Node& node = run.tape.node(probabilities);
    for (int i = 0; i < run.tape.shape(probabilities).rows; ++i) {
      const int next = words_.of(session.run(), probabilities, i).front();
      widest = std::max(
          widest, ui.canvas.width(shown(run, axis_label(node.label.cols, next)), theme.small()) +
                      theme.px(8));
    }
    return std::min(widest, theme.px(kColumn) * 1.5F);
  }

  // A triangle at an end of the line where there are more steps than have room.
  static void draw_goes_on(Ui& ui, Rect line, bool before, bool behind) {
    const float half = ui.theme.px(5), y = line.center().y;
    const auto triangle = [&](float x, float way) {
      ui.canvas.polygon({{x, y - half}, {x + way * half, y}, {x, y + half}}, ui.theme.soft_ink);
    };
    if (before) triangle(line.x - half, -1);
    if (behind) triangle(line.right() + half, 1);
  }

  void click(Session& session, const Run& run, int row) {
    const BeamCandidate& c = beam_[static_cast<std::size_t>(row)];
    at_ = c.step;
    if (c.fate != BeamCandidate::Fate::rejected || c.ends) return;
    begin_with(session, run, way_to(beam_, row));
  }

  void begin_with(Session& session, const Run& run, const std::vector<int>& rows) {
    std::vector<std::string> pieces;
    for (const int row : rows) pieces.push_back(beam_[static_cast<std::size_t>(row)].text);
    post_prefix(session, run, pieces);
  }

  static void post_prefix(Session& session, const Run& run,
                          const std::vector<std::string>& pieces) {
    const bool words = run.records.get<DecodingRecord>().words;
    std::string text;
    for (const std::string& piece : pieces) text += (words && !text.empty() ? " " : "") + piece;
    session.post(set_option(decoding_options::prefix, text));
  }

  static std::string prefix(const Session& session) {
    return typed_in(session.inputs(), decoding_options::prefix);
  }

  static void draw_prefix(Ui& ui, Session& session, Rect line) {
    if (line.h <= 0) return;
    line.take_bottom(ui.theme.px(8));
    if (ui.button("let it choose again", line.take_right(std::min(line.w, ui.theme.px(170))))) {
      session.post(set_option(decoding_options::prefix, {}));
    }
    ui.canvas.text_in(line, "has to begin with: " + prefix(session), ui.theme.body(),
                      ui.theme.accent);
  }

  // The most probable words at the chosen step.
  void draw_distribution(Ui& ui, Session& session, const Run& run, Var probabilities, Rect area) {
    const Theme& theme = ui.theme;
    const Node& node = run.tape.node(probabilities);
    const Mat& p = run.tape.value(probabilities);
    const std::string after = shown(run, run.tokens[1][static_cast<std::size_t>(at_)]);
    ui.canvas.text_in(area.take_top(theme.px(kLine)),
                      "what follows “" + with_drawn_blank(after) + "”", theme.strong(), theme.ink);
    area.take_top(theme.px(8));
    const std::vector<int>& words = words_.of(session.run(), probabilities, at_);
    Bars bars;
    bars.full = 1;
    bars.one_column = bars.by_value = true;
    for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), kWords); ++i) {
      bars.bars.push_back({.name = shown(run, axis_label(node.label.cols, words[i])),
                           .cell = cell_of(run.tape, probabilities, at_, words[i]),
                           .value = p(at_, words[i]),
                           .number = format_cell(p(at_, words[i]))});
    }
    const std::optional<Target> before = session.chosen;
    const int clicked = draw_bars(ui, session, bars, area).clicked;
    if (clicked < 0) return;
    const Target& cell = bars.bars[static_cast<std::size_t>(clicked)].cell;
    if (before == cell) go_on(session, run, cell);
  }

  // A click opens the word's arithmetic; a second one goes on from that word.
  void go_on(Session& session, const Run& run, const Target& cell) {
    const std::string& word =
        axis_label(run.tape.node(run.tape.find(cell.path)).label.cols, cell.col);
    if (word.starts_with('<')) return;
    std::vector<std::string> pieces(run.tokens[1].begin() + 1,
                                    run.tokens[1].begin() + 1 + cell.row);
    pieces.push_back(word);
    post_prefix(session, run, pieces);
  }

  // Whom each word may look at: what has been said so far, and nothing behind it.
  void draw_mask(Ui& ui, Session& session, const Run& run, Rect area) {
    const Theme& theme = ui.theme;
    Var weights;  // in the decoder's first layer, of the head that is laid out, if it has so many
    for (const AttentionSite& site : run.sites) {
      const bool here = site.place.stack == AttentionPlace::Stack::decoder &&
                        site.place.kind == AttentionPlace::Kind::self && site.place.layer == 0;
      if (here && (!weights || site.place.head == session.head + 1)) weights = site.weights;
    }
    if (!weights) return;
    const Node& node = run.tape.node(weights);
    const Mat& w = run.tape.value(weights);
    text_fitted(ui, area.take_top(theme.px(kLine)), "where a word may look", theme.strong(),
                theme.ink);
    area.take_top(theme.px(8));
    Rect labels = area.take_left(std::min(area.w * kMaskNames, theme.px(110)));
    const float side = std::min({area.w, area.h, theme.px(48) * static_cast<float>(w.rows())}) /
                       static_cast<float>(w.rows());
    for (int r = 0; r < w.rows(); ++r) {
      const float y = area.y + side * static_cast<float>(r);
      if (side >= theme.px(kNamedCell)) {
        ui.canvas.text_in({labels.x, y, labels.w - theme.px(8), side},
                          shown(run, axis_label(node.label.rows, r)), theme.small(),
                          r == at_  ? theme.ink
                          : r < at_ ? theme.soft_ink
                                    : theme.faint_ink,
                          Align::right);
      }
      for (int c = 0; c < w.cols(); ++c) {
        const Rect cell{area.x + side * static_cast<float>(c), y, side - theme.px(1),
                        side - theme.px(1)};
        if (c > r || r > at_) {
          ui.canvas.frame(cell, theme.rule, theme.px(1));
          continue;
        }
        const CellTouch touch = touch_cell(ui, session, cell_of(run.tape, weights, r, c), cell);
        const Color color = theme.unit_value(w(r, c));
        if (touch.hidden) {
          draw_hidden(ui, cell, 0);
        } else {
          ui.canvas.fill(cell, color);
        }
        if (touch.lit) ui.canvas.frame(cell, theme.lit, theme.px(2));
        const auto fits = [&](const std::string& text) {
          return ui.canvas.width(text, theme.number()) <= cell.w;
        };
        std::string text = format_compact(w(r, c), 2);
        if (!fits(text)) text = format_compact(w(r, c), 1);
        if (side >= theme.px(22) && fits(text) && !touch.hidden) {
          ui.canvas.text_in(cell, text, theme.number(), ink_on(color), Align::center);
        }
      }
    }
  }

  std::vector<BeamCandidate> beam_;
  TopWords words_;
  int at_ = 0;  // the step that is looked at
  StepState entered_;
};

const RegisterView registered{
    "decoding",
    [] { return std::unique_ptr<View>(new Decoding); },
    {.state = {state_spec(kPositionKey, 1, kMostPositions,
                          "The step of the decoder that is looked at, from 1")}}};

}  // namespace

}  // namespace glassformer
