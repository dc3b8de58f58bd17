#pragma once

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/safetensors.h"
#include "core/models/checkpoint.h"

// The tensors of a Hugging Face folder as the matrices of a network here: for
// core/models/hugging_face.cpp alone.
namespace glassformer {

// Which of their tensors is ours.
struct TensorNames {
  std::string ours, theirs;
  bool transposed = false;  // they write a linear map as [outputs, inputs]
};

// The tensors of the file by their names without what stands before all of them, as the model's
// own prefix ("transformer."), or that of a program that wraps models ("_orig_mod.", "module.").
// Each is taken once. Errors name a tensor as the file does.
class HuggingFaceTensors {
 public:
  // `anchor`: a tensor that every such model has; what its name has in front is the prefix.
  HuggingFaceTensors(std::vector<LazyTensor> tensors, std::string_view anchor, std::string file);

  bool has(const std::string& name) const { return named_.contains(name); }
  void drop(const std::string& name) { named_.erase(name); }
  // A tensor that the file leaves out because it would be all zeros.
  void add_zeros(const std::string& name, Shape shape);
  // As the file calls it.
  std::string named(const std::string& name) const { return prefix_ + name; }
  // Both are there and hold the same numbers, as tied weights do that were saved twice.
  bool equal(const std::string& a, const std::string& b) const;
  // Names that end so are not learned: masks and numbers of positions that some versions saved.
  void drop_buffers(std::initializer_list<std::string_view> endings);
  // With every tensor, which must all be part of the network. Throws UserError.
  Checkpoint checkpoint(NetworkPtr network, const std::vector<TensorNames>& names);

 private:
  LazyTensor take(const std::string& name);

  std::map<std::string, LazyTensor> named_;
  std::set<std::string> stored_;
  std::string prefix_, file_;
};

}  // namespace glassformer
