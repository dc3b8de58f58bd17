#include "app/session/trace_text.h"

#include <cmath>

#include "core/formats/json.h"
#include "core/grad/explain_text.h"

namespace glassformer {

namespace {

std::string in_json(Real value) {
  return std::isfinite(value) ? shortest(value) : "\"" + shortest(value) + "\"";
}

void append_labels(std::string& text, const Axis& axis, int count) {
  text += "[";
  for (int i = 0; i < count; ++i) {
    if (i > 0) text += ", ";
    text += json_string(axis_label(axis, i));
  }
  text += "]";
}

void append_values(std::string& text, const Mat& m) {
  text += "[";
  for (int r = 0; r < m.rows(); ++r) {
    text += r == 0 ? "[" : ",\n        [";
    for (int c = 0; c < m.cols(); ++c) {
      if (c > 0) text += ", ";
      text += in_json(m(r, c));
    }
    text += "]";
  }
  text += "]";
}

// A label in a CSV line: in quotes when it holds what would end it.
std::string in_csv(const std::string& label) {
  if (label.find_first_of(",\"\r\n") == label.npos) return label;
  std::string text = "\"";
  for (char c : label) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + "\"";
}

}  // namespace

std::string trace_json(const std::string& lesson, const Tape& tape, std::span<const Var> nodes,
                       bool with_grad) {
  std::string text = "{\n  \"lesson\": " + json_string(lesson) + ",\n  \"nodes\": {";
  bool first = true;
  for (const Var var : nodes) {
    const Node& node = tape.node(var);
    const Mat& value = tape.value(var);
    text += first ? "\n    " : ",\n    ";
    first = false;
    text += json_string(node.path) + ": {\n      \"shape\": [" + std::to_string(value.rows()) +
            ", " + std::to_string(value.cols()) + "],\n      \"axes\": [" +
            json_string(node.label.rows.name) + ", " + json_string(node.label.cols.name) +
            "],\n      \"rows\": ";
    append_labels(text, node.label.rows, value.rows());
    text += ",\n      \"cols\": ";
    append_labels(text, node.label.cols, value.cols());
    text += ",\n      \"values\": ";
    append_values(text, value);
    if (with_grad) {
      text += ",\n      \"grad\": ";
      append_values(text, tape.has_grad(var) ? tape.grad(var) : Mat(value.shape()));
    }
    text += "}";
  }
  return text + "\n  }\n}\n";
}

std::string trace_csv(const Node& node, const Mat& values) {
  std::string text;
  for (const std::string& label : axis_labels(node.label.cols, values.cols())) {
    text += "," + in_csv(label);
  }
  for (int r = 0; r < values.rows(); ++r) {
    text += "\n" + in_csv(axis_label(node.label.rows, r));
    for (const Real cell : values.row(r)) text += "," + shortest(cell);
  }
  return text + "\n";
}

}  // namespace glassformer
