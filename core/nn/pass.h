#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/grad/tape.h"
#include "core/nn/params.h"
#include "core/nn/site.h"
#include "core/nn/tokens.h"

namespace glassformer {

class RowWeights;
class StepCache;

// A forward pass through the layers of a network, and how it is run:
//   traced  every head and every intermediate is a named node, for a person to look at
//   packed  many sentences in one matrix, all heads in one op, nothing named: for training
//   cached  one new token a row; what earlier tokens left (keys, values, states) is kept
// A layer's forward reads the same in all three; only attention, recurrent layers and dropout look
// at the kind.
class Pass {
 public:
  enum class Kind { traced, packed, cached };

  // Records behind what is on the tape already; a parameter is put there, with its name, when it
  // is first used.
  static Pass traced(Tape& tape, const Params& params, std::vector<HeadSwitch> switches = {});
  // Empties the tape and puts the parameters on it first: parameter i is Var{i}. With a seed
  // dropout is on.
  static Pass packed(Tape& tape, const Params& params,
                     std::optional<std::uint64_t> dropout_seed = {});
  // The same; the cache must outlive the pass. With row weights, which must too, the matrices that
  // they hold are not put on the tape, and layers ask row_weights() instead.
  static Pass cached(Tape& tape, const Params& params, StepCache& cache,
                     const RowWeights* rows = nullptr);

  Kind kind() const { return kind_; }
  bool is_traced() const { return kind_ == Kind::traced; }
  Tape& tape() const { return tape_; }
  StepCache& cache() const { return *cache_; }

  // What a node is called in a traced pass; `rows` and `cols` are its axes.
  struct Name {
    std::string_view name, symbol;
    Role role = Role::plain;
  };
  // The parameter, by its index in the Params. Asked for twice it is the same node.
  Var param(int index, const Name& name, const Axis& rows, const Axis& cols);
  // What the matrix is multiplied by instead of its node; null: by that.
  const RowWeights* row_weights(int index) const;
  // The rows of those ids of a table and its node.
  Var look_up(int index, Var table, const std::vector<int>& ids) const;
  // Names the node, if the pass is traced; gives it back.
  Var name(Var x, const Name& name, const Axis& rows, const Axis& cols, Origin origin = {}) const;

  // Zeroes cells at random while training (Srivastava et al. 2014); elsewhere x itself.
  Var dropout(Var x, double p);

  // While it lives, names are in this scope, if the pass is traced.
  class Scope {
   public:
    Scope(const Pass& pass, std::string_view part) {
      if (pass.is_traced()) scope_.emplace(pass.tape_, part);
    }

   private:
    std::optional<Tape::Scope> scope_;
  };

  // Of a traced pass: the attentions in the order in which they were recorded …
  const std::vector<AttentionSite>& sites() const { return sites_; }
  void record(AttentionSite site) { sites_.push_back(std::move(site)); }
  // … and the output of one that was, as the switches leave it.
  Var switched(const AttentionPlace& place, const Axis& rows);

 private:
  Pass(Kind kind, Tape& tape, const Params& params) : kind_(kind), tape_(tape), params_(params) {}
  void put_params();

  Kind kind_;
  Tape& tape_;
  const Params& params_;
  std::optional<std::uint64_t> dropout_seed_;
  StepCache* cache_ = nullptr;
  const RowWeights* rows_ = nullptr;
  std::vector<Var> vars_;  // of a traced pass: each parameter's node, once it has been used
  std::vector<HeadSwitch> switches_;
  std::vector<AttentionSite> sites_;
};

// The axes that the matrices of a Transformer have beside its tokens.
namespace axes {
extern const Axis none, d_model, d_k, d_v, heads_d_k, heads_d_v, d_ff, position;
}

}  // namespace glassformer
