// traces [LESSON…]: prints the trace of every lesson, or of these, at every step and with every
// other value of each option: one line for each node. Whoever rewrites a scene prints them before
// and after; a diff of the two says what became of the trace.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "core/lesson/lesson.h"
#include "core/lesson/stage.h"

namespace glassformer {
namespace {

// FNV-1a, 64 bits: two values of equal bits print alike.
class Hash {
 public:
  void add(const void* data, std::size_t bytes) {
    const auto* at = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < bytes; ++i) hash_ = (hash_ ^ at[i]) * 0x100000001b3;
  }
  void add(std::string_view text) {
    add(text.data(), text.size());
    add("", 1);
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

std::string text_of(const Axis& axis) {
  Hash labels;
  for (const std::string& label : axis.labels) labels.add(label);
  return fmt::format("{} {} {} {:x}", axis.name, axis.sequence, axis.labels.size(), labels.value());
}

std::uint64_t sentences_of(const Label& label, Shape shape) {
  Hash said;
  if (label.origin) {
    for (const int row : {0, shape.rows / 2, shape.rows - 1}) {
      for (const int col : {0, shape.cols - 1}) {
        if (row >= 0 && col >= 0 && row < shape.rows) said.add(label.origin(row, col));
      }
    }
  }
  return said.value();
}

std::string where_from(const Node& node) {
  std::string from;
  for (const Var input : node.inputs) from += fmt::format(" {}", input.index);
  return from;
}

void print_run(const std::string& where, const Inputs& inputs) {
  RunPtr made;
  try {
    made = run(inputs);
  } catch (const std::exception& error) {
    fmt::print("{}\t{}\n", where, error.what());
    return;
  }
  for (int i = 0; i < made->tape.size(); ++i) {
    const Node& node = made->tape.node(Var{i});
    const Mat& value = made->tape.value(Var{i});
    const Label& label = node.label;
    Hash cells;
    cells.add(value.data(), value.size() * sizeof(Real));
    fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:x}\t{}\t{:x}\n", where, i,
               node.op == nullptr ? "input" : node.op->name, where_from(node), node.path,
               label.symbol, static_cast<int>(label.role), text_of(label.rows), text_of(label.cols),
               sentences_of(label, value.shape()), to_string(value.shape()), cells.value());
  }
  for (const AttentionSite& site : made->sites) {
    fmt::print("{}\tsite {}\t{} {} {} {} {} {} {}\n", where, site.name, site.q.index, site.k.index,
               site.v.index, site.scores.index, site.mask.index, site.weights.index,
               site.context.index);
  }
  for (const std::string& note : made->notes) fmt::print("{}\tnote\t{}\n", where, note);
  fmt::print("{}\toutput {} loss {} random {}\n", where, made->output.index, made->loss.index,
             made->random);
}

void print_options(const Lesson& lesson) {
  for (const OptionSpec& option : find_scene(lesson.inputs.scene)->options) {
    std::vector<Option> values;
    switch (option.kind) {
      case OptionSpec::Kind::number:
      case OptionSpec::Kind::integer:
        values = {option.min, std::min(option.max, option.min + 3)};
        break;
      case OptionSpec::Kind::toggle:
        values = {0.0, 1.0};
        break;
      case OptionSpec::Kind::choice:
        values.assign(option.choices.begin(), option.choices.end());
        break;
      case OptionSpec::Kind::text:
        break;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      Inputs inputs = lesson.inputs;
      inputs.options[option.name] = values[i];
      print_run(fmt::format("{} {}={}", lesson.id, option.name, i), inputs);
    }
  }
}

void print_lesson(const Lesson& lesson) {
  print_run(lesson.id, lesson.inputs);
  for (int step = 0; step < static_cast<int>(lesson.steps.size()); ++step) {
    print_run(fmt::format("{} {}", lesson.id, step + 1), stage_inputs(lesson, step));
  }
  print_options(lesson);
}

}  // namespace
}  // namespace glassformer

int main(int argc, char** argv) {
  try {
    if (argc < 2) {
      for (const auto& lesson : glassformer::shipped_lessons()) glassformer::print_lesson(lesson);
    }
    for (int i = 1; i < argc; ++i) glassformer::print_lesson(glassformer::find_lesson(argv[i]));
  } catch (const std::exception& error) {
    fmt::print(stderr, "traces: {}\n", error.what());
    return 1;
  }
  return 0;
}
