#pragma once

namespace glassformer::testing_gpu {

// While it lives, the OpenGL function is another one.
template <class Function>
class Instead {
 public:
  Instead(Function& slot, Function fake) : slot_(slot), real_(slot) { slot = fake; }
  ~Instead() { slot_ = real_; }
  Instead(const Instead&) = delete;
  Instead& operator=(const Instead&) = delete;

  Function real() const { return real_; }

 private:
  Function& slot_;
  Function real_;
};

}  // namespace glassformer::testing_gpu
