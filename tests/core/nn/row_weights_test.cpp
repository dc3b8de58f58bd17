#include "core/nn/row_weights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/nn/parameters.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/core/kernels/threads.h"
#include "tests/support/with_memory_limit.h"

namespace glassformer {
namespace {

constexpr WeightWidth widths[] = {WeightWidth::f32, WeightWidth::bf16, WeightWidth::int8};

// A matrix, a table and a bias, of sizes that no vector divides; large enough for threads.
struct Model {
  static constexpr int inputs = 203, outputs = 333;
  std::vector<Parameter> parameters;
  Params params;
  int matrix, table;
  Model() {
    Declaration declaration;
    matrix = declaration.add("w", {inputs, outputs}, Parameter::Init::glorot);
    declaration.add("b", {1, outputs}, Parameter::Init::zeros);
    table = declaration.add_table("table", {outputs, inputs}, 1);
    parameters = declaration.parameters();
    params = make_params(parameters, 7);
  }
};

// Of all rows at once, in double, with the weights as the width has them.
TEST(RowWeights, ProductsAreThoseOfTheWeightsThatItHolds) {
  const Model model;
  for (const WeightWidth width : widths) {
    const RowWeights rows(model.parameters, model.params, width);
    for (const int param : {model.matrix, model.table}) {
      const Mat seen = param == model.table ? rows.seen(param) : transpose(rows.seen(param));
      for (const int count : {1, 3}) {
        const Mat x = normal({count, Model::inputs}, 1, 5), y = rows.times(param, x);
        ASSERT_EQ(y.shape(), (Shape{count, Model::outputs}));
        for (int r = 0; r < count; ++r) {
          for (int o = 0; o < Model::outputs; ++o) {
            double sum = 0;
            for (int i = 0; i < Model::inputs; ++i) sum += double{x(r, i)} * seen(o, i);
            ASSERT_NEAR(y(r, o), sum, 1e-4) << name(width) << ' ' << param << ' ' << o;
          }
        }
      }
    }
  }
}

// To make the rows of a file's matrix that lies by inputs, the params do not make all of theirs.
TEST(RowWeights, AFilesMatrixIsNotKeptInFullWidth) {
  const Mat cells = normal({12, 10}, 1, 8);
  const std::vector<float> file(cells.cells().begin(), cells.cells().end());
  Params params;
  const int w = params.add("w", StoredMat{cells.shape(), false, StoredMat::Number::f32,
                                          reinterpret_cast<const char*>(file.data()), nullptr});
  Declaration declaration;
  declaration.add("w", cells.shape(), Parameter::Init::glorot);
  const testing::WithMemoryLimit limit(cells.size() * 3);  // bytes: enough for 16 bits a cell
  EXPECT_THROW(params.leaf(w), UserError);
  const RowWeights rows(declaration.parameters(), params, WeightWidth::bf16);
  const Mat x = normal({1, 12}, 1, 9);
  const Mat y = rows.times(w, x);
  for (int o = 0; o < 10; ++o) {
    double sum = 0, size = 0;
    for (int i = 0; i < 12; ++i) {
      sum += double{x(0, i)} * cells(i, o);
      size += std::abs(double{x(0, i)} * cells(i, o));
    }
    EXPECT_NEAR(y(0, o), sum, size / 256) << o;
  }
}

TEST(RowWeights, ProductsDoNotDependOnTheNumberOfThreads) {
  const Model model;
  const Mat x = normal({2, Model::inputs}, 1, 6);
  for (const WeightWidth width : widths) {
    const RowWeights rows(model.parameters, model.params, width);
    for (const int param : {model.matrix, model.table}) {
      Mat alone;
      with_threads(1, [&] { alone = rows.times(param, x); });
      for (const int threads : {2, 3, 8}) {
        with_threads(threads, [&] { EXPECT_EQ(rows.times(param, x), alone) << threads; });
      }
    }
  }
}

TEST(RowWeights, BytesOfAStepAreThoseOfItsMatrices) {
  const Model model;
  const RowWeights rows(model.parameters, model.params, WeightWidth::f32);
  EXPECT_EQ(rows.bytes_a_step(), 2U * Model::inputs * Model::outputs * 4);
  const RowWeights bytes(model.parameters, model.params, WeightWidth::int8);
  // A scale for each output.
  EXPECT_EQ(bytes.bytes_a_step(), 2U * Model::outputs * (Model::inputs + 4));
  EXPECT_FALSE(rows.holds(1)) << "a bias stays with the params";
}

}  // namespace
}  // namespace glassformer
