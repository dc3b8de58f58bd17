#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/scenes/resources.h"

namespace glassformer {

// What a scene says of a run to those that draw it: records, at most one of each type, whose
// members are nodes of the run and whatever else is known of them. A view asks for the type that it
// draws.
class Records {
 public:
  template <class T>
  void add(T record) {
    all_.emplace_back(std::make_shared<const T>(std::move(record)));
  }
  // One as it begins, all of whose nodes are empty, if the scene has added none.
  template <class T>
  const T& get() const {
    for (const Resource& one : all_) {
      if (one.holds<T>()) return *static_cast<const T*>(one.object().get());
    }
    static const T none;
    return none;
  }

 private:
  std::vector<Resource> all_;
};

// Whether a path names the scope itself or something within it.
inline bool is_within(std::string_view path, std::string_view scope) {
  return path.starts_with(scope) && (path.size() == scope.size() || path[scope.size()] == '.');
}

}  // namespace glassformer
