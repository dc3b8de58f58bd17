#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/views/parts/large_bars.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/cost_bars.h"
#include "app/views/vectors/network_picture.h"
#include "app/views/vectors/word_chips.h"
#include "app/views/vectors/word_window.h"
#include "app/views/view.h"
#include "core/scenes/records/bengio.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kWindow = "window", kTable = "table", kNetwork = "network",
                           kNumbers = "numbers", kProducts = "products";
const std::vector<PartSpec> kParts{{.name = kWindow},
                                   {.name = kTable},
                                   {.name = kNetwork},
                                   {.name = kNumbers},
                                   {.name = kProducts}};

// Bengio's network over a sentence: what it reads, its picture, or what its parts cost.
class Bengio : public View {
 public:
  std::string_view name() const override { return "bengio"; }
  std::string_view help() const override {
    return "Click a word of the sentence to predict it from the words before it. The picture shows "
           "the network: the rows of these words, the hidden layer, and how likely each word is. "
           "Touch a circle to see the weights that lead there. Every cell of its matrices can be "
           "touched and changed.";
  }

  void begin_parts(Ui& ui, Session& session) override { table_.begin(ui, session); }
  void end_parts(Ui& ui, Session& session) override { table_.end(ui, session); }
  float built() const override { return table_.built(); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<BengioRecord>();
    if (!record.before.p) return {};
    const auto path = [&](Var var) { return run->tape.node(var).path; };
    if (part == kWindow) draw_window(ui, session, record, area);
    if (part == kTable) {
      draw_table(ui, session, record, area);
      return {path(record.table)};
    }
    if (part == kNetwork) {
      draw_network_picture(ui, session, record, area);
      return {path(record.before.x), path(record.before.p)};
    }
    if (part == kNumbers) {
      draw_numbers(ui, session, record, area);
      return {path(record.weights)};
    }
    if (part == kProducts) {
      draw_cost_bars(ui, session, record, area);
      return {path(record.parts)};
    }
    return {};
  }

  // The sentence, whose words are buttons.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<BengioRecord>();
    if (!record.before.p) return 0;
    const Rect row = area.take_top(ui.theme.px(34));
    draw_sentence(ui, session, *run, record, row);
    return row.h;
  }

 private:
  static void draw_sentence(Ui& ui, Session& session, const Run& run, const BengioRecord& record,
                            Rect row) {
    const auto fill = [&](int i) -> std::optional<Color> {
      if (i == record.predicted) return ui.theme.tensor(Role::query);
      const bool read = std::find(record.read.begin(), record.read.end(), i) != record.read.end();
      return read ? std::optional(ui.theme.tensor(Role::key)) : std::nullopt;
    };
    const auto ring = [](int) -> std::optional<Color> { return std::nullopt; };
    const int clicked = draw_word_chips(
        ui, session, {run.tokens[0], record.predicted, record.predicted + 1, fill, ring}, row);
    if (clicked >= 0) session.post(set_option(bengio_options::predict, clicked + 1));
  }

  static void draw_window(Ui& ui, Session& session, const BengioRecord& record, Rect area) {
    const RunPtr run = session.run();
    std::vector<int> read;
    for (const int i : record.read) {
      if (i >= 0) read.push_back(i);
    }
    const int first = read.empty() ? record.predicted : *std::ranges::min_element(read);
    const WordWindow window{run->tokens[0],   first, record.predicted, read,
                            record.predicted, {},    "read",           "to predict"};
    const int clicked = draw_word_window(ui, session, window, area);
    if (clicked >= 0) session.post(set_option(bengio_options::predict, clicked + 1));
  }

  // C over this sentence, and how large it is over the words of a language: the class is asked.
  void draw_table(Ui& ui, Session& session, const BengioRecord& record, Rect area) {
    Rect full = area.take_right(0.42F * area.w);
    area.take_right(ui.theme.px(24));
    table_.draw(ui, session, record.table, area, {.largest = 1000, .fills = true});
    draw_full_size(ui, session, record, full);
  }

  static void draw_full_size(Ui& ui, Session& session, const BengioRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto of_c = [&](Var var) { return format_count(run->tape.value(var)(0, 0)); };
    const float line = ui.canvas.line_height(theme.body());
    ui.canvas.text_in(area.take_top(line), of_c(record.weight_columns) + " numbers for each word",
                      theme.body(), theme.ink, Align::center);
    ui.canvas.text_in(area.take_bottom(line), of_c(record.weight_rows) + " words", theme.body(),
                      theme.ink, Align::center);
    const Rect box = area.inset(0, theme.px(6));
    const CellTouch touch = touch_cell(ui, session, cell_of(run->tape, record.weights, 0, 0), box);
    if (touch.hidden || session.asking()) return draw_hidden(ui, box, theme.px(8));
    const Color color = theme.tensor(Role::key);
    ui.canvas.fill(box, color, theme.px(8));
    Rect words = box;
    words.take_bottom(box.h / 2);
    ui.canvas.text_in(words.take_bottom(2 * line), of_c(record.weights), theme.display(),
                      ink_on(color), Align::center);
    Rect below = box;
    below.take_top(box.h / 2);
    ui.canvas.text_in(below.take_top(line), "weights", theme.body(), ink_on(color), Align::center);
  }

  // How many numbers each matrix has at full size.
  static void draw_numbers(Ui& ui, Session& session, const BengioRecord& record, Rect area) {
    LargeBars list;
    list.id = "weights";
    list.title = "numbers to be learned";
    list.bars = bars_of(session, {.values = record.weights, .by_row = true, .whole = true});
    list.bars.by_value = false;
    draw_large_bars(ui, session, list, area);
  }

  MatrixPanel table_;
};

const RegisterView registered{
    "bengio", [] { return std::unique_ptr<View>(new Bengio); }, {.parts = kParts}};

}  // namespace

}  // namespace glassformer
