#include "tests/core/grad/op_inputs.h"

#include <cmath>
#include <sstream>
#include <string>

#include "core/tensor/rng.h"
#include "tests/core/grad/attention_op_cases.h"

namespace glassformer::testing_ops {

const std::vector<Sizes>& all_sizes() {
  static const std::vector<Sizes> sizes = [] {
    std::vector<Sizes> list{{1, 1, 1}, {1, 5, 3}, {4, 1, 3}, {4, 3, 1}, {1, 1, 6}, {1, 6, 1}};
    Rng rng(2024);
    for (int i = 0; i < 6; ++i)
      list.push_back({1 + rng.below(7), 1 + rng.below(7), 1 + rng.below(7)});
    return list;
  }();
  return sizes;
}

Shape shape_of(std::string_view letters, Sizes s) {
  const auto length = [&](char letter) {
    switch (letter) {
      case 'n':
        return s.n;
      case 'm':
        return s.m;
      case 'k':
        return s.k;
      case 's':
        return s.m + s.k;
      case 'd':
        return 2 * s.m;
      case 't':
        return 3 * s.m;
      case 'q':
        return 4 * s.m;
      case 'b':
        return s.n == 1 ? 1 : 2;
      case 'l':
        return most_own_keys(s);
      case 'w':
        return s.m + 1;
      default:
        return letter - '0';
    }
  };
  return {length(letters[0]), length(letters[1])};
}

namespace {

std::vector<std::string> words(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> list;
  for (std::string word; stream >> word;) list.push_back(word);
  return list;
}

Real draw(Rng& rng, char kind) {
  const double x = rng.normal();
  switch (kind) {
    case '+':
      return static_cast<Real>(std::abs(x) + 0.05);
    case '!':
      return static_cast<Real>(x < 0 ? x - 0.1 : x + 0.1);
    case '?':
      return x < 0.5 ? 1 : 0;
    default:
      return static_cast<Real>(x);
  }
}

}  // namespace

Given random_inputs(const OpCase& op_case, Sizes sizes, std::uint64_t seed) {
  Rng rng(seed ^ hash(op_case.op));
  Given given;
  for (const std::string& word : words(op_case.inputs)) {
    Mat& m = given.emplace_back(shape_of(word, sizes));
    for (Real& cell : m.cells()) cell = draw(rng, word.size() > 2 ? word[2] : ' ');
  }
  return given;
}

bool is_constant(const OpCase& op_case, std::size_t input) {
  return words(op_case.inputs)[input].ends_with('?');
}

Recorded record(Tape& tape, const OpCase& op_case, const Given& given, Sizes sizes) {
  Recorded recorded;
  for (const Mat& m : given) {
    const std::string name = "input." + std::to_string(recorded.inputs.size());
    recorded.inputs.push_back(tape.name(tape.input(m), {.name = name}));
  }
  recorded.result = tape.name(op_case.record(tape, recorded.inputs, sizes), {.name = "result"});
  return recorded;
}

Edits edits_of(const OpCase& op_case, Sizes sizes) {
  const Shape result = shape_of(op_case.result, sizes);
  Edits edits;
  edits["result"] = {{0, 0, 0.6}, {result.rows - 1, result.cols - 1, -0.7}};
  const Given given = random_inputs(op_case, sizes, 1);
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (is_constant(op_case, i)) continue;
    // Positive and away from 0: every op can take it.
    edits["input." + std::to_string(i)] = {{given[i].rows() - 1, given[i].cols() / 2, 0.8}};
  }
  return edits;
}

}  // namespace glassformer::testing_ops
