#include "app/platform/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace glassformer {
namespace {

Key nth(Key first, int n) {
  return static_cast<Key>(static_cast<int>(first) + n);
}

Key special(int key) {
  switch (key) {
    case GLFW_KEY_LEFT:
      return Key::left;
    case GLFW_KEY_RIGHT:
      return Key::right;
    case GLFW_KEY_UP:
      return Key::up;
    case GLFW_KEY_DOWN:
      return Key::down;
    case GLFW_KEY_HOME:
      return Key::home;
    case GLFW_KEY_END:
      return Key::end;
    case GLFW_KEY_PAGE_UP:
      return Key::page_up;
    case GLFW_KEY_PAGE_DOWN:
      return Key::page_down;
    case GLFW_KEY_SPACE:
      return Key::space;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      return Key::enter;
    case GLFW_KEY_ESCAPE:
      return Key::escape;
    case GLFW_KEY_BACKSPACE:
      return Key::backspace;
    case GLFW_KEY_DELETE:
      return Key::del;
    case GLFW_KEY_TAB:
      return Key::tab;
    case GLFW_KEY_F1:
      return Key::f1;
    case GLFW_KEY_F5:
      return Key::f5;
    case GLFW_KEY_F6:
      return Key::f6;
    case GLFW_KEY_F11:
      return Key::f11;
    default:
      return Key::none;
  }
}

}  // namespace

Key key_of(int glfw_key, int scancode, bool ctrl) {
  if (const Key key = special(glfw_key); key != Key::none) return key;
  const char* printed = glfwGetKeyName(glfw_key, scancode);
  const char sign =
      printed != nullptr && printed[0] != '\0' && printed[1] == '\0' ? printed[0] : '\0';
  if (sign >= 'a' && sign <= 'z') return nth(Key::a, sign - 'a');
  if (sign >= 'A' && sign <= 'Z') return nth(Key::a, sign - 'A');
  if (ctrl) {  // then no character comes
    if (sign == '+' || sign == '=' || glfw_key == GLFW_KEY_KP_ADD) return Key::plus;
    if (sign == '-' || glfw_key == GLFW_KEY_KP_SUBTRACT) return Key::minus;
  }
  if (glfw_key >= GLFW_KEY_0 && glfw_key <= GLFW_KEY_9) return nth(Key::d0, glfw_key - GLFW_KEY_0);
  if (glfw_key >= GLFW_KEY_KP_0 && glfw_key <= GLFW_KEY_KP_9) {
    return nth(Key::d0, glfw_key - GLFW_KEY_KP_0);
  }
  // A layout without Latin letters: their places then.
  if (sign == '\0' && glfw_key >= GLFW_KEY_A && glfw_key <= GLFW_KEY_Z) {
    return nth(Key::a, glfw_key - GLFW_KEY_A);
  }
  return Key::none;
}

Key typed_key(char32_t character) {
  switch (character) {
    case U'?':
      return Key::question;
    case U'+':
      return Key::plus;
    case U'-':
      return Key::minus;
    case U'/':
      return Key::slash;
    default:
      return Key::none;
  }
}

}  // namespace glassformer
