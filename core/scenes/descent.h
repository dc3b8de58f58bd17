#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/scenes/sheet.h"

// Turns of gradient descent that come before what a scene shows.
namespace glassformer {

// Changes the parts by the gradients of `loss` [1, 1], which says it of them on a tape of its own.
// Returns the loss before each turn and after the last: [turns + 1, 1].
Mat descend(std::vector<Mat>& parts, double rate, int turns,
            const std::function<Part(const std::vector<Part>&)>& loss);

// These losses on the sheet, "descent".
Part put_descent(Sheet&, Mat losses, const std::string& origin);

// What is said of the numbers of a part. `over`: "all counts".
Origin left_by_descent(int turns, const std::string& over);

}  // namespace glassformer
