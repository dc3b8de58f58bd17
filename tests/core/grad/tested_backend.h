#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <source_location>

#include "core/grad/backend.h"
#include "core/tensor/mat.h"

// Tests that hold for every backend: core_tests runs them on the CPU, app_tests on the graphics
// card.
namespace glassformer {

std::shared_ptr<Backend> tested_backend();  // of this test program

class OnTestedBackend : public ::testing::Test {
 private:
  OnBackend on_{tested_backend()};
};

// On the CPU the same numbers. On a device zeros, infinities and nan must be the same, and other
// numbers within some units in the last place: a driver may round quotients, roots and powers in
// its own way (OpenGL Shading Language 4.30, section 4.7.1).
void expect_same(const Mat& got, const Mat& want,
                 std::source_location where = std::source_location::current());

}  // namespace glassformer
