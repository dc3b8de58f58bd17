#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/embed/corpus/encoded_text.h"

namespace glassformer {

// What the measurements of `bench vectors` work on.
struct VectorBenchInput {
  std::filesystem::path file;  // a text, words parted by spaces
  EncodedTextPtr text;         // the same, read
  int dim = 100;
  int threads = 0;
};

// One thing that `bench vectors` measures: a file that knows of one holds
//   const RegisterVectorBench r{{"sg-ns", "million words/s", true, measure}};
struct VectorBench {
  std::string name;
  std::string unit;
  bool more_is_better = true;
  // Does it once and returns the figure.
  double (*measure)(const VectorBenchInput& input) = nullptr;
  // The command that makes a peer do the same, or an empty one if it cannot: `peer` is its name
  // ("word2vec"), `program` its path, and what it writes goes to files that begin with `out`.
  using PeerCommand = std::vector<std::string> (*)(const std::string& peer,
                                                   const std::string& program,
                                                   const VectorBenchInput& input,
                                                   const std::filesystem::path& out);
  PeerCommand peer = nullptr;
  // Of a peer's run that took so many seconds, the figure that compares with measure()'s.
  double (*of_seconds)(double seconds, const VectorBenchInput& input) = nullptr;
  PeerCommand before_peer = nullptr;  // what is run once, and not timed
  bool reads_text = true;             // otherwise `input` may hold none
};

struct RegisterVectorBench {
  explicit RegisterVectorBench(VectorBench bench);
};
std::vector<VectorBench> all_vector_benches();  // in order of their names

}  // namespace glassformer
