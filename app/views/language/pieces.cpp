#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/views/language/piece_pictures.h"
#include "app/views/parts/large_bars.h"
#include "app/views/parts/option_line.h"
#include "app/views/parts/set_option.h"
#include "app/views/vectors/word_chips.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "core/scenes/records/pieces.h"

namespace glassformer {

namespace {

constexpr std::string_view kWords = "words", kPairs = "pairs", kMerges = "merges", kTree = "tree",
                           kMatch = "longest match", kLattice = "lattice", kCuts = "cuts",
                           kPaths = "ways", kWays = "three ways", kTokens = "tokens",
                           kUnknown = "unknown";

// Pieces of words: what is learned from, what is merged, and what becomes of a word.
class Pieces : public View {
 public:
  std::string_view name() const override { return "pieces"; }
  std::string_view help() const override {
    return "Type any text at the top, and the words to learn from, such as “low 5, lower 2”, below "
           "it. The option merges goes through the merges one by one. ␣ is the space after a "
           "word. Touch a piece to see how often it came; touch a place of the lattice to see what "
           "its number is the smallest of; change a cost, and another way becomes the cheapest.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const PiecesRecord& record = record_of(*run);
    const auto shown = [&](Var var) { return std::vector{run->tape.node(var).path}; };
    // What an option has left out gives way to what there is.
    if (!has(record, part)) part = usual(record);
    if (part == kTree) {
      draw_merge_tree(ui, session, area);
      return record.merged ? shown(record.merged) : std::vector<std::string>{};
    }
    if (part == kMatch) {
      draw_longest_match(ui, session, area);
      return shown(record.tried);
    }
    if (part == kLattice) {
      draw_cut_lattice(ui, session, area);
      return shown(record.costs);
    }
    if (part == kWays) {
      draw_three_cuts(ui, session, area);
      return shown(record.lengths);
    }
    if (part == kPairs) return shown(draw_pairs(ui, session, record, area));
    if (part == kMerges) return shown(draw_merges(ui, session, record, area));
    if (part == kCuts || part == kPaths) {
      return shown(draw_cuts(ui, session, record, part == kCuts, area));
    }
    if (part == kTokens || part == kUnknown) {
      draw_sizes(ui, *run, part == kTokens, area);
      return shown(part == kTokens ? record.size_tokens : record.size_unknown);
    }
    draw_spelled_words(ui, session, area);
    return shown(record.counts);
  }

  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const float top = area.y;
    const RunPtr run = session.run();
    const PiecesRecord& record = record_of(*run);
    if (record.lengths) return 0;
    if (run->tokens[0].size() > 1) {
      const auto fill = [&](int i) -> std::optional<Color> {
        if (i != record.chosen) return std::nullopt;
        return ui.theme.tensor(Role::value);
      };
      const auto none = [](int) -> std::optional<Color> { return std::nullopt; };
      const int clicked = draw_word_chips(
          ui, session, {run->tokens[0], record.chosen, record.chosen + 1, fill, none},
          area.take_top(ui.theme.px(34)));
      if (clicked >= 0) session.post(set_option(pieces_options::word, clicked + 1));
      area.take_top(ui.theme.px(8));
    }
    const bool typed = !value_of(session.inputs(), pieces_options::costs).empty();
    const Rect row = area.take_top(ui.theme.px(32));
    if (record.costs && typed) {
      costs_.draw(ui, session, pieces_options::costs, "Costs", "a 1, b 1.2, ab 1.6", row);
    } else {
      words_.draw(ui, session, pieces_options::words, "Words", "low 5, lower 2", row);
    }
    return area.y - top;
  }

 private:
  static const PiecesRecord& record_of(const Run& run) { return run.records.get<PiecesRecord>(); }

  static bool has(const PiecesRecord& record, std::string_view part) {
    if (part == kTree) return !record.tree.nodes.empty();
    if (part == kMatch) return static_cast<bool>(record.tried);
    if (part == kLattice) return static_cast<bool>(record.costs);
    if (part == kCuts || part == kPaths) return static_cast<bool>(record.path_shares);
    if (part == kPairs) return static_cast<bool>(record.pairs);
    if (part == kMerges) return static_cast<bool>(record.merged);
    if (part == kWords) return static_cast<bool>(record.counts);
    return static_cast<bool>(record.lengths);
  }
  static std::string_view usual(const PiecesRecord& record) {
    if (record.lengths) return kWays;
    if (record.costs) return kLattice;
    return record.tried ? kMatch : kTree;
  }

  static Bar bar_of(const Tape& tape, Var var, int row, int col) {
    Bar bar;
    bar.cell = cell_of(tape, var, row, col);
    bar.value = tape.value(var)(row, col);
    return bar;
  }

  // The most frequent first, which is merged next.
  static Var draw_pairs(Ui& ui, Session& session, const PiecesRecord& record, Rect area) {
    const Tape& tape = session.run()->tape;
    LargeBars list{.id = "pairs", .title = "pairs of neighbours", .bars = {}};
    for (int i = 0; i < tape.shape(record.pairs).rows; ++i) {
      Bar bar = bar_of(tape, record.pairs, i, 0);
      bar.name = axis_label(tape.node(record.pairs).label.rows, i);
      bar.number = fmt::format("{:g} ×", bar.value);
      bar.strong = i == 0;
      bar.color = ui.theme.tensor(Role::value);
      list.bars.bars.push_back(std::move(bar));
    }
    list.bars.by_value = true;
    draw_large_bars(ui, session, list, area);
    return record.pairs;
  }

  // In the order in which they were learned; those are lit that make the chosen word.
  static Var draw_merges(Ui& ui, Session& session, const PiecesRecord& record, Rect area) {
    const Tape& tape = session.run()->tape;
    const bool asked = record.pieces && hides(session, cell_of(tape, record.pieces, 0, 0));
    LargeBars list{.id = "merges", .title = "merges", .bars = {}};
    if (!asked) list.note = fmt::format("vivid: in “{}”", record.word);
    for (int i = 0; i < tape.shape(record.merged).rows; ++i) {
      Bar bar = bar_of(tape, record.merged, i, 0);
      bar.name = axis_label(tape.node(record.merged).label.rows, i);
      bar.number = fmt::format("{:g} ×", bar.value);
      const auto of_it = [&](const MergeTree::Node& node) { return node.merge == i; };
      bar.strong = !asked && std::ranges::any_of(record.tree.nodes, of_it);
      bar.color = bar.strong ? ui.theme.tensor(Role::value)
                             : mix(ui.theme.page, ui.theme.tensor(Role::value), 0.35F);
      list.bars.bars.push_back(std::move(bar));
    }
    draw_large_bars(ui, session, list, area);
    return record.merged;
  }

  // All ways to cut the word: what they cost, or how probable they are.
  static Var draw_cuts(Ui& ui, Session& session, const PiecesRecord& record, bool share,
                       Rect area) {
    const Tape& tape = session.run()->tape;
    LargeBars list{.id = "cuts", .title = share ? "probability" : "cost", .bars = {}};
    const Var numbers = share ? record.path_shares : record.path_costs;
    for (int i = 0; i < tape.shape(numbers).cols; ++i) {
      Bar bar = bar_of(tape, numbers, 0, i);
      bar.name = axis_label(tape.node(record.path_costs).label.cols, i);
      bar.number =
          share ? fmt::format("{:.0f} %", 100 * bar.value) : fmt::format("{:.3g}", bar.value);
      bar.strong = i == 0;
      bar.color = ui.theme.tensor(Role::value);
      list.bars.bars.push_back(std::move(bar));
    }
    list.bars.by_value = true;
    draw_large_bars(ui, session, list, area);
    return numbers;
  }

  static void draw_sizes(Ui& ui, const Run& run, bool tokens, Rect area) {
    const PiecesRecord& record = record_of(run);
    const Var var = tokens ? record.size_tokens : record.size_unknown;
    const Mat& values = run.tape.value(var);
    const Label& label = run.tape.node(var).label;
    const Theme& theme = ui.theme;
    const Color colors[] = {theme.tensor(Role::key), theme.soft_ink, theme.tensor(Role::value)};
    CurveSpec spec{.id = tokens ? "tokens" : "unknown",
                   .x_name = "entries of the vocabulary",
                   .y_name = tokens ? "tokens a sentence" : "% unknown",
                   .zero_y = true};
    for (int way = 0; way < values.cols(); ++way) {
      Curve curve{axis_label(label.cols, way), colors[way], {}, {}, true};
      for (int s = 0; s < values.rows(); ++s) {
        curve.x.push_back(std::stod(axis_label(label.rows, s)));
        curve.y.push_back((tokens ? 1 : 100) * double{values(s, way)});
      }
      spec.curves.push_back(std::move(curve));
    }
    draw_curve(ui, spec, area);
  }

  OptionLine words_, costs_;
};

const std::vector<PartSpec> kParts{
    {.name = kWords, .side = PartSpec::Side::left, .share = 0.42F},
    {.name = kPairs, .share = 0.36F},
    {.name = kMerges, .side = PartSpec::Side::left, .share = 0.3F},
    {.name = kTree},
    {.name = kMatch},
    {.name = kLattice},
    {.name = kCuts, .share = 0.34F},
    {.name = kPaths, .share = 0.34F},
    {.name = kWays},
    {.name = kTokens},
    {.name = kUnknown, .share = 0.4F},
};

const RegisterView registered{
    "pieces", [] { return std::unique_ptr<View>(new Pieces); }, {.parts = kParts}};

}  // namespace

}  // namespace glassformer
