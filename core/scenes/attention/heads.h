#pragma once

#include <string>
#include <vector>

#include "core/scenes/embedding.h"

namespace glassformer {

// What a lesson may give a model with heads: head.1.wq … head.16.wv and wo.
std::vector<std::string> head_givens();

// Multi-head attention of y over x into the run: its sites, its output and what was random. The
// weights of all heads and W^O [h·d_v, d_model] are given or drawn. Each head is d_model / heads
// wide, rounded down; if that leaves a rest, run.notes says so.
void run_heads(const Inputs& inputs, Material& material, Run& run, const Embedded& y,
               const Embedded& x);

// Refuses what would need more than two gigabytes.
void check_heads(const Inputs& inputs, const Embedded& y, const Embedded& x);

}  // namespace glassformer
