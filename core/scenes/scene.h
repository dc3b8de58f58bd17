#pragma once

#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/scenes/resources.h"
#include "core/scenes/run.h"

namespace glassformer {

// Holds nothing; no option is one. GCC 12's library takes a variant of numbers and strings alone
// for one that always holds something, and destroys what a copy could not make for want of memory.
struct NoOption {
  NoOption() = default;
  // Not trivial, for that reason. NOLINTBEGIN(modernize-use-equals-default)
  NoOption(const NoOption&) noexcept {}
  NoOption& operator=(const NoOption&) noexcept { return *this; }
  // NOLINTEND(modernize-use-equals-default)
  bool operator==(const NoOption&) const = default;
};

// A number, or one of a list of words. A switch is a number, 0 or 1.
using Option = std::variant<double, std::string, NoOption>;

struct Inputs;

// What one option may be. The controls above the canvas, the check of a lesson's config and
// `glassformer lessons --json` all come from this.
struct OptionSpec {
  enum class Kind { number, integer, choice, toggle, text };  // text: any words
  std::string name;                                           // "d_k"
  std::string label;                                          // "d_k", in formula markup
  std::string help;                                           // one sentence
  Kind kind = Kind::number;
  Option initial = 0.0;
  double min = 0;
  double max = 0;
  std::vector<std::string> choices;
  // Whether the controls above the canvas show it, as things stand; empty: always.
  std::function<bool(const Inputs&, const Run&)> shown;
  // What a 0 stands for, where it stands for a number that the run knows; empty: for itself.
  std::function<double(const Run&)> zero_means;
};

// Everything a forward pass depends on. Equal inputs give equal runs.
struct Inputs {
  std::string scene;                      // name of a Scene
  std::map<std::string, Option> options;  // only those that differ from their initial value
  std::array<std::string, 2> text;        // sentences; split into tokens by the scene
  std::array<std::vector<std::string>, 2> tokens;  // labels a lesson gives instead of a sentence
  std::map<std::string, LeafPtr>
      given;               // "x", "wq", "scores" …; absent ones are made from the seed
  Edits edits;             // cells set by hand, by path
  Edits optional_edits;    // likewise, but not on weights; all are left out if one has no room
  std::vector<int> order;  // permutation of the tokens; empty: as they are
  Resources resources;     // a trained model, word vectors, questions …
};

// A slot as a scene uses it.
struct SlotUse {
  std::string_view name;           // of a Slot in resources.h
  std::string_view stand_in = {};  // the option that names what is taken while the slot is empty
  std::string_view result = {};    // the path of what the resource leads to
  // Options that mean nothing any more with another resource …
  std::vector<std::string> dependent = {};
  // … unless they fit that one as they stand; null: they never do.
  bool (*fits)(const Inputs&) = nullptr;
  // Which resources of the slot's type the scene can show; null: all.
  bool (*takes)(const Resource&) = nullptr;
};

// What a scene is about; its folder.
enum class Subject { attention, transformer, word_vectors, speed };

struct Scene {
  std::string_view name;  // "attention"
  std::string_view what;  // one sentence
  Subject subject;
  std::vector<OptionSpec> options = {};
  std::vector<std::string> givens = {};  // names a lesson may give
  int sentences = 0;                     // how many the user may type: 0, 1 or 2
  bool takes_order = false;              // whether it reads Inputs::order
  std::vector<SlotUse> slots = {};
  // Why no cell may be set by hand; empty: all may.
  std::string_view cells_stay = {};
  // Throws UserError: an unknown option or given, shapes that do not fit, too many tokens.
  Run (*run)(const Inputs&) = nullptr;
};

std::span<const Scene* const> all_scenes();      // sorted by name
const Scene* find_scene(std::string_view name);  // nullptr if there is none

// `const RegisterScene registered{{.name = …}};` in its file adds a scene.
struct RegisterScene {
  explicit RegisterScene(Scene scene);
};

// Checks the options and givens against the scene, runs it, times it, and checks that every edit
// named a node. What `earlier` has computed already is taken from there. Throws UserError.
RunPtr run(const Inputs& inputs, const RunPtr& earlier = nullptr);

// The option's value, or its initial one. Throws UserError when it is out of range.
double number(const Inputs&, std::string_view option);
std::string choice(const Inputs&, std::string_view option);
std::string text(const Inputs&, std::string_view option);
Option option_value(const Inputs&, std::string_view option);

// How the scene of these inputs uses the slot; nullptr: not at all.
const SlotUse* slot_use(const Inputs&, std::string_view slot);
template <class T>
bool uses(const Inputs& inputs, const Slot<T>& slot) {
  return slot_use(inputs, slot.name) != nullptr;
}

}  // namespace glassformer
