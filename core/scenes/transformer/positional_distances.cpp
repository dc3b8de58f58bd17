#include <fmt/format.h>

#include <algorithm>

#include "core/nn/axes.h"
#include "core/scenes/options.h"
#include "core/scenes/records/positional_distances.h"
#include "core/scenes/run.h"
#include "core/scenes/scene.h"
#include "core/scenes/takes.h"
#include "core/scenes/transformer/positional.h"
#include "core/scenes/transformer/projected_positions.h"

// The table of lecture 002 twice: paper.* with the formula that the slide prints over its table,
// slide.* with the exponent and the width that the table was made with. Each scope: position,
// exponent, log, frequency, wavelength, angle, encoding, origin, norm, products, distances; then
// the two properties that are claimed: spread, norm − mean norm, and growth, how much farther the
// next position away is. A negative growth is a position that is farther away and yet closer.
// projected.*, with that option: the positions of a trained model, projected by one of its heads.
namespace glassformer {

namespace {

int whole(const Inputs& inputs, std::string_view option) {
  return static_cast<int>(number(inputs, option));
}

// Each row away from its own place: 1 to the right of the diagonal, −1 to the left.
Mat away(int n) {
  Mat signs(n, n - 1);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j + 1 < n; ++j) signs(i, j) = static_cast<Real>(j >= i ? 1 : -1);
  }
  return signs;
}

Axis steps(int n) {
  Axis axis = numbered("step");
  for (int j = 0; j + 1 < n; ++j) axis.labels.push_back(fmt::format("X{}–X{}", j + 1, j + 2));
  return axis;
}

Axis places(const char* name, int n) {
  Axis axis = numbered(name);
  for (int i = 1; i <= n; ++i) axis.labels.push_back(fmt::format("X{}", i));
  return axis;
}

PositionalDistancesRecord::Table record_table(Run& run, std::string_view scope,
                                              const SinusoidSpec& spec) {
  Tape& tape = run.tape;
  const Tape::Scope within(tape, scope);
  const int n = spec.positions;
  const Sinusoids made = record_sinusoids(spec, name_places(tape, n));
  const RowGeometry rows =
      record_geometry(made.encoding, places("vector", n), places("other vector", n));
  // norm − mean norm, with the mean on every row
  const Part mean = mean_rows(rows.norm), ones{tape, tape.input(Mat(n, 1, 1))};
  (rows.norm - ones * mean).as("spread", "\\| \\mathrm{PE} \\| - \\mathrm{mean}");
  const Part next = slice_cols(rows.distances, 1, n - 1);
  const Part here = slice_cols(rows.distances, 0, n - 1);
  const Part signs =
      Part(tape, tape.input(away(n)))
          .as("away", "\\pm 1",
              {.rows = places("vector", n),
               .cols = steps(n),
               .origin = all_cells("1 where the step leads away from the vector, −1 where it "
                                   "leads towards it.")});
  const Part growth =
      multiply(next - here, signs).as("growth", "\\Delta", {.role = Role::score, .cols = steps(n)});
  if (!run.output) run.output = rows.distances;
  return {made.encoding, rows.distances, rows.norm, growth};
}

Run run_positional_distances(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  SinusoidSpec paper;
  paper.positions = whole(inputs, "positions");
  paper.dimensions = paper.d_model = whole(inputs, "d_model");
  paper.base = number(inputs, "base");
  SinusoidSpec slide = paper;
  slide.exponent = SinusoidSpec::Exponent::unpaired;
  slide.d_model = std::max(slide.dimensions, whole(inputs, "slide_width"));
  const auto& scopes = PositionalDistancesRecord::scopes;
  PositionalDistancesRecord record;
  record.tables[0] = record_table(run, scopes[0], paper);
  record.tables[1] = record_table(run, scopes[1], slide);
  if (number(inputs, "projected") == 1) record.projected = record_projected(inputs, run);
  run.records.add(record);
  return run;
}

const RegisterScene registered{
    {.name = "positional-distances",
     .what =
         "The distances between positional encodings, by the paper's formula and by the one that a "
         "lecture's table was made with, and the two properties claimed of them.",
     .subject = Subject::transformer,
     .options =
         {integer_option("positions", "n", "How many positions are compared.", 10, 2, 128),
          integer_option("d_model", "\\text{dim}", "How many numbers encode one position.", 10, 1,
                         512),
          integer_option("slide_width", "\\text{slide: dim of}",
                         "The table on the slide takes the first dimensions of a wider encoding.",
                         100, 1, 1024),
          number_option("base", "\\text{base}", "The longest wave is about 2π times this.", 10000.0,
                        1.01, 1e9),
          toggle_option("projected", "\\text{projected}",
                        "Projects the positions as a head of a trained model does.", false),
          shown_while("projected", 1.0,
                      integer_option("head", "\\text{head}",
                                     "Whose W^Q and W^K, in the first layer.", 1, 1, 64)),
          weights_option("Whose head projects the positions: a shipped model, by the name of "
                         "its file.")},
     .slots = {{.name = slots::model.name, .stand_in = "weights", .takes = is_transformer}},
     .run = run_positional_distances}};

}  // namespace

}  // namespace glassformer
