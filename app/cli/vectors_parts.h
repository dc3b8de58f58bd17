#pragma once

#include <functional>

// The commands below `glassformer vectors`, for app/cli/vectors.cpp: each declares its arguments
// and returns what runs it.
#include "app/cli/command_options.h"

namespace glassformer {

std::function<int()> declare_vectors_info(const CommandOptions& app);
std::function<int()> declare_vectors_neighbours(const CommandOptions& app);
std::function<int()> declare_vectors_analogy(const CommandOptions& app);
std::function<int()> declare_vectors_arith(const CommandOptions& app);
std::function<int()> declare_vectors_why(const CommandOptions& app);
std::function<int()> declare_vectors_groups(const CommandOptions& app);
std::function<int()> declare_vectors_convert(const CommandOptions& app);
std::function<int()> declare_vectors_project(const CommandOptions& app);

}  // namespace glassformer
