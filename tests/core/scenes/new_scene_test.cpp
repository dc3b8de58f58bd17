// The scene that docs/development.md shows.
#include <gtest/gtest.h>

#include "core/nn/axes.h"
#include "core/scenes/sheet.h"

namespace glassformer {
namespace {

Run run_general_score(const Inputs& inputs) {
  Run run;
  Sheet sheet(inputs, run);
  const Axis words = numbered("word"), one = numbered("query");
  const Part h = sheet.take("h", "H", Role::value, any(4, words), any(3, numbered("unit")), 1);
  const Part s =
      sheet.take("s", "s", Role::query, exactly(1, one, "one state asks"), cols_of(h), 1);
  const Part w = sheet.take("general.w", "W_{a}", Role::query_weight, cols_of(h), cols_of(h));
  const Part e = (s * w * transposed(h)).as("scores", "e");
  const Part alpha = softmax(e).as("weights", "\\alpha");
  run.output = (alpha * h).as("context", "c");
  sheet.tell();
  return run;
}

TEST(NewScene, ComputesNamesAndSaysWhatIsRandom) {
  Inputs inputs;
  inputs.scene = "luong";  // it has a seed
  inputs.given["s"] = std::make_shared<Leaf>(Mat{{1, 0, 0}});
  const glassformer::Run made = run_general_score(inputs);
  const Tape& tape = made.tape;
  const Mat &h = tape.value(tape.find("h")), &w = tape.value(tape.find("general.w"));
  double score = 0;  // s W is the first row of W
  for (int k = 0; k < 3; ++k) score += w(0, k) * h(2, k);
  EXPECT_NEAR(tape.value(tape.find("scores"))(0, 2), score, 1e-6);
  const Label& weights = tape.node(tape.find("weights")).label;
  EXPECT_EQ(weights.rows.name, "query");
  EXPECT_EQ(weights.cols.name, "word");
  EXPECT_EQ(weights.role, Role::probability);
  EXPECT_EQ(tape.node(made.output).label.cols.name, "unit");
  ASSERT_EQ(made.notes.size(), 1U);
  EXPECT_EQ(made.notes[0],
            "$\\tensor{h}{H}$, $\\tensor{general.w}{W_{a}}$ are random (seed 7), not trained.");
}

}  // namespace
}  // namespace glassformer
