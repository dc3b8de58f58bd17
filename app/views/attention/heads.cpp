#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/attention/head_detail.h"
#include "app/views/attention/head_habits.h"
#include "app/views/attention/head_maps.h"
#include "app/views/attention/head_strip.h"
#include "app/views/attention/translations.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_choice.h"
#include "app/views/parts/step_state.h"
#include "app/views/view.h"
#include "core/lesson/stage.h"
#include "core/scenes/records/transformer.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kDetailKey = "detail";
constexpr std::string_view kPartKey = "together";
constexpr std::array<std::string_view, 4> kDetails{"map", "lines", "neuron", "all"};
constexpr std::array<std::string_view, 3> kParts{"mean", "max", "rollout"};

// Every attention map of a Transformer, and one of them large; heads can be switched.
class Heads : public View {
 public:
  std::string_view name() const override { return "heads"; }
  std::string_view help() const override {
    return "Left: every head of every layer as a small map. Click one to open it: as a map, as "
           "lines between the words, as the numbers behind one query, or all heads together. The "
           "buttons below knock a head out, double it or replace it, and what is predicted and the "
           "loss stand beside those of the model as it was trained. Of heads that come from a file "
           "the weights are all that is known: nothing can be switched or computed again.";
  }

  float built() const override { return panel_.built(); }

  void begin_parts(Ui& ui, Session& session) override {
    if (!session.run()->sites.empty()) {
      read(session.run());
      follow(session);
    }
    panel_.begin(ui, session);
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    if (run->sites.empty()) return {};
    if (part == kRail) {
      const bool alone = stage_places(session.lesson(), session.step).hero == kRail;
      if (alone && from_file()) {
        draw_all(ui, session, area);
      } else {
        draw_grid(ui, session, area);
      }
      return {};
    }
    if (part == kHabits) return draw_habits(ui, session, area);
    if (part == kStates) return draw_states(ui, session, area);
    if (part == kTranslations) {
      draw_translations(ui, session, area);
      return {};
    }
    // What a switch of one's own does is seen where no step has a place for it.
    const bool placed = stage_places(session.lesson(), session.step).under == kTranslations;
    if (!placed && is_any_switched()) {
      draw_translations(ui, session, area.take_bottom(translations_height(ui, session, false)));
      area.take_bottom(ui.theme.px(12));
    }
    if (detail_ == kTogether) {
      const Var var = together_matrix(*run);
      if (!var) return {};
      panel_.draw(ui, session, var, area, filling());
      return {run->tape.node(var).path};
    }
    const AttentionSite& site = run->sites[selected_];
    if (detail_ == kLines) {
      draw_site_lines(ui, session, {heads_of_layer(), true, true}, on_, area);
    } else if (detail_ == kNeuron) {
      draw_neuron(ui, session, site, area);
      return {run->tape.node(site.scores).path};
    } else {
      panel_.draw(ui, session, site.weights, area, filling());
    }
    return {run->tape.node(site.weights).path};
  }

  void end_parts(Ui& ui, Session& session) override { panel_.end(ui, session); }

  // How the head is drawn; below, which of its layer have lines, and what is done to it.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    if (session.run()->sites.empty()) return 0;
    read(session.run());
    follow(session);
    const Places& places = stage_places(session.lesson(), session.step);
    if (!places.empty() && places.hero != kHead && places.side != kHead) return 0;
    const Theme& theme = ui.theme;
    const float high = theme.px(36), top = area.y;
    Rect row = area.take_top(high);
    choose_detail(ui, row.take_left(std::min(row.w, theme.px(380))));
    row.take_left(theme.px(16));
    if (detail_ == kTogether) {
      choose_together(ui, *session.run(), row);
      return high;
    }
    if (from_file() && detail_ != kLines) return high;
    if (row.w < theme.px(420)) {
      area.take_top(theme.px(8));
      row = area.take_top(high);
    }
    if (detail_ == kLines) {
      draw_line_chips(ui, session, heads_of_layer(), on_, row);
    } else {
      draw_switches(ui, session, heads_[selected_].name, row);
    }
    return row.bottom() - top;
  }

 private:
  static constexpr std::string_view kRail = "rail", kTranslations = "translations",
                                    kHabits = "habits", kStates = "states", kHead = "head";
  static constexpr int kLines = 1, kNeuron = 2, kTogether = 3;

  bool is_any_switched() const {
    return std::ranges::any_of(heads_,
                               [](const ListedHead& head) { return head.factor.has_value(); });
  }

  static MatrixPanel::Options filling() {
    MatrixPanel::Options options;
    options.fills = true;
    return options;
  }

  // The sites of the layer that the chosen head belongs to.
  std::vector<std::size_t> heads_of_layer() const {
    const SiteName& name = heads_[selected_].name;
    std::vector<std::size_t> layer;
    for (std::size_t i = 0; i < heads_.size(); ++i) {
      const SiteName& other = heads_[i].name;
      if (other.place == name.place && other.layer == name.layer) layer.push_back(i);
    }
    return layer;
  }

  // Weights alone: neither queries and keys, nor a network behind them.
  bool from_file() const { return from_file_; }

  void choose_detail(Ui& ui, Rect row) {
    if (!from_file()) {
      detail_ = ui.segments("head detail", {"Map", "Lines", "Neuron", "All heads"}, detail_, row);
      return;
    }
    constexpr std::array details{0, kLines, kTogether};
    const auto* const now = std::ranges::find(details, detail_);
    const int chosen = now == details.end() ? 0 : static_cast<int>(now - details.begin());
    const int next = ui.segments("head detail", {"Map", "Lines", "All heads"}, chosen, row);
    detail_ = details.at(static_cast<std::size_t>(next));
  }

  // Mean, max and, where there is one, rollout. Returns the width that the choice took.
  float choose_together(Ui& ui, const Run& run, Rect row) {
    if (group() == HeadGroup::none) return 0;
    const auto& [mean, max, rollout] =
        run.records.get<TransformerRecord>().together[static_cast<std::size_t>(group())];
    std::vector<std::string> parts{"mean", "max"};
    if (rollout) parts.emplace_back("rollout");
    const int last = static_cast<int>(parts.size()) - 1;
    const float width = std::min(row.w, ui.theme.px(90) * (static_cast<float>(last) + 1.0F));
    part_ = ui.segments("aggregate", parts, std::min(part_, last), {row.x, row.y, width, row.h});
    return width;
  }

  Var together_matrix(const Run& run) const {
    if (group() == HeadGroup::none) return {};
    const auto& [mean, max, rollout] =
        run.records.get<TransformerRecord>().together[static_cast<std::size_t>(group())];
    return part_ == 2 && rollout ? rollout : part_ == 1 ? max : mean;
  }

  // A file holds one group of heads.
  HeadGroup group() const { return from_file() ? heads_.front().name.place : together_; }

  // What every frame asks of hundreds of heads is read from their names once.
  void read(const RunPtr& run) {
    if (run == read_) return;
    read_ = run;
    from_file_ = !run->sites.empty() && !run->sites.front().q;
    heads_.clear();
    const auto& switched = run->records.get<TransformerRecord>().switched;
    for (const AttentionSite& site : run->sites) {
      ListedHead head{site_name(site.place), {}, {}};
      if (site.weights) {
        const std::string& path = run->tape.node(site.weights).path;
        head.map = path + " small";
        const auto found = std::ranges::find(switched, site.place, &HeadSwitch::head);
        if (found != switched.end()) head.factor = found->copies ? 1 : found->factor;
      }
      heads_.push_back(std::move(head));
    }
  }

  struct Shown {
    std::size_t selected = 0;
    int detail = 0;
    HeadGroup together = HeadGroup::encoder;
    int part = 0;
    bool operator==(const Shown&) const = default;
  };
  Shown shown() const { return {selected_, detail_, together_, part_}; }

  // A step or a digit key turns to a head: the one that holds the step's matrix.
  void follow(Session& session) {
    const bool new_step = entered_.entered(session);
    if (!new_step && head_ == session.head) {
      selected_ = std::min(selected_, session.run()->sites.size() - 1);
      return;
    }
    if (new_step) {
      const Shown now = shown();
      part_ = 0;
      turn_to(session.run(), step_focus(session));
      detail_ = state_choice(session, kDetailKey, kDetails).value_or(detail_);
      part_ = state_choice(session, kPartKey, kParts).value_or(part_);
      const Shown next = choice_.follow(session, now, shown());
      selected_ = std::min(next.selected, heads_.size() - 1);
      detail_ = next.detail;
      together_ = next.together;
      part_ = next.part;
    } else {
      const SiteName& now = heads_[std::min(selected_, heads_.size() - 1)].name;
      for (std::size_t i = 0; i < heads_.size(); ++i) {
        const SiteName& other = heads_[i].name;
        if (other.place == now.place && other.layer == now.layer &&
            other.head == session.head + 1) {
          selected_ = i;
        }
      }
    }
    head_ = session.head;
  }

  // A head, in the detail that shows this matrix of it, or all heads of a group.
  void turn_to(const RunPtr& run, Var focus) {
    detail_ = 0;
    if (!focus) return;
    for (std::size_t i = 0; i < run->sites.size(); ++i) {
      const AttentionSite& site = run->sites[i];
      const bool behind = focus == site.scores || focus == site.q || focus == site.k;
      const bool lines = focus == site.context;  // a head's output flows along its lines
      if (!behind && !lines && focus != site.weights && focus != site.v) continue;
      selected_ = i;
      detail_ = behind ? 2 : lines ? 1 : 0;
      return;
    }
    const auto& together = run->records.get<TransformerRecord>().together;
    for (const HeadGroup group : head_groups) {
      const auto& [mean, max, rollout] = together[static_cast<std::size_t>(group)];
      if (focus != mean && focus != max && focus != rollout) continue;
      detail_ = 3;
      together_ = group;
      part_ = focus == mean ? 0 : focus == max ? 1 : 2;
    }
  }

  void draw_grid(Ui& ui, Session& session, Rect area) {
    draw_maps(ui, *session.run(), place_maps(ui, *session.run(), heads_, area));
  }

  // All heads of a file as the hero of a step, the layers and the heads named.
  void draw_all(Ui& ui, Session& session, Rect area) {
    draw_maps(ui, *session.run(), place_named_maps(ui, heads_, area));
  }

  void draw_maps(Ui& ui, const Run& run, const std::vector<SmallHeadMap>& maps) {
    draw_head_maps(ui, run, heads_, maps);
    for (const SmallHeadMap& map : maps) draw_mark(ui, map);
  }

  // The frame of a small map, and whether its head is switched.
  void draw_mark(Ui& ui, const SmallHeadMap& map) {
    const Theme& theme = ui.theme;
    const auto& [name, id, factor] = heads_[map.site];
    const Touch touch = ui.touch(Ui::id("head map", map.site), map.at);
    // What is struck out says nothing; what only speaks louder has its factor on it.
    if (factor && *factor != 0) {
      const std::string words = *factor == 1 ? "copy" : fmt::format("× {}", format_exact(*factor));
      const float w = ui.canvas.width(words, theme.small()) + theme.px(8), h = theme.px(18);
      const Rect sign{map.at.right() - w, map.at.bottom() - h, w, h};
      ui.canvas.fill(sign, theme.page, theme.px(4));
      ui.canvas.text_in(sign, words, theme.small(), theme.error, Align::center);
    }
    if (factor && *factor == 0) {
      ui.canvas.fill(map.at, theme.page.alpha(0.55F));
      // On a ground of its own: the map below has all colours.
      const float d = theme.px(4);
      ui.canvas.polygon(
          {map.at.origin() + Vec{d, 0}, Vec{map.at.right(), map.at.bottom()} + Vec{0, -d},
           Vec{map.at.right(), map.at.bottom()} + Vec{-d, 0}, map.at.origin() + Vec{0, d}},
          theme.page);
      ui.canvas.line(map.at.origin(), {map.at.right(), map.at.bottom()}, theme.error, theme.px(2));
    }
    const bool chosen = map.site == selected_ && detail_ != kTogether;
    ui.canvas.frame(map.at,
                    chosen          ? theme.accent
                    : touch.hovered ? theme.ink
                                    : theme.rule,
                    theme.px(chosen ? 2.5F : 1.0F));
    if (!touch.hovered && !touch.clicked) return;
    if (touch.hovered) {
      ui.tip(fmt::format("{}, layer {}, head {}", name_of(name.place), name.layer + 1, name.head));
    }
    if (touch.clicked) {
      selected_ = map.site;
      together_ = name.place;
      ui.request_frame();
    }
  }

  // Sets or takes back what is done to a head.
  static void post_switch(Session& session, const std::string& head, const std::string& to) {
    const std::string now = typed_in(session.inputs(), transformer_options::head_scale);
    session.post(set_option(transformer_options::head_scale, with_head_switch(now, head, to)));
  }

  // In as many rows as it takes.
  void draw_switches(Ui& ui, Session& session, const SiteName& name, Rect bar) {
    if (from_file()) return;
    const Theme& theme = ui.theme;
    const std::string head = fmt::format("{}.{}.{}", name_of(name.place), name.layer, name.head);
    Rect row = bar.take_top(theme.px(36));
    const auto button = [&](const std::string& label, const std::string& what) {
      const float w = ui.canvas.width(label, theme.small()) + theme.px(24);
      if (w > row.w && bar.h >= theme.px(42)) {
        bar.take_top(theme.px(6));
        row = bar.take_top(theme.px(36));
      }
      if (w > row.w) return;
      if (ui.button(label, row.take_left(w))) post_switch(session, head, what);
      row.take_left(theme.px(6));
    };
    button("As trained", "");
    button("Knock out", "0");
    button("× 2", "2");
    if (name.head > 1) {
      button(fmt::format("= head {}", name.head - 1),
             fmt::format("@{}.{}.{}", name_of(name.place), name.layer, name.head - 1));
    }
  }

  RunPtr read_;
  bool from_file_ = false;
  std::vector<ListedHead> heads_;  // of its attention sites
  MatrixPanel panel_;
  std::vector<bool> on_;
  std::size_t selected_ = 0;
  int detail_ = 0;  // map, lines, neuron, all heads together
  HeadGroup together_ = HeadGroup::encoder;
  int part_ = 0;  // mean, max, rollout
  StepState entered_;
  StepChoice<Shown> choice_;
  int head_ = 0;
};

const RegisterView registered{
    "heads",
    [] { return std::unique_ptr<View>(new Heads); },
    {.state = {state_spec(kDetailKey, kDetails, "How the chosen head is drawn"),
               state_spec(kPartKey, kParts, "What is made of all heads together")},
     .parts = {{.name = "rail", .side = PartSpec::Side::left, .share = 0.2F},
               {.name = "head"},
               {.name = "translations", .share = 0.23F},
               {.name = "habits"},
               {.name = "states"}}}};

}  // namespace

}  // namespace glassformer
