#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/views/parts/large_bars.h"
#include "app/views/parts/option_line.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/lit_lines.h"
#include "app/views/vectors/share_list.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/why_near.h"

namespace glassformer {

namespace {

constexpr std::array<Role, 4> kWords{Role::query, Role::key, Role::value, Role::output};
constexpr std::string_view kShares = "shares", kSentences = "sentences", kAnswers = "answers";
const std::vector<PartSpec> kParts{
    {.name = kShares, .share = 0.4F}, {.name = kSentences, .share = 0.27F}, {.name = kAnswers}};

// The contexts of two words, or of the four of an analogy: the share of the cosine that each has,
// sentences with both in place, and the best answers by the contexts alone.
class WhyNear : public View {
 public:
  std::string_view name() const override { return "why-near"; }
  std::string_view help() const override {
    return "Type two words, or the four of an analogy: man king woman queen. A context is a word "
           "that stands near them in the text; the bars are its share of the cosine. Touch a "
           "context for sentences that hold it. Drag or type a count, and the cosine follows. With "
           "WordNet installed its text can be asked instead.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<WhyNearRecord>();
    if (!record.counts) return {};
    if (part == kSentences) {
      draw_lines(ui, session, *run, record, area);
      return {};
    }
    if (part == kAnswers) {
      if (!record.answers) {
        draw_empty_place(ui, "four words ask for the answers of an analogy", area);
        return {};
      }
      draw_answers(ui, session, *run, record, area);
      return {run->tape.node(record.answers).path};
    }
    draw_share_list(ui, session, record, has_come(session, record.cosine), area);
    return {run->tape.node(record.share).path};
  }

  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const auto& record = session.run()->records.get<WhyNearRecord>();
    if (!record.counts) return 0;
    const float height = ui.theme.px(36);
    draw_choice(ui, session, record, area.take_top(height));
    return height;
  }

 private:
  void draw_choice(Ui& ui, Session& session, const WhyNearRecord& record, Rect row) {
    const Theme& theme = ui.theme;
    const bool wordnet =
        value_of(session.inputs(), why_near_options::text) == why_near_options::wordnet;
    const int off = record.wordnet_is_there ? -1 : 1;
    const int picked = ui.segments(
        "text", {"Small world", "WordNet"}, wordnet ? 1 : 0,
        row.take_right(std::min(row.w * 0.4F, theme.px(230))),
        {"The sentences that the small world's vectors were trained on",
         off < 0 ? "Definitions and examples, that the real words' vectors were trained on"
                 : "WordNet is not installed: apt-get install wordnet-base"},
        off);
    if (picked != (wordnet ? 1 : 0)) {
      session.post(set_option(
          why_near_options::text,
          std::string(picked == 1 ? why_near_options::wordnet : why_near_options::world)));
    }
    row.take_right(theme.px(16));
    words_.draw(ui, session, why_near_options::words, "words",
                "two words, or the four of an analogy",
                row.take_left(std::min(row.w, theme.px(440))), std::string());
  }

  // The words that come nearest to b − a + c by the contexts alone; the fourth word in colour.
  static void draw_answers(Ui& ui, Session& session, const Run& run, const WhyNearRecord& record,
                           Rect area) {
    LargeBars list;
    list.id = "answers by contexts";
    const std::vector<std::string>& words = run.tokens[0];
    list.title = words.size() < 3 ? "cosine by the contexts"
                                  : fmt::format("cosine with {} − {} + {}, by the contexts",
                                                words[1], words[0], words[2]);
    list.bars = bars_of(session, {.values = record.answers, .to_one = true});
    for (Bar& bar : list.bars.bars) {
      bar.strong = words.size() > 3 && bar.name == words[3];
      bar.color = ui.theme.tensor(bar.strong ? Role::output : Role::key);
    }
    draw_large_bars(ui, session, list, area);
  }

  // The context that is touched, or chosen; -1: none.
  static int context_of(const Session& session, const Run& run, const WhyNearRecord& record) {
    const auto of = [&](const Target& target) {
      if (target.kind != Target::Kind::cell) return -1;
      for (const Var var : {record.counts, record.ppmi, record.parts, record.share}) {
        if (var && is_of(target, run.tape, var)) return target.col;
      }
      return -1;
    };
    const int hovered = of(session.hover);
    return hovered >= 0 || !session.chosen ? hovered : of(*session.chosen);
  }

  static void draw_lines(Ui& ui, const Session& session, const Run& run,
                         const WhyNearRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    const std::vector<std::string>& words = run.tokens[0];
    std::vector<Color> colors;
    for (std::size_t i = 0; i < words.size(); ++i) colors.push_back(theme.tensor(kWords[i]));
    colors.push_back(theme.accent);
    int context = context_of(session, run, record);
    if (context < 0 && record.both.empty()) context = 0;  // the one with the largest share
    std::vector<LitLine> lines;
    std::string title;
    if (context >= 0 && context < run.tape.shape(record.share).cols) {
      title = fmt::format("In the text beside “{}”",
                          axis_label(run.tape.node(record.share).label.cols, context));
      for (std::size_t i = 0; i < words.size(); ++i) {
        const auto& pieces = record.beside[i][static_cast<std::size_t>(context)];
        if (!pieces.empty()) lines.push_back({words[i], colors[i], pieces});
      }
    } else {
      for (const auto& pieces : record.both) lines.push_back({"", theme.ink, pieces});
      title = "Both in one sentence of the text";
    }
    text_fitted(ui, area.take_top(theme.px(28)), title, theme.strong(), theme.ink);
    draw_lit_lines(ui, lines, colors, area);
  }

  OptionLine words_;
};

const RegisterView registered{
    "why-near", [] { return std::unique_ptr<View>(new WhyNear); }, {.parts = kParts}};

}  // namespace

}  // namespace glassformer
