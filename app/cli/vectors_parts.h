#pragma once

#include <functional>

namespace CLI {
class App;
}

// The commands below `glassformer vectors`, for app/cli/vectors.cpp: each declares its arguments
// and returns what runs it.
namespace glassformer {

std::function<int()> declare_vectors_info(CLI::App& app);
std::function<int()> declare_vectors_neighbours(CLI::App& app);
std::function<int()> declare_vectors_analogy(CLI::App& app);
std::function<int()> declare_vectors_arith(CLI::App& app);
std::function<int()> declare_vectors_convert(CLI::App& app);
std::function<int()> declare_vectors_project(CLI::App& app);

}  // namespace glassformer
