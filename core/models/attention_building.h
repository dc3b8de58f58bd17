#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/models/attention_file.h"

namespace glassformer {

// For core/models/attention_file.cpp alone: what holds an attention file's arrays against each
// other, whatever format they come from. All throw UserError, as read_attention_file() says.

// An array of the file, whose numbers come one matrix after the other.
struct AttentionArray {
  std::string where;  // "FILE: tensor "attentions""
  std::vector<std::uint64_t> shape;
  double tolerance = 0.001;  // by which a row of weights may miss 1
  std::function<Mat(Shape)> next;
};

class AttentionBuilding {
 public:
  static constexpr std::uint64_t most_tokens = 2048;
  AttentionBuilding(const std::filesystem::path& file, std::function<bool(double share)> watch);

  // In this order.
  void take_tokens(std::vector<std::string> tokens);
  void take_attentions(const AttentionArray& array);
  void take_hidden(const AttentionArray& array);

  AttentionFile made() { return std::move(made_); }

 private:
  void told(double share) const;
  void check_weights(const AttentionArray& array, int map, const Mat& weights);

  std::filesystem::path file_;
  std::function<bool(double share)> watch_;
  AttentionFile made_;
};

}  // namespace glassformer
