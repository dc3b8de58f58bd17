#include "core/models/hugging_face_tensors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <variant>

#include "core/formats/json.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

// What stands before the anchor's name; the longest, where it stands there more than once.
std::string prefix_of(const std::vector<LazyTensor>& tensors, std::string_view anchor) {
  std::string longest;
  for (const LazyTensor& tensor : tensors) {
    std::string_view name = tensor.name;
    if (!name.ends_with(anchor)) continue;
    name.remove_suffix(anchor.size());
    if ((name.empty() || name.ends_with('.')) && name.size() > longest.size()) longest = name;
  }
  return longest;
}

// Without as many parts of the prefix ("_orig_mod.transformer.") as it begins with.
std::string without(std::string_view name, std::string_view prefix) {
  while (!prefix.empty()) {
    const std::string_view part = prefix.substr(0, prefix.find('.') + 1);
    if (!name.starts_with(part)) break;
    name.remove_prefix(part.size());
    prefix.remove_prefix(part.size());
  }
  return std::string(name);
}

// The first BERT files call the two so.
std::string renamed(std::string name) {
  for (const auto& [then, now] : {std::pair{".LayerNorm.gamma", ".LayerNorm.weight"},
                                  std::pair{".LayerNorm.beta", ".LayerNorm.bias"}}) {
    const std::string_view ending = then;
    if (name.ends_with(ending)) name.replace(name.size() - ending.size(), ending.size(), now);
  }
  return name;
}

}  // namespace

HuggingFaceTensors::HuggingFaceTensors(std::vector<LazyTensor> tensors, std::string_view anchor,
                                       std::string file)
    : prefix_(prefix_of(tensors, anchor)), file_(std::move(file)) {
  for (LazyTensor& tensor : tensors) {
    stored_.insert(tensor.stored);
    if (tensor.shape().cells() == 0) continue;  // the format allows it; nothing is in it
    std::string name = renamed(without(tensor.name, prefix_));
    if (!named_.emplace(name, std::move(tensor)).second) {
      throw UserError(
          fmt::format("{}: holds the tensor {} twice, with and without \"{}\" before its name",
                      file_, name, prefix_));
    }
  }
}

bool HuggingFaceTensors::equal(const std::string& a, const std::string& b) const {
  const auto one = named_.find(a), other = named_.find(b);
  if (one == named_.end() || other == named_.end()) return false;
  if (one->second.shape() != other->second.shape()) return false;
  const auto* const x = std::get_if<StoredMat>(&one->second.value);
  const auto* const y = std::get_if<StoredMat>(&other->second.value);
  if (x != nullptr && y != nullptr && x->number == y->number) {
    return std::memcmp(x->bytes, y->bytes, x->size()) == 0;
  }
  return one->second.mat() == other->second.mat();
}

void HuggingFaceTensors::add_zeros(const std::string& name, Shape shape) {
  named_.emplace(name, LazyTensor(NamedTensor{name, {shape.rows, shape.cols}, Mat(shape), "F32"}));
}

void HuggingFaceTensors::drop_buffers(std::initializer_list<std::string_view> endings) {
  std::erase_if(named_, [&](const auto& entry) {
    return std::ranges::any_of(
        endings, [&](std::string_view ending) { return entry.first.ends_with(ending); });
  });
}

LazyTensor HuggingFaceTensors::take(const std::string& name) {
  const auto found = named_.find(name);
  if (found == named_.end()) {
    throw UserError(
        fmt::format("{}: the tensor {} is missing; config.json describes a model that has it",
                    file_, named(name)));
  }
  LazyTensor taken = std::move(found->second);
  named_.erase(found);
  return taken;
}

Checkpoint HuggingFaceTensors::checkpoint(NetworkPtr network,
                                          const std::vector<TensorNames>& names) {
  std::map<std::string_view, Shape> wanted;
  for (const Parameter& parameter : network->parameters()) {
    wanted.emplace(parameter.name, parameter.shape);
  }
  Checkpoint made;
  Params given;
  for (const auto& [ours, theirs, turned] : names) {
    LazyTensor tensor = take(theirs);
    Shape shape = wanted.at(ours);
    if (turned) std::swap(shape.rows, shape.cols);
    if (tensor.shape() != shape) {
      throw UserError(fmt::format("{}: {} is {}, but the configuration asks for {}", file_,
                                  tensor.name, to_string(tensor.shape()), to_string(shape)));
    }
    made.file_names.emplace(ours, tensor.name);
    if (auto* const stored = std::get_if<StoredMat>(&tensor.value)) {
      stored->shape = wanted.at(ours);
      stored->turned = turned;
      given.add(ours, std::move(*stored));
    } else {
      Mat& mat = std::get<Mat>(tensor.value);
      given.add(ours, turned ? transpose(mat) : std::move(mat));
    }
  }
  if (!named_.empty()) {
    throw UserError(fmt::format("{}: nothing of the model that config.json describes is called {}",
                                file_, named_.begin()->second.name));
  }
  made.params = matched_params(network->parameters(), std::move(given), file_);
  made.network = std::move(network);
  made.stored = stored_;
  return made;
}

}  // namespace glassformer
