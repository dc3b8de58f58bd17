// close_window WINDOW: asks a window to close, as a window manager does when the button of its
// frame is pressed (ICCCM, section 4.2.8.1).
#include <X11/Xlib.h>

#include <cstdlib>

int main(int count, char** arguments) {
  Display* const display = count == 2 ? XOpenDisplay(nullptr) : nullptr;
  if (display == nullptr) return 1;
  XEvent event{};
  event.xclient.type = ClientMessage;
  event.xclient.window = std::strtoul(arguments[1], nullptr, 10);
  event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", False);
  event.xclient.format = 32;
  event.xclient.data.l[0] = static_cast<long>(XInternAtom(display, "WM_DELETE_WINDOW", False));
  event.xclient.data.l[1] = CurrentTime;
  const bool sent = XSendEvent(display, event.xclient.window, False, NoEventMask, &event) != 0;
  XCloseDisplay(display);
  return sent ? 0 : 1;
}
