#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

// The test cases of ONNX's operators as Debian's libonnx-testdata has them: a model of one node,
// and the tensors that go in and come out. What is read of the format (Protocol Buffers) is what
// those files use, no more.
namespace glassformer::testing {

struct OnnxTensor {
  std::vector<std::int64_t> shape;
  std::vector<float> values;
};

struct OnnxCase {
  std::string op;                                  // "GRU"
  std::map<std::string, std::int64_t> attributes;  // whole numbers: hidden_size, layout
  std::map<std::string, OnnxTensor> tensors;       // by their names: X, W, R, B, …, Y, Y_h
};

// The case "test_gru_defaults", or nothing where the package is not installed. Throws
// std::runtime_error for a file that is not what this reads.
std::optional<OnnxCase> onnx_case(const std::string& name);

}  // namespace glassformer::testing
