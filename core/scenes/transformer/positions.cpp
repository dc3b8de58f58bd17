#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/models/checkpoint.h"
#include "core/models/transformer.h"
#include "core/nn/axes.h"
#include "core/scenes/chosen.h"
#include "core/scenes/options.h"
#include "core/scenes/records/positions.h"
#include "core/scenes/sheet.h"
#include "core/scenes/takes.h"

// Four ways to tell a Transformer where a word stands (lectures 000, 002 and 004).
// Sines and cosines: position, exponent, log, frequency, angle, encoding; curves, the chosen
// dimensions; norm, products and distances of its rows. shift.*: each pair turned by k ω is the
// encoding k places on. rotary.*: queries and keys turned by their place (Su et al. 2021).
// alibi.*: a penalty on the score that grows with the distance (Press et al. 2022).
// learned.encoder.*, learned.decoder.*: the tables of a trained model (Gehring et al. 2017), where
// it has any: table, and norm, products and distances of its rows.
namespace glassformer {

namespace {

constexpr int kHeads = 8;  // of ALiBi: slopes 1/2, 1/4 … 1/256

int whole(const Inputs& inputs, std::string_view option) {
  return static_cast<int>(number(inputs, option));
}

struct Setup {
  SinusoidSpec sinusoids;
  Axis rows, others, pairs;
  int shift = 0;
};

// The columns `first` to `last` as curves; outside of the encoding they are moved into it.
Part name_curves(const Inputs& inputs, Part encoding) {
  const int width = encoding.shape().cols;
  const int last = std::min(whole(inputs, "last"), width - 1);
  const int first = std::min(whole(inputs, "first"), last);
  Axis cols = counted_from_zero("dimension", width);
  cols.labels =
      std::vector<std::string>(cols.labels.begin() + first, cols.labels.begin() + last + 1);
  return slice_cols(encoding, first, last - first + 1)
      .as("curves", fmt::format("\\mathrm{{PE}}_{{{}..{}}}", first, last), {.cols = cols});
}

// A pair (sin pos ω, cos pos ω) turned by −k ω is (sin (pos + k) ω, cos (pos + k) ω).
PositionsRecord::Shift name_shift(Run& run, const Setup& setup, const Sinusoids& made) {
  Tape& tape = run.tape;
  const SinusoidSpec& spec = setup.sinusoids;
  if (spec.exponent != SinusoidSpec::Exponent::paired || spec.dimensions % 2 != 0) {
    run.notes.push_back(
        "a shift is no rotation here: it turns a sine with the cosine of the same frequency, and "
        "not every dimension has such a partner");
    return {};
  }
  const Tape::Scope scope(tape, PositionsRecord::Shift::scope);
  Mat selection(spec.dimensions, spec.dimensions / 2);
  for (int p = 0; p < spec.dimensions / 2; ++p) selection(2 * p, p) = 1;
  const Part frequency = made.frequency * Part(tape, tape.input(std::move(selection)));
  const Part turn = (-setup.shift * frequency)
                        .as("turn", "-k \\omega", {.role = Role::position, .cols = setup.pairs});
  const Part turned = rotate_pairs(made.encoding, turn).as("turned", "\\mathrm{PE}_{pos} R_{k}");
  const Part places = name_places(tape, spec.positions, setup.shift);
  const Sinusoids ahead = record_sinusoids(spec, places);
  const Part difference =
      (turned - ahead.encoding)
          .as("difference", "\\mathrm{PE}_{pos} R_{k} - \\mathrm{PE}_{pos+k}", Role::plain);
  return {turn, turned, places, difference};
}

// One query and one key, the same at every place, turned by the place they stand at.
PositionsRecord::Rotary name_rotary(Sheet& sheet, const Setup& setup) {
  const int width = std::max(2, setup.sinusoids.dimensions - setup.sinusoids.dimensions % 2);
  const int n = setup.sinusoids.positions;
  const Tape::Scope scope(sheet.tape(), PositionsRecord::Rotary::scope);
  Mat frequencies(1, width / 2);
  for (int p = 0; p < width / 2; ++p) {
    frequencies(0, p) = static_cast<Real>(std::pow(setup.sinusoids.base, -2.0 * p / width));
  }
  const Axis one = numbered(""), cols = counted_from_zero("dimension", width);
  const Part places = name_places(sheet.tape(), n);
  const Part frequency =
      sheet.put(std::move(frequencies),
                {"frequency", "\\theta", Role::position, one, counted_from_zero("pair", width / 2),
                 [base = setup.sinusoids.base, width](int, int p) {
                   return fmt::format("base^(−2p / d) = {:g}^(−{} / {})", base, 2 * p, width);
                 }});
  const Part angle = (places * frequency).as("angle", "pos \\cdot \\theta", Role::position);
  const std::vector<int> same(static_cast<std::size_t>(n), 0);
  const auto take = [&](const char* name, Role role) {
    return sheet.take(name, name, role, exactly(1, one, ""),
                      exactly(width, cols, "d_model is even"), 1);
  };
  const Part q = take("q", Role::query);
  const Part queries =
      rotate_pairs(gather(q, same), angle).as("queries", "q R_{m}", {.rows = setup.rows});
  const Part k = take("k", Role::key);
  const Part keys =
      rotate_pairs(gather(k, same), angle).as("keys", "k R_{n}", {.rows = setup.others});
  return {(queries * transposed(keys)).as("scores", "(q R_{m})(k R_{n})^{\\top}")};
}

// The bias is the same for any query and key: slope × −(i − j), for keys j ≤ i.
PositionsRecord::Alibi name_alibi(const Inputs& inputs, Sheet& sheet, const Setup& setup) {
  const Tape::Scope scope(sheet.tape(), PositionsRecord::Alibi::scope);
  const int n = setup.sinusoids.positions;
  Mat gap(n, n), visible(n, n), slopes(1, kHeads);
  for (int h = 0; h < kHeads; ++h) slopes(0, h) = static_cast<Real>(std::pow(2.0, -(h + 1)));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      gap(i, j) = static_cast<Real>(j - i);
      visible(i, j) = 1;
    }
  }
  const int head = whole(inputs, "head");
  sheet.put(std::move(slopes),
            {"slopes", "m_{h}", Role::plain, numbered(""), numbered("head"),
             [](int, int h) { return fmt::format("2^−{0}, the slope of head {0}.", h + 1); }});
  const Part distance =
      sheet.put(std::move(gap),
                {"distance", "-(i - j)", Role::plain, setup.rows, setup.others, [](int i, int j) {
                   return j <= i ? fmt::format("−({} − {})", i, j)
                                 : std::string("A key that comes later is masked.");
                 }});
  const Part window =
      sheet.put(std::move(visible), {"mask", "M", Role::mask, setup.rows, setup.others});
  const Part bias = (std::pow(2.0, -head) * distance)
                        .as("bias", fmt::format("-m_{{{}}} (i - j)", head), Role::score);
  return {softmax(mask(bias, window).as("masked", "\\hat{E}")).as("weights", "A")};
}

// At most so many rows of each table; nothing, if the model's positions are not learned.
std::vector<PositionsRecord::Learned> name_learned(const Inputs& inputs, Sheet& sheet, int max) {
  const CheckpointPtr checkpoint = chosen_model(inputs);
  const Transformer& network = transformer_of(*checkpoint);
  const Tape::Scope scope(sheet.tape(), PositionsRecord::Learned::scope);
  std::vector<PositionsRecord::Learned> tables;
  for (const auto& [side, index] : {std::pair{"encoder", network.source_positions()},
                                    std::pair{"decoder", network.target_positions()}}) {
    if (index < 0) continue;
    const Tape::Scope inner(sheet.tape(), side);
    const Mat& all = checkpoint->params.value(index);
    Mat shown(std::min(all.rows(), max), all.cols());
    for (int r = 0; r < shown.rows(); ++r) {
      std::copy(all.row(r).begin(), all.row(r).end(), shown.row(r).begin());
    }
    const Axis rows = counted_from_zero("position", shown.rows());
    const Axis cols = counted_from_zero("dimension", shown.cols());
    const Part table = sheet.put(std::move(shown), {"table", "P", Role::position, rows, cols});
    const Axis others = counted_from_zero("other position", table.shape().rows);
    tables.push_back({side, table, record_geometry(table, rows, others)});
  }
  return tables;
}

Run run_positions(const Inputs& inputs) {
  Run run;
  Sheet sheet(inputs, run);
  Setup setup;
  SinusoidSpec& spec = setup.sinusoids;
  spec.exponent = choice(inputs, "variant") == "slide" ? SinusoidSpec::Exponent::unpaired
                                                       : SinusoidSpec::Exponent::paired;
  spec.positions = whole(inputs, "positions");
  spec.dimensions = spec.d_model = whole(inputs, "d_model");
  spec.base = number(inputs, "base");
  setup.rows = counted_from_zero("position", spec.positions);
  setup.others = counted_from_zero("other position", spec.positions);
  setup.pairs = counted_from_zero("pair", spec.dimensions / 2);
  setup.shift = whole(inputs, "shift");
  PositionsRecord record;
  const Part places = name_places(run.tape, spec.positions);
  record.position = places;
  const Sinusoids made = record_sinusoids(spec, places);
  record.sinusoids = made;
  record.curves = name_curves(inputs, made.encoding);
  record.rows = record_geometry(made.encoding, setup.rows, setup.others);
  record.shift = name_shift(run, setup, made);
  record.rotary = name_rotary(sheet, setup);
  record.alibi = name_alibi(inputs, sheet, setup);
  record.learned = name_learned(inputs, sheet, spec.positions);
  run.output = made.encoding;
  run.records.add(std::move(record));
  sheet.tell();
  return run;
}

const RegisterScene registered{
    {.name = "positions",
     .what = "Positional encodings: sines and cosines of any base and width, what a shift does to "
             "them, "
             "and rotary, ALiBi and those that a trained model has learned beside them.",
     .subject = Subject::transformer,
     .options =
         {choice_option("variant", "\\text{exponent}",
                        "paper: one frequency for each pair of a sine and a cosine. slide: a "
                        "frequency of its own for each dimension, as in the table of lecture 002.",
                        "paper", {"paper", "slide"}),
          integer_option("d_model", "d_{\\mathrm{model}}", "How many numbers encode one position.",
                         20, 2, 512),
          number_option("base", "\\text{base}",
                        "The longest wave is about 2π times this; the paper takes 10,000.", 10000.0,
                        1.01, 1e9),
          integer_option("positions", "n", "How many places are encoded, from 0.", 100, 2, 512),
          integer_option("first", "\\text{dims}", "The first dimension that is drawn as a curve.",
                         4, 0, 511),
          integer_option("last", "\\text{to}", "The last dimension that is drawn as a curve.", 7, 0,
                         511),
          integer_option("shift", "k", "How many places on the encoding is turned.", 5, 0, 511),
          integer_option("head", "\\text{ALiBi}", "Each of the eight heads has a slope of its own.",
                         3, 1, kHeads),
          weights_option(
              "Whose learned positions are shown, if it has any: a shipped model, by the "
              "name of its file."),
          seed_option()},
     .givens = {"rotary.q", "rotary.k"},
     .slots = {{.name = slots::model.name, .stand_in = "weights", .takes = is_transformer}},
     .run = run_positions}};

}  // namespace

}  // namespace glassformer
