#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/parts/step_state.h"
#include "app/views/transformer/architecture_numbers.h"
#include "app/views/view.h"
#include "app/widgets/contrast.h"
#include "core/scenes/records/architecture.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

struct Box {
  int column;      // 0: encoder, 1: decoder
  ModelPart part;  // whose numbers it has
  const char* title;
  bool thin;
  int reached;          // it is lit from this place of the walk on
  bool output = false;  // the words that come out, by the rows of the embedding
};
constexpr std::string_view kFigure = "figure", kNumbers = "numbers", kBars = "bars",
                           kLengths = "lengths";
constexpr float kLowArea = 400;  // px at scale 1
constexpr std::array<Box, 13> kBoxes{{{0, ModelPart::embedding, "Words + positions", false, 0},
                                      {0, ModelPart::attention, "Self-attention", false, 1},
                                      {0, ModelPart::norm, "Add & Norm", true, 2},
                                      {0, ModelPart::feed_forward, "Feed-forward", false, 3},
                                      {0, ModelPart::norm, "Add & Norm", true, 3},
                                      {1, ModelPart::embedding, "Words + positions", false, 0},
                                      {1, ModelPart::attention, "Masked attention", false, 5},
                                      {1, ModelPart::norm, "Add & Norm", true, 5},
                                      {1, ModelPart::attention, "Cross-attention", false, 5},
                                      {1, ModelPart::norm, "Add & Norm", true, 5},
                                      {1, ModelPart::feed_forward, "Feed-forward", false, 5},
                                      {1, ModelPart::norm, "Add & Norm", true, 5},
                                      {1, ModelPart::embedding, "Words", false, 6, true}}};
// Of a whole layer all that is in it, of the rest each box that has these numbers.
bool is_of(ModelPart part, const Box& box) {
  if (part == ModelPart::encoder || part == ModelPart::decoder) {
    const int column = part == ModelPart::encoder ? 0 : 1;
    return box.column == column && box.part != ModelPart::embedding;
  }
  return part == box.part && !box.output;
}

constexpr std::array kWalk{ModelPart::embedding,    ModelPart::attention, ModelPart::norm,
                           ModelPart::feed_forward, ModelPart::encoder,   ModelPart::decoder,
                           ModelPart::total};

// The parts of a Transformer as boxes with their shapes and counts, and the numbers of one of them.
class Architecture : public View {
 public:
  std::string_view name() const override { return "architecture"; }
  std::string_view help() const override {
    return "Left the encoder, right the decoder, from top to bottom. Choose a size above; click a "
           "box to see how many numbers it learns and why. The frames stand for one layer of N. "
           "Below the encoder: what all of it comes to.";
  }

  void begin_parts(Ui&, Session& session) override {
    if (!entered_.entered(session)) return;
    selected_ = model_part_of(focus_path(session, session.step));
    box_ = -1;
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    if (part == kFigure) draw_figure(ui, session, area);
    if (part == kNumbers) draw_number_sheet(ui, session, number_sheet(session, selected_), area);
    if (part == kBars) draw_number_bars(ui, session, number_sheet(session, selected_), area);
    if (part == kLengths) {
      draw_shares_by_length(ui, session, area);
      return {session.run()->tape.node(record_of(session).flops.shares).path};
    }
    return {};
  }

 private:
  static const ArchitectureRecord& record_of(const Session& session) {
    return session.run()->records.get<ArchitectureRecord>();
  }

  static double fact(const Session& session, ModelSize size) {
    const Var var = record_of(session).config;
    return var ? double{session.run()->tape.value(var)(0, static_cast<int>(size))} : 0;
  }

  int reached() const {
    const auto found = std::find(kWalk.begin(), kWalk.end(), selected_);
    return static_cast<int>(found - kWalk.begin());  // what is not of the walk comes after it
  }

  static double parameters(const Session& session, const Box& box) {
    const Tape& tape = session.run()->tape;
    const Var var = box.output ? Var{} : record_of(session)[box.part].parameters;
    return var ? static_cast<double>(tape.value(var)(0, 0)) : 0;
  }

  std::string shape_text(const Session& session, const Box& box) const {
    const double tokens = fact(session, ModelSize::tokens), d = fact(session, ModelSize::d_model);
    if (box.output) {
      return fmt::format("{} × {}", format_count(tokens),
                         format_count(fact(session, ModelSize::words)));
    }
    return fmt::format("{} × {}", format_count(tokens), format_count(d));
  }

  void draw_figure(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const float gap = theme.px(area.h < theme.px(kLowArea) ? 8 : 12);
    const float channel = theme.px(44), bypass = theme.px(16);
    const Rect heads = area.take_top(theme.px(26));
    const float unit = std::min(theme.px(124), (area.h - 7 * gap) / 6.5F);
    const float width = (area.w - channel - 2 * bypass) / 2;
    std::array<Rect, kBoxes.size()> at;
    std::array<float, 2> y{area.y, area.y};
    for (std::size_t i = 0; i < kBoxes.size(); ++i) {
      const auto column = static_cast<std::size_t>(kBoxes[i].column);
      const float height = kBoxes[i].thin ? unit / 2 : unit;
      at[i] = {area.x + bypass + static_cast<float>(column) * (width + channel + bypass), y[column],
               width, height};
      y[column] += height + gap;
    }
    const auto head = [&](const Rect& first, const char* name, ModelSize layers) {
      const Rect line{first.x, heads.y, first.w, heads.h};
      ui.canvas.text_in(line, name, theme.strong(), theme.ink);
      ui.canvas.text_in(line, format_count(fact(session, layers)) + " layers", theme.small(),
                        theme.soft_ink, Align::right);
    };
    head(at[0], "Encoder", ModelSize::encoder_layers);
    head(at[5], "Decoder", ModelSize::decoder_layers);
    draw_layer_frame(ui, at[1], at[4]);
    draw_layer_frame(ui, at[6], at[11]);
    const int now = reached();
    const auto lit = [&](std::size_t i) { return kBoxes[i].reached <= now; };
    for (std::size_t i = 0; i + 1 < kBoxes.size(); ++i) {
      if (kBoxes[i].column != kBoxes[i + 1].column) continue;
      const float x = at[i].center().x;
      draw_arrow(ui, {x, at[i].bottom()}, {x, at[i + 1].y}, lit(i + 1));
    }
    // Around each sub-layer the sum takes what went in.
    for (const auto& [first, last] :
         {std::pair{1, 2}, std::pair{3, 4}, std::pair{6, 7}, std::pair{8, 9}, std::pair{10, 11}}) {
      const auto from = static_cast<std::size_t>(first), to = static_cast<std::size_t>(last);
      const Color color = way_color(theme, lit(to));
      const float x = at[from].x - bypass * 0.55F, top = at[from].y - gap / 2;
      const float end = at[to].center().y;
      ui.canvas.polyline({{at[from].center().x, top}, {x, top}, {x, end}, {at[to].x, end}}, color,
                         theme.px(1.5F));
    }
    // The encoder's output is the keys and values of every cross-attention.
    const float middle = at[4].right() + channel * 0.4F, low = at[4].bottom() + gap / 2;
    const float in = at[8].center().y;
    const bool crossed = lit(8);
    ui.canvas.polyline(
        {{at[4].center().x, at[4].bottom()}, {at[4].center().x, low}, {middle, low}, {middle, in}},
        way_color(theme, crossed), theme.px(1.5F));
    draw_arrow(ui, {middle, in}, {at[8].x, in}, crossed);
    for (std::size_t i = 0; i < kBoxes.size(); ++i) draw_box(ui, session, i, at[i], lit(i));
    Rect rest{area.x + bypass, low + theme.px(20), width + channel - theme.px(6), 0};
    rest.h = area.bottom() - rest.y;
    draw_totals(ui, session, rest);
  }

  static Color way_color(const Theme& theme, bool lit) {
    return lit ? theme.accent : recede(theme.faint_ink, theme.panel, 0.6F, kMarkContrast);
  }

  static void draw_arrow(Ui& ui, Vec from, Vec to, bool lit) {
    const Color color = way_color(ui.theme, lit);
    const float head = ui.theme.px(4);
    ui.canvas.line(from, to, color, ui.theme.px(1.5F));
    if (to.y > from.y) {
      ui.canvas.polyline({to + Vec{-head, -head}, to, to + Vec{head, -head}}, color,
                         ui.theme.px(1.5F));
    } else {
      ui.canvas.polyline({to + Vec{-head, -head}, to, to + Vec{-head, head}}, color,
                         ui.theme.px(1.5F));
    }
  }

  static void draw_layer_frame(Ui& ui, Rect first, Rect last) {
    const Theme& theme = ui.theme;
    const float pad = theme.px(6);
    const Rect frame{first.x - theme.px(15), first.y - pad, first.w + theme.px(15) + pad,
                     last.bottom() - first.y + 2 * pad};
    ui.canvas.fill(frame, theme.panel, theme.px(10));
  }

  void draw_box(Ui& ui, Session& session, std::size_t i, Rect rect, bool lit) {
    const Theme& theme = ui.theme;
    const Box& box = kBoxes[i];
    const Touch touch = ui.touch(Ui::id("block", i), rect);
    if (touch.clicked) {
      selected_ = box.part;
      box_ = static_cast<int>(i);
      ui.request_frame();
    }
    const bool chosen =
        box_ >= 0 ? box_ == static_cast<int>(i) : selected_ && is_of(*selected_, box);
    // What the step's answer is about stands out.
    const bool answers = chosen && session.question() != nullptr && !session.asking();
    ui.canvas.fill(rect,
                   answers ? mix(theme.raised, theme.accent, 0.4F)
                   : lit   ? mix(theme.raised, theme.accent, 0.14F)
                           : theme.raised,
                   theme.px(8));
    ui.canvas.frame(rect,
                    chosen || touch.hovered ? theme.accent
                    : lit                   ? theme.accent.alpha(0.45F)
                                            : theme.rule,
                    theme.px(chosen ? 2.0F : 1.0F), theme.px(8));
    Rect inner = rect.inset(theme.px(9), theme.px(2));
    const Color ink = lit || answers ? theme.ink : theme.soft_ink;
    const Color small_ink = answers ? theme.ink : theme.soft_ink;  // soft ones are lost on the tint
    const double count = parameters(session, box);
    if (box.thin || rect.h < theme.px(40)) {
      ui.canvas.text_in(inner, box.title, theme.small(), ink);
      const std::string text = box.thin || count <= 0 ? std::string{} : format_count(count);
      const float used = ui.canvas.width(box.title, theme.small()) + theme.px(12);
      if (used + ui.canvas.width(text, theme.number()) <= inner.w) {
        ui.canvas.text_in(inner, text, theme.number(), small_ink, Align::right);
      }
      return;
    }
    const float line = std::min(theme.px(20), rect.h / 2);
    inner = {inner.x, inner.center().y - line, inner.w, 2 * line};
    // A long title may come nearer to the frame.
    const Rect title = inner.take_top(line).inset(-theme.px(5), 0);
    const Type bold{Face::bold, theme.small().size};
    const float spare = std::clamp(title.w - ui.canvas.width(box.title, bold), 0.0F, theme.px(5));
    ui.canvas.text_in({title.x + spare, title.y, title.w - spare, title.h}, box.title, bold, ink);
    const std::string shape = shape_text(session, box);
    const std::string text = count > 0 ? format_count(count) : std::string{};
    const bool both = ui.canvas.width(shape, theme.number()) +
                          ui.canvas.width(text, theme.number()) + theme.px(10) <=
                      inner.w;
    if (both) ui.canvas.text_in(inner, text, theme.number(), small_ink, Align::right);
    ui.canvas.text_in(inner, both || text.empty() ? shape : text, theme.number(),
                      answers ? theme.ink : theme.faint_ink);
  }

  // What all of it comes to; each line opens its numbers.
  void draw_totals(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const ArchitectureRecord& record = record_of(session);
    struct Total {
      ModelPart part;
      Var var;
      const char* unit;  // null: a count, digit by digit
      const char* name;
    };
    const std::array<Total, 4> totals{
        {{ModelPart::total, record[ModelPart::total].parameters, nullptr, "learned"},
         {ModelPart::flops, record.flops.forward, "FLOP", "a pass"},
         {ModelPart::memory, record.memory.training, "B", "to train"},
         {ModelPart::cost, record.cost.products, "FLOP", "in all"}}};
    const float line = std::min(theme.px(44), area.h / 4);
    if (line < theme.px(20)) return;
    for (const Total& total : totals) {
      const Var var = total.var;
      if (!var) continue;
      const Rect row = area.take_top(line).inset(0, theme.px(2));
      const Touch touch = ui.touch(Ui::id("total", Ui::id(total.name)), row);
      if (touch.clicked) {
        selected_ = total.part;
        box_ = -1;
        ui.request_frame();
      }
      const bool on = selected_ == total.part;
      if (on || touch.hovered) ui.canvas.fill(row, theme.pressed, theme.px(6));
      const double value = tape.value(var)(0, 0);
      // A number without a prefix has its unit behind it, in small letters.
      const bool prefixed = total.unit != nullptr && value < 1e17;
      const std::string text = prefixed                ? format_quantity(value, total.unit)
                               : total.unit == nullptr ? format_count(value)
                                                       : format_digits(value, 3);
      const std::string name = prefixed || total.unit == nullptr
                                   ? total.name
                                   : fmt::format("{} {}", total.unit, total.name);
      Rect inner = row.inset(theme.px(8), 0);
      const Type type = theme.strong();
      const float w = ui.canvas.width(text, type) + theme.px(2);
      ui.canvas.text_in(inner.take_left(w), text, type, on ? theme.accent : theme.ink);
      inner.take_left(theme.px(6));
      ui.canvas.text_in(inner, name, theme.small(), theme.soft_ink);
    }
  }

  std::optional<ModelPart> selected_ = ModelPart::embedding;
  int box_ = -1;  // the one of several alike that was clicked; −1: all of them
  StepState entered_;
};

const RegisterView registered{"architecture",
                              [] { return std::unique_ptr<View>(new Architecture); },
                              {.parts = {{.name = kFigure},
                                         {.name = kNumbers, .share = 0.38F},
                                         {.name = kBars},
                                         {.name = kLengths}}}};

}  // namespace

}  // namespace glassformer
