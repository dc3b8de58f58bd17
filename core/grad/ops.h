#pragma once

#include <cstdint>
#include <vector>

#include "core/grad/tape.h"

// Every op as a function that records it on the tape. Shapes are [rows, cols]; if those of the
// inputs do not fit, each throws a ShapeError that names them. The mathematics is in
// core/grad/ops/, one file an op.
namespace glassformer {

// Products
Var matmul(Tape&, Var a, Var b);         // [n, k] [k, m] → [n, m]    A B
Var matmul_nt(Tape&, Var a, Var b);      // [n, k] [m, k] → [n, m]    A Bᵀ
Var matmul_tn(Tape&, Var a, Var b);      // [k, n] [k, m] → [n, m]    Aᵀ B
Var affine(Tape&, Var x, Var w, Var b);  // [n, k] [k, m] [1, m] → [n, m]  X W + b
Var transpose(Tape&, Var x);             // [n, m] → [m, n]

// Cell by cell
Var add(Tape&, Var a, Var b);            // [n, m] [n, m] → [n, m]
Var add_row(Tape&, Var a, Var row);      // [n, m] [1, m] → [n, m]  the row is added to every row
Var subtract(Tape&, Var a, Var b);       // [n, m] [n, m] → [n, m]
Var multiply(Tape&, Var a, Var b);       // [n, m] [n, m] → [n, m]  a ∘ b
Var scale(Tape&, Var x, double factor);  // [n, m] → [n, m]
Var divide(Tape&, Var x, int number);    // [n, m] → [n, m]  written as x / 2, not as x / √4
Var relu(Tape&, Var x);
Var gelu(Tape&, Var x);       // exact form, x Φ(x) (Hendrycks and Gimpel 2016)
Var gelu_tanh(Tape&, Var x);  // its approximation by tanh, as GPT-2 has it (section 2 there)
Var silu(Tape&, Var x);       // x σ(x), the swish
Var tanh(Tape&, Var x);
Var sigmoid(Tape&, Var x);
Var exp(Tape&, Var x);
Var log(Tape&, Var x);                                    // natural; log 0 = −∞
Var sinusoid(Tape&, Var x);                               // sin in even columns, cos in odd ones
Var reciprocal(Tape&, Var x);                             // 1 / x; 1 / 0 = ∞
Var dropout(Tape&, Var x, double p, std::uint64_t seed);  // kept cells are divided by 1 − p

// Rows
Var mask(Tape&, Var scores, Var visible);  // [n, m] [n, m] → [n, m]  −∞ where visible is 0
Var softmax(Tape&, Var x);  // rows sum to 1; a row of −∞ alone gives zeros; +∞ share the row
Var log_softmax(Tape&, Var x);
Var share(Tape&, Var x);  // x_j / Σ x_k along each row, x ≥ 0; +∞ share the row
// [n, m] → [1, 1]  mean over rows of −log softmax[target]; with smoothing ε the target counts 1 − ε
// and every column ε / m (Szegedy et al. 2016, §7)
Var cross_entropy(Tape&, Var logits, std::vector<int> targets, double smoothing = 0);
// [n, k] [k, m] [1, m] → [n, 1]  −log softmax(x W + b)[target] of each row, without a matrix [n, m]
Var surprisal(Tape&, Var x, Var weights, Var bias, std::vector<int> targets);
Var layer_norm(Tape&, Var x, Var gamma, Var beta,
               double epsilon = 1e-5);                         // [n, m] [1, m] [1, m] → [n, m]
Var rms_norm(Tape&, Var x, Var gamma, double epsilon = 1e-5);  // [n, m] [1, m] → [n, m]
Var unit_rows(Tape&, Var x);  // each row divided by its Euclidean norm; a zero row stays zero
// [n, 2p] [n or 1, p] → [n, 2p]  rotary positions: pair p is turned by angle p. The two columns of
// a pair stand `apart` columns from each other, so that every 2 · apart columns hold that many
// pairs: with 1 they are neighbours, with half a head's width the head's first half meets its
// second. Angles of one head alone turn every head.
Var rotate_pairs(Tape&, Var x, Var angle, int apart = 1);
Var maxout(Tape&, Var x);  // [n, 2m] → [n, m]  the larger of every two neighbouring columns

// Multi-head attention within each of many sentences: q [n, d], k [m, d], v [m, d] → [n, d]. The
// rows are the tokens of all sentences, one sentence after the other; each of `heads` reads
// d / heads columns. `places` has four numbers for each sentence: its first query, how many
// queries, its first key, how many keys. Causal: query i of a sentence sees its keys 0 … i.
Var packed_attention(Tape&, Var q, Var k, Var v, int heads, std::vector<int> places, bool causal);

// Attention of queries that each have the keys of one sentence, [m, …] in all: own_keys has two
// numbers for each query, its first key and how many it has; l is the most that one has. A score
// after a query's last key is −∞.
Var sentence_dot(Tape&, Var q, Var k, std::vector<int> own_keys);  // [n, d] [m, d] → [n, l]  q · k
// [n, h] [m, h] [1, h] → [n, l]  v · tanh(q + k)
Var sentence_additive(Tape&, Var q, Var k, Var v, std::vector<int> own_keys);
Var sentence_mix(Tape&, Var weights, Var values,
                 std::vector<int> own_keys);  // [n, l] [m, d] → [n, d]

// Recurrent layers over all tokens of many sentences, one sentence after the other: `begins` says
// where each begins and where the last ends; reversed: each is read from its end. x is what comes
// from outside to the gates, or goes through W and b first, x W + b, if they are given; u the
// weights of the state before; `first` has a row for each sentence.
struct Through {
  Var w, b;  // [d, …] [1, …] for x [n, d]
};
Var elman(Tape&, Var x, Var u, Var first, std::vector<int> begins, bool reversed,
          Through through = {});  // [n, h] [h, h] [s, h] → [n, h]
Var gru(Tape&, Var x, Var u, Var first, std::vector<int> begins, bool reversed,
        Through through = {});  // [n, 3h] [h, 3h] [s, h] → [n, h]  update, reset, candidate
Var gru_reset_after(Tape&, Var x, Var u, Var first, Var bias, std::vector<int> begins,
                    bool reversed,
                    Through through = {});  // bias [1, h]: of the candidate, behind the reset gate
Var lstm(
    Tape&, Var x, Var u, Var first, std::vector<int> begins, bool reversed,
    Through through = {});  // [n, 4h] [h, 4h] [s, 2h] → [n, 2h]  in, forget, cell, out; h and c

// Pairs of rows
Var distance(Tape&, Var a, Var b);  // [n, d] [m, d] → [n, m]  ‖a_i − b_j‖

// Reductions
Var sum_rows(Tape&, Var x);   // [n, m] → [1, m]  the sum over the rows
Var sum_cols(Tape&, Var x);   // [n, m] → [n, 1]
Var mean_rows(Tape&, Var x);  // [n, m] → [1, m]
Var mean_cols(Tape&, Var x);  // [n, m] → [n, 1]
Var sum(Tape&, Var x);        // [n, m] → [1, 1]

// Rows and columns put together and taken apart
Var gather(Tape&, Var table, std::vector<int> ids);  // [v, d] → [n, d]  row ids[i] of the table
Var concat_cols(Tape&, std::vector<Var> parts);      // [n, m1] [n, m2] … → [n, Σ m]
Var concat_rows(Tape&, std::vector<Var> parts);      // [n1, m] [n2, m] … → [Σ n, m]
Var slice_cols(Tape&, Var x, int begin, int count);  // [n, m] → [n, count]
Var slice_rows(Tape&, Var x, int begin, int count);  // [n, m] → [count, m]

}  // namespace glassformer
