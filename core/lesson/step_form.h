#pragma once

#include <string>
#include <vector>

#include "core/lesson/form.h"
#include "core/lesson/lesson.h"

// The objects of a lesson file below the lesson itself.
namespace glassformer {

const Form<Places>& places_form();
const Form<Changes>& changes_form();
const Form<Step>& step_form();

// "expect" holds numbers and claims.
extern const char* const expect_schema;
void read_expect(Json::Value list, std::vector<Expectation>& expect, std::vector<Claim>& claims);
std::string write_expect(const std::vector<Expectation>& expect, const std::vector<Claim>& claims);
template <class Object>
void add_expect(Form<Object>& form, const char* help) {
  form.own(
      "expect", help, expect_schema,
      [](Object& object, Json::Value list, const Scene*) {
        read_expect(list, object.expect, object.claims);
      },
      [](const Object& object) { return write_expect(object.expect, object.claims); });
}

// What the schema says of each of these, by its name there.
std::vector<std::pair<std::string, std::string>> form_definitions();

}  // namespace glassformer
