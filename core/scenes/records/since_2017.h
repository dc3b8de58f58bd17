#pragma once

#include <string>
#include <vector>

#include "core/grad/var.h"
#include "core/models/modern_block.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace since_2017_options {
inline constexpr NumberKey word{"word", 2};    // whose row and query are looked at, from 1
inline constexpr NumberKey other{"other", 4};  // whose key is, from 1
inline constexpr NumberKey shift{"shift", 0};  // by how many positions both are moved on
}  // namespace since_2017_options

// What the scene since-2017 computed of each change.
struct Since2017Record {
  BlockStage stage = BlockStage::paper;  // that the block has come to
  int word = 0, other = 0;               // of the sentence
  std::string words[2];

  // One row through both norms, as it is and with a number added to all of it.
  struct Norms {
    Var plain, row;  // [1, d_model]
    Var mean;        // [1, 1] of `row`
    Var layer, rms;  // [1, d_model]
    Var plain_layer, plain_rms;
  } norms;
  // The same row through both feed-forward networks.
  struct Gate {
    Var relu;                        // [1, 4 d_model]
    Var into, gate, value, product;  // [1, 8/3 d_model]
  } gate;
  // A query and a key, turned by where their words stand.
  struct Turns {
    Var q, k;                    // [1, d_k]
    Var query_angle, key_angle;  // [1, d_k / 2]
    Var query, key;              // [1, d_k] turned
    Var score;                   // [1, 1]
    Var added, rotary;           // [shifts, 1]: the score with added positions, with rotary ones
  } turns;
  // What the keys and values of a text take.
  struct Cache {
    std::string model;
    int heads = 0, kv_heads = 0;
    Var shares;     // [kv_heads, heads]: 1 where the head reads that key/value head
    Var sizes;      // [1 … 3, 1]: with as many key/value heads as heads, as it is, with one
    Var published;  // [models, 2]: with as many as heads, as published
  } cache;
  struct Biases {
    Var counts;  // [2, 1]: weights and biases of a layer
    Var share;   // [1, 1]
  } biases;
  Var gradients;  // [layers, 2]: norm after, norm before
  // The recording.
  struct Trials {
    Var mean;        // [moments, stages]
    Var last;        // [stages, seeds]
    Var parameters;  // [stages, 1]
    Var gains;       // [changes, seeds]: how much lower the loss came than with the stage before
    Var mean_gains;  // [changes, 1]
    Var ranked;      // the same, the largest first
    Var clear;       // [changes, 1]: 1 where it is lower with every seed, −1 higher, 0 neither
    Var cold;        // [2, 2]: the first two stages, with and without a warm-up
  } trials;
};

}  // namespace glassformer
