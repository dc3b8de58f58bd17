#pragma once

#include "core/lesson/fields.h"
#include "core/lesson/lesson.h"

namespace glassformer {

// One step of the lesson's "steps"; what it sets is held against the scene.
Step read_step(Json::Value value, const Scene& scene);

// What a step sets, or what a user had changed.
Changes read_changes(Json::Value value, const Scene& scene);

// Who stands where on the stage: {"hero": "focus", "side": "rail"}.
Places read_places(Json::Value value);

// A list of "expect": numbers, and claims.
void read_expect(Json::Value list, std::vector<Expectation>& expect, std::vector<Claim>& claims);

}  // namespace glassformer
