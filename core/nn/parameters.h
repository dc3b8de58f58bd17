#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/nn/params.h"

namespace glassformer {

// One matrix that a network learns, before it is made.
struct Parameter {
  enum class Init {
    glorot,  // uniform in ±√(6 / (rows + columns)) (Glorot and Bengio 2010, equation 16)
    normal,  // mean 0 and the given deviation
    zeros,
    ones,
  };
  std::string name;  // "encoder.0.self_attention.wq"
  Shape shape;
  std::string part;  // of the network: "encoder.0", "embedding"
  Init init = Init::glorot;
  double deviation = 0;   // with normal
  bool is_table = false;  // a row for each word or place; else the rows are a linear map's inputs
};

// Where layers declare their parameters, in the order of the Params: a layer keeps the index that
// it gets. Nothing is allocated, so a network of any size can be counted and described.
class Declaration {
 public:
  // The index. [rows, cols]; of a linear map [inputs, outputs].
  int add(std::string_view name, Shape shape, Parameter::Init init, double deviation = 0);
  int add_table(std::string_view name, Shape shape, double deviation);  // normal
  // Numbers the layers that keep something from step to step of a cached pass, from 0.
  int add_state() { return states_++; }
  int states() const { return states_; }
  const std::vector<Parameter>& parameters() const { return parameters_; }

  // While it lives, names get this prefix. An empty part: that of the scope around it.
  class Scope {
   public:
    Scope(Declaration& declaration, std::string_view name, std::string_view part = {});
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Declaration& declaration_;
    std::size_t length_;
    std::string part_before_;
  };

 private:
  std::vector<Parameter> parameters_;
  std::string prefix_, part_;
  int states_ = 0;
};

// Drawn from the seed; each depends on its own name alone.
Params make_params(const std::vector<Parameter>& parameters, std::uint64_t seed);

// The given matrices in the order of the parameters. Throws UserError, naming the file: a matrix
// that is missing, one too many, a wrong shape.
Params matched_params(const std::vector<Parameter>& parameters, Params given,
                      const std::string& file);

struct PartCount {
  std::string part;  // "embedding", "encoder.0", "decoder.0", "output" …
  std::int64_t cells = 0;
};
std::vector<PartCount> parameter_counts(const std::vector<Parameter>& parameters);
std::int64_t parameter_count(const std::vector<Parameter>& parameters);

}  // namespace glassformer
