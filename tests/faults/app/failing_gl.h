#pragma once

#include <map>
#include <string>

namespace glassformer::testing {

// OpenGL as the card's half calls it. Its functions must have been looked up before, by calling
// them: looking one up puts it into its slot.

// While it lives, the calls are counted by name.
class CountedGl {
 public:
  CountedGl();
  ~CountedGl();
  CountedGl(const CountedGl&) = delete;
  CountedGl& operator=(const CountedGl&) = delete;
  const std::map<std::string, int>& calls() const;
};

// While it lives, the nth call of that function (from 1) does nothing, returns 0, and leaves the
// error GL_OUT_OF_MEMORY to be asked for. The nth glGetGraphicsResetStatus says that the card was
// reset.
class FailingGl {
 public:
  FailingGl(const std::string& function, int nth);
  ~FailingGl();
  FailingGl(const FailingGl&) = delete;
  FailingGl& operator=(const FailingGl&) = delete;
};

// While it lives, the card is reset at the nth call of all (from 1): no call does anything from
// then on, OpenGL says why whenever it is asked, and no context can be made current.
class LostContext {
 public:
  explicit LostContext(int nth);
  ~LostContext();
  LostContext(const LostContext&) = delete;
  LostContext& operator=(const LostContext&) = delete;
  // The first function that was called while no context was current: a driver's library, or the one
  // that finds its functions, may end the program there. Empty: none was.
  const std::string& called_without_context() const;
};

}  // namespace glassformer::testing
