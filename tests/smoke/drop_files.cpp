// drop_files WINDOW URI…: drops files on a window as a file manager does, by version 5 of the
// protocol XDND (freedesktop.org). Ends with 0 once the window has taken them, with 1 if it does
// not want them, and is ended by its alarm if the window never answers.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace {

Display* display = nullptr;
Window here = 0, there = 0;

long atom(const char* name) {
  return static_cast<long>(XInternAtom(display, name, False));
}

void tell(const char* what, long second, long third, long fourth, long fifth) {
  XEvent event{};
  event.xclient.type = ClientMessage;
  event.xclient.window = there;
  event.xclient.message_type = static_cast<Atom>(atom(what));
  event.xclient.format = 32;
  event.xclient.data.l[0] = static_cast<long>(here);
  event.xclient.data.l[1] = second;
  event.xclient.data.l[2] = third;
  event.xclient.data.l[3] = fourth;
  event.xclient.data.l[4] = fifth;
  XSendEvent(display, there, False, NoEventMask, &event);
  XFlush(display);
}

// The next message of that name; what is asked for meanwhile is given.
XClientMessageEvent answer(const char* what, const std::string& files) {
  for (;;) {
    XEvent event;
    XNextEvent(display, &event);
    if (event.type == ClientMessage &&
        event.xclient.message_type == static_cast<Atom>(atom(what))) {
      return event.xclient;
    }
    if (event.type != SelectionRequest) continue;
    const XSelectionRequestEvent& asked = event.xselectionrequest;
    XChangeProperty(display, asked.requestor, asked.property, asked.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(files.data()),
                    static_cast<int>(files.size()));
    XEvent given{};
    given.xselection.type = SelectionNotify;
    given.xselection.requestor = asked.requestor;
    given.xselection.selection = asked.selection;
    given.xselection.target = asked.target;
    given.xselection.property = asked.property;
    given.xselection.time = asked.time;
    XSendEvent(display, asked.requestor, False, NoEventMask, &given);
    XFlush(display);
  }
}

}  // namespace

int main(int count, char** arguments) {
  display = count > 2 ? XOpenDisplay(nullptr) : nullptr;
  if (display == nullptr) return 1;
  alarm(60);
  there = std::strtoul(arguments[1], nullptr, 10);
  std::string files;
  for (int i = 2; i < count; ++i) files += std::string(arguments[i]) + "\r\n";
  here = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
  XSetSelectionOwner(display, static_cast<Atom>(atom("XdndSelection")), here, CurrentTime);
  constexpr long version = 5, middle = (700L << 16) | 500;
  tell("XdndEnter", version << 24, atom("text/uri-list"), 0, 0);
  tell("XdndPosition", 0, middle, CurrentTime, atom("XdndActionCopy"));
  const bool wanted = (answer("XdndStatus", files).data.l[1] & 1) != 0;
  if (!wanted) return 1;
  tell("XdndDrop", 0, CurrentTime, 0, 0);
  answer("XdndFinished", files);
  XCloseDisplay(display);
  return 0;
}
