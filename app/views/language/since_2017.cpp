#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/views/language/block_pictures.h"
#include "app/views/parts/grouped_bars.h"
#include "app/views/parts/large_bars.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_state.h"
#include "app/views/vectors/word_chips.h"
#include "app/views/view.h"
#include "core/scenes/records/since_2017.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kBlocks = "blocks", kGradients = "gradients", kNorms = "norms",
                           kGate = "gate", kPairs = "pairs", kScores = "scores", kHeads = "heads",
                           kCache = "cache", kPublished = "published", kBiases = "biases",
                           kLosses = "losses", kGains = "gains", kWarmUp = "warm-up";
constexpr std::string_view kAllKey = "all";

// The block of 2017 beside today's, and of each change what it does.
class Since2017 : public View {
 public:
  std::string_view name() const override { return "since-2017"; }
  std::string_view help() const override {
    return "Left the block of 2017, right what has become of it up to the change that is chosen; "
           "what the change concerns is lit. The word chips choose whose row, query and key are "
           "looked at; the options move both words on, add to the row, or choose a model's heads.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<Since2017Record>();
    const auto shown = [&](Var var) { return std::vector{run->tape.node(var).path}; };
    if (part == kGradients) {
      draw_groups(ui, session, record.gradients, "by layer", area);
      return shown(record.gradients);
    }
    if (part == kNorms) {
      draw_two_norms(ui, session, area);
      return shown(record.norms.row);
    }
    if (part == kGate) {
      draw_gate(ui, session, area);
      return shown(record.gate.product);
    }
    if (part == kPairs) {
      draw_turned_pairs(ui, session, area);
      return shown(record.turns.query);
    }
    if (part == kScores) {
      draw_moved_scores(ui, session, area);
      return {run->tape.node(record.turns.added).path, run->tape.node(record.turns.rotary).path};
    }
    if (part == kHeads) {
      draw_shared_heads(ui, session, area);
      return shown(record.cache.shares);
    }
    if (part == kCache) return shown(draw_cache(ui, session, record, area));
    if (part == kPublished) {
      draw_groups(ui, session, record.cache.published, "GB", area);
      return shown(record.cache.published);
    }
    if (part == kBiases) {
      draw_bias_square(ui, session, area);
      return shown(record.biases.counts);
    }
    if (part == kLosses) {
      draw_stage_losses(ui, session, area);
      return shown(record.trials.mean);
    }
    if (part == kGains) {
      draw_gains(ui, session, area);
      return shown(record.trials.gains);
    }
    if (part == kWarmUp) {
      draw_groups(ui, session, record.trials.cold, "loss at the end", area);
      return shown(record.trials.cold);
    }
    draw_two_blocks(ui, session, state_switch(session, kAllKey, false), area);
    return {};
  }

  // The words of the sentence: a click chooses the query's, and in the second row the key's.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const float top = area.y;
    const RunPtr run = session.run();
    const auto& record = run->records.get<Since2017Record>();
    const bool row = record.stage == BlockStage::rms_norm || record.stage == BlockStage::gated;
    const bool pair = record.stage == BlockStage::rotary;
    if (!row && !pair) return 0;
    draw_words(ui, session, since_2017_options::word, record.word, pair ? Role::query : Role::input,
               area.take_top(ui.theme.px(34)));
    if (pair) {
      area.take_top(ui.theme.px(6));
      draw_words(ui, session, since_2017_options::other, record.other, Role::key,
                 area.take_top(ui.theme.px(34)));
    }
    return area.y - top;
  }

 private:
  static void draw_words(Ui& ui, Session& session, const NumberKey& key, int chosen, Role role,
                         Rect row) {
    const RunPtr run = session.run();
    const auto fill = [&](int i) -> std::optional<Color> {
      if (i != chosen) return std::nullopt;
      return ui.theme.tensor(role);
    };
    const auto none = [](int) -> std::optional<Color> { return std::nullopt; };
    const int clicked = draw_word_chips(
        ui, session, {run->tokens[0], chosen, chosen + 1, fill, none, key.name}, row);
    if (clicked >= 0) session.post(set_option(key, clicked + 1));
  }

  // A group for each row, the old way beside the new.
  static void draw_groups(Ui& ui, Session& session, Var var, std::string note, Rect area) {
    const Mat& values = session.run()->tape.value(var);
    double full = 0;
    for (int r = 0; r < values.rows(); ++r) {
      for (const Real cell : values.row(r)) {
        if (std::isfinite(cell)) full = std::max(full, double{cell});
      }
    }
    GroupedBars bars;
    bars.values = var;
    bars.by_row = true;
    bars.full = full > 0 ? full : 1;
    bars.note = std::move(note);
    bars.color = [&](int, int bar) { return ui.theme.tensor(bar == 0 ? Role::key : Role::query); };
    draw_grouped_bars(ui, session, bars, area);
  }

  static Var draw_cache(Ui& ui, Session& session, const Since2017Record& record, Rect area) {
    const RunPtr run = session.run();
    const Var var = record.cache.sizes;
    const Label& label = run->tape.node(var).label;
    LargeBars list{.id = "cache", .title = "keys and values of the text", .bars = {}};
    for (int i = 0; i < run->tape.shape(var).rows; ++i) {
      Bar bar;
      bar.name = axis_label(label.rows, i);
      bar.cell = cell_of(run->tape, var, i, 0);
      bar.value = run->tape.value(var)(i, 0);
      bar.number = format_digits(bar.value, 3) + " " + axis_label(label.cols, 0);
      bar.strong = bar.name.starts_with(std::to_string(record.cache.kv_heads) + " ");
      bar.color = ui.theme.tensor(bar.strong ? Role::query : Role::key);
      list.bars.bars.push_back(std::move(bar));
    }
    draw_large_bars(ui, session, list, area);
    return var;
  }
};

const std::vector<PartSpec> kParts{
    {.name = kBlocks, .side = PartSpec::Side::left, .share = 0.42F},
    {.name = kGradients},
    {.name = kNorms},
    {.name = kGate},
    {.name = kPairs},
    {.name = kScores},
    {.name = kHeads},
    {.name = kCache},
    {.name = kPublished, .share = 0.5F},
    {.name = kBiases},
    {.name = kLosses},
    {.name = kGains},
    {.name = kWarmUp},
};

const RegisterView registered{
    "since-2017",
    [] { return std::unique_ptr<View>(new Since2017); },
    {.state = {state_switch_spec(kAllKey, "All that has changed is lit")}, .parts = kParts}};

}  // namespace

}  // namespace glassformer
