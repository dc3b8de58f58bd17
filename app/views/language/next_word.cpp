#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "app/views/language/close_ahead.h"
#include "app/views/language/next_word_pictures.h"
#include "app/views/parts/large_bars.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "core/scenes/records/next_word.h"

namespace glassformer {

namespace {

constexpr std::string_view kText = "text", kMap = "map", kLooks = "looks", kWords = "words",
                           kRanks = "ranks", kDraw = "draw", kTwo = "two texts";
constexpr int kPoints = 200;  // of a curve

// The next word of a decoder alone: what is looked at, how probable each word is, what temperature
// and cuts leave of it, and how the text goes on.
class NextWord : public View {
 public:
  std::string_view name() const override { return "next-word"; }
  std::string_view help() const override {
    return "Type how a text begins. Drag the line of the sorted words up or down: what lies below "
           "it is never drawn. Move T, and the words melt together or apart; tokens lets the text "
           "go on, and another seed draws others. In the text a click on a token asks what follows "
           "it; point at one, and what was looked at before it is tinted. Open a GPT-2 or Llama of "
           "your own, and all of this is about it.";
  }

  void begin_parts(Ui& ui, Session& session) override { panel_.begin(ui, session); }
  void end_parts(Ui& ui, Session& session) override { panel_.end(ui, session); }
  float built() const override { return panel_.built(); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<NextWordRecord>();
    if (!record.left) return {};
    const auto shown = [&](Var var) { return std::vector{run->tape.node(var).path}; };
    if (part == kText) {
      draw_running_text(ui, session, area);
      return shown(record.continuation ? record.continuation : record.looks);
    }
    if (part == kMap) {
      close_ahead(ui, panel_.draw(ui, session, record.map, area, {.largest = 140, .fills = true}),
                  run->tape.shape(record.map).rows);
      return shown(record.map);
    }
    if (part == kLooks) {
      draw_looks(ui, session, record, area);
      return shown(record.looks);
    }
    if (part == kRanks) {
      draw_ranks(ui, session, record, area);
      return shown(record.probabilities);
    }
    if (part == kDraw) {
      draw_drawing(ui, session, area);
      return shown(record.left);
    }
    if (part == kTwo) {
      if (!record.continuation) {
        draw_empty_place(ui, "The option “tokens” is 0: the text does not go on.", area);
        return {};
      }
      draw_two_texts(ui, session, area);
      return shown(record.repetition ? record.repetition : record.continuation);
    }
    draw_sorted_words(ui, session, area);
    return shown(record.left);
  }

 private:
  // What is looked at most comes first.
  static void draw_looks(Ui& ui, Session& session, const NextWordRecord& record, Rect area) {
    const Tape& tape = session.run()->tape;
    const Mat& weights = tape.value(record.looks);
    LargeBars list{.id = "looks", .title = {}, .bars = {}};
    list.title = axis_label(tape.node(record.looks).label.rows, 0);
    list.bars.by_value = true;
    list.bars.full = 1;
    for (int i = 0; i < weights.cols(); ++i) {
      const double weight = weights(0, i);
      list.bars.bars.push_back({.name = on_chip(run_token(session, i)),
                                .cell = cell_of(tape, record.looks, 0, i),
                                .value = weight,
                                .number = fmt::format("{:.2f}", weight),
                                .color = ui.theme.tensor(Role::key)});
    }
    std::ranges::stable_sort(list.bars.bars, std::greater<>(), &Bar::value);
    draw_large_bars(ui, session, list, area);
  }
  static const std::string& run_token(const Session& session, int i) {
    return session.run()->tokens[0][static_cast<std::size_t>(i)];
  }

  // All pieces at once, by their rank.
  static void draw_ranks(Ui& ui, Session& session, const NextWordRecord& record, Rect area) {
    const RunPtr run = session.run();
    if (hides(session, cell_of(run->tape, record.probabilities, 0, 0)) ||
        hides(session, cell_of(run->tape, record.left, 0, 0))) {
      return draw_empty_place(ui, "All words, by their rank.", area);
    }
    const Theme& theme = ui.theme;
    const Mat &p = run->tape.value(record.probabilities), &left = run->tape.value(record.left);
    const bool cut = record.kept_count < p.cols();
    CurveSpec spec{.id = "ranks",
                   .x_name = record.words ? "rank of the word" : "rank of the piece",
                   .y_name = "probability in %",
                   .log_x = true,
                   .zero_y = true};
    const auto curve = [&](std::string name, Color color, const Mat& values, int count) {
      Curve made{std::move(name), color, {}, {}, false};
      int last = -1;
      for (int i = 0; i < kPoints; ++i) {
        const double share = static_cast<double>(i) / (kPoints - 1);
        const int rank = static_cast<int>(std::lround(std::pow(count, share))) - 1;
        if (rank == last) continue;
        last = rank;
        made.x.push_back(rank + 1);
        made.y.push_back(100 * double{values(0, rank)});
      }
      spec.curves.push_back(std::move(made));
    };
    const Color color = theme.tensor(Role::output);
    curve(cut ? "all" : "", cut ? theme.soft_ink : color, p, p.cols());
    if (cut && record.kept_count > 1) curve("left", color, left, record.kept_count);
    if (cut) spec.marker_x = record.kept_count;
    draw_curve(ui, spec, area);
  }

  MatrixPanel panel_;
};

const RegisterView registered{"next-word",
                              [] { return std::unique_ptr<View>(new NextWord); },
                              {.home = ViewTraits::Home::model,
                               .parts = {{.name = kText},
                                         {.name = kMap},
                                         {.name = kLooks, .share = 0.4F},
                                         {.name = kWords},
                                         {.name = kRanks, .share = 0.34F},
                                         {.name = kDraw},
                                         {.name = kTwo}}}};

}  // namespace

}  // namespace glassformer
