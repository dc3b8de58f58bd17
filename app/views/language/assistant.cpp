#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/views/language/assistant_pictures.h"
#include "app/views/parts/grouped_bars.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "core/scenes/records/assistant.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kTold = "told", kBoth = "both", kData = "data", kLosses = "losses",
                           kTwoLosses = "both losses", kWords = "words", kGroups = "groups",
                           kLearning = "learning", kAnswers = "answers", kGained = "gained",
                           kMoved = "moved", kOrdered = "ordered", kBetas = "betas", kKept = "kept";

// A language model is tuned on answers and on preferences: what it writes before and after, what
// counts in the loss, and what is learned.
class AssistantView : public View {
 public:
  std::string_view name() const override { return "assistant"; }
  std::string_view help() const override {
    return "Type a question at the top, in the words of the small world: what is the capital of "
           "italy ? The options choose what lies between the two models, and which place of the "
           "answer is looked at; a click on a token of the losses does so, too. A language model "
           "of your own takes the place of the tuned one.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<AssistantRecord>();
    const auto shown = [&](Var var) { return std::vector{run->tape.node(var).path}; };
    if (part == kTold) {
      draw_told(ui, session, 0, area);
      return shown(record.answered);
    }
    if (part == kData) {
      draw_fact_groups(ui, session, area);
      return shown(record.facts);
    }
    if (part == kLosses || part == kTwoLosses) {
      const bool both = part == kTwoLosses;
      draw_token_losses(ui, session, both, area);
      return shown(record.sides[both ? 1 : 0].losses);
    }
    if (part == kWords) {
      draw_two_places(ui, session, area);
      return {run->tape.node(record.sides[0].p).path, run->tape.node(record.sides[1].p).path};
    }
    if (part == kGroups) {
      draw_groups(ui, session, area);
      return shown(record.right);
    }
    if (part == kAnswers || part == kGained) {
      draw_two_answers(ui, session, part == kGained, area);
      return part == kGained ? shown(record.gains) : shown(record.sums);
    }
    if (part == kKept) {
      draw_kept(ui, session, area);
      return shown(record.kept);
    }
    if (const Var curves = draw_curves_of(ui, session, part, area)) return shown(curves);
    draw_both_told(ui, session, area);
    return shown(record.answered);
  }

 private:
  static void draw_groups(Ui& ui, Session& session, Rect area) {
    GroupedBars bars;
    bars.values = session.run()->records.get<AssistantRecord>().right;
    bars.by_row = true;
    bars.percent = true;
    bars.color = [&](int, int bar) {
      const Theme& theme = ui.theme;
      return bar == 0   ? theme.tensor(Role::key)
             : bar == 1 ? theme.tensor(Role::value)
             : bar == 2 ? theme.tensor(Role::output)
                        : theme.soft_ink;
    };
    draw_grouped_bars(ui, session, bars, area);
  }

  static void draw_kept(Ui& ui, Session& session, Rect area) {
    GroupedBars bars;
    bars.values = session.run()->records.get<AssistantRecord>().kept;
    bars.by_row = true;
    bars.percent = true;
    bars.decimals = 0;
    bars.color = [&](int, int bar) {
      return ui.theme.tensor(bar == 0 ? Role::output : Role::value);
    };
    draw_grouped_bars(ui, session, bars, area);
  }

  // The recorded curves of a part; none of another one.
  static Var draw_curves_of(Ui& ui, Session& session, std::string_view part, Rect area) {
    const RunPtr run = session.run();
    const auto& record = run->records.get<AssistantRecord>();
    const Theme& theme = ui.theme;
    CurveSpec spec{.id = std::string(part), .x_name = "steps", .y_name = {}};
    Var var;
    double unit = 100;
    std::vector<Color> colors{theme.tensor(Role::output), theme.tensor(Role::value),
                              theme.tensor(Role::key)};
    const std::vector<int>* steps = &record.steps;
    if (part == kLearning) {
      var = record.learned;
      steps = &record.tuned_steps;
      spec.y_name = "% of facts right";
    } else if (part == kMoved) {
      var = record.moved;
      unit = 1;
      colors = {theme.tensor(Role::input), theme.tensor(Role::key)};
      spec.y_name = "gain of log p, nats";
    } else if (part == kOrdered) {
      var = record.progress;
      spec.y_name = "%";
    } else if (part == kBetas) {
      var = record.apart;
      unit = 1;
      spec.y_name = "gain of the better − gain of the worse";
    } else {
      return {};
    }
    const Mat& values = run->tape.value(var);
    const Axis& names = run->tape.node(var).label.cols;
    if (unit == 100) {
      spec.zero_y = true;
      spec.top_y = 100;
    }
    for (int c = 0; c < values.cols(); ++c) {
      Curve curve{part == kBetas ? "β = " + axis_label(names, c) : axis_label(names, c),
                  colors[static_cast<std::size_t>(c) % colors.size()],
                  {},
                  {},
                  true};
      for (int m = 0; m < values.rows(); ++m) {
        if (hides(session, cell_of(run->tape, var, m, c))) continue;
        curve.x.push_back((*steps)[static_cast<std::size_t>(m)]);
        curve.y.push_back(unit * double{values(m, c)});
      }
      if (!curve.x.empty()) spec.curves.push_back(std::move(curve));
    }
    if (spec.curves.empty()) {
      draw_empty_place(ui, "What is counted while it learns.", area);
    } else {
      draw_curve(ui, spec, area);
    }
    return var;
  }
};

const std::vector<PartSpec> kParts{
    {.name = kTold, .share = 0.4F},
    {.name = kBoth, .share = 0.5F},
    {.name = kData},
    {.name = kLosses, .share = 0.5F},
    {.name = kTwoLosses, .share = 0.5F},
    {.name = kWords},
    {.name = kGroups},
    {.name = kLearning, .share = 0.4F},
    {.name = kAnswers},
    {.name = kGained},
    {.name = kMoved, .share = 0.5F},
    {.name = kOrdered, .share = 0.42F},
    {.name = kBetas, .share = 0.5F},
    {.name = kKept, .share = 0.4F},
};

const RegisterView registered{"assistant",
                              [] { return std::unique_ptr<View>(new AssistantView); },
                              {.home = ViewTraits::Home::none, .parts = kParts}};

}  // namespace

}  // namespace glassformer
