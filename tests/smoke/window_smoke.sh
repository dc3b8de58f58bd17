#!/bin/bash
# A real window on a display of its own (Xvfb): a sentence is typed, a step taken, and the window is
# ended in every way that a window ends: Ctrl Q, its frame's button, signals, a kill, a crash, a
# display that goes away. Each time session.json must hold the sentence and the step, and the next
# start opens there; after a kill and a crash it says so, once.
# And files are dropped on it.
#   tests/smoke/window_smoke.sh GLASSFORMER [CLOSE_WINDOW DROP_FILES]
# CLOSE_WINDOW WINDOW asks a window to close as a window manager does (close_window.cpp), DROP_FILES
# WINDOW URI… drops files on it (drop_files.cpp); without them that is left out. Exit code 77: Xvfb or xdotool is missing, nothing was tried. Waits for
# conditions, never for time alone: each is looked at every tenth of a second, at most 600 times.
set -u
program=$1
close_window=${2:-} drop_files=${3:-}
for tool in Xvfb xdotool; do
  command -v $tool >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

folder=$(mktemp -d)
server='' window_process=''
clean() {
  [ -n "$window_process" ] && kill -9 "$window_process" 2>/dev/null
  [ -n "$server" ] && kill "$server" 2>/dev/null
  wait 2>/dev/null
  rm -rf "$folder"
}
trap clean EXIT
exec 4>&1  # what is looked at again and again is silent, its failure is not
fail() {
  cat "${session:-/dev/null}" >&4 2>/dev/null
  echo "failed: $*" >&4
  cat "$folder/program.log" "$folder/server.log" >&4 2>/dev/null
  exit 1
}
until_true() {  # WHAT COMMAND…
  local what=$1
  shift
  for ((i = 0; i < 600; ++i)); do
    "$@" >/dev/null 2>&1 && return 0
    [ -n "$server" ] && { kill -0 "$server" 2>/dev/null || fail "the display went away before $what"; }
    read -rt 0.1 <>"$folder/never"
  done
  fail "$what"
}
mkfifo "$folder/never"

# The server picks a free number itself and writes it when it is ready. Without -noreset it starts
# anew whenever its last client leaves, as each look of xdotool does, and turns away whoever comes
# at that moment.
start_display() {
  rm -f "$folder/display"
  Xvfb -displayfd 3 -noreset -screen 0 1600x1000x24 3>"$folder/display" >"$folder/server.log" 2>&1 &
  server=$!
  until_true "a display" test -s "$folder/display"
  DISPLAY=:$(cat "$folder/display")
  export DISPLAY
}
start_display
export XDG_CONFIG_HOME=$folder/config XDG_CACHE_HOME=$folder/cache LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY
ulimit -c 0
session=$folder/config/glassformer/session.json
crashes=$folder/cache/glassformer/crashes

ended() { ! kill -0 "$window_process" 2>/dev/null; }
find_window() {
  ended && fail "the program ended before it had a window"
  window=$(xdotool search --onlyvisible --pid "$window_process" 2>/dev/null | tail -n 1)
  [ -n "$window" ]
}
start() {  # ARGUMENT…
  "$program" gui "$@" >"$folder/program.log" 2>&1 &
  window_process=$!
  until_true "a window" find_window
  # Without a window manager nobody hands the keyboard to the window.
  until_true "the keyboard" \
    sh -c "xdotool windowfocus $window && [ \"\$(xdotool getwindowfocus)\" = $window ]"
  xdotool mousemove --window "$window" 700 500
}
kept() { grep -q "$1" "$session" && grep -Eq '"step": *[1-9]' "$session"; }
# SENTENCE: types it, takes a step and waits until both are kept, which the open window does by
# itself.
use() {
  xdotool key --clearmodifiers ctrl+l
  xdotool type --clearmodifiers --delay 30 "$1"
  xdotool key Return
  xdotool key Right
  until_true "an open window to keep '$1'" kept "$1"
}
end_with() {  # CODE WHAT COMMAND…
  local code=$1 what=$2
  shift 2
  "$@"
  until_true "the program to end after $what" ended
  wait "$window_process" 2>/dev/null
  local is=$?
  window_process=''
  [ "$code" = any ] || [ "$is" -eq "$code" ] || fail "exit code $is after $what, not $code"
}
quit() { end_with 0 "Ctrl Q" xdotool key --clearmodifiers ctrl+q; }
no_opening() { ls "$folder/cache/glassformer"/window-* && ! grep -q . "$folder/cache/glassformer"/window-*; }
no_mark() { [ -z "$(ls "$folder/cache/glassformer" 2>/dev/null | grep '^window-')" ]; }

# What asks the window to end: all is kept, whenever it was done.
start multi-head
use "seven robots dream"
xdotool key Right Right Right  # and at once
quit
kept "seven robots dream" || fail "after Ctrl Q the sentence is not in $session"
grep -Eq '"step": *[2-9]' "$session" || fail "after Ctrl Q what was done last is not in $session"
for signal in TERM INT HUP; do
  rm -f "$session"
  start multi-head
  use "robots of $signal"
  end_with 0 "SIG$signal" kill -$signal "$window_process"
  kept "robots of $signal" || fail "after SIG$signal the sentence is not kept"
  no_mark || fail "after SIG$signal the mark of an open window is left"
done
if [ -n "$close_window" ]; then
  start
  end_with 0 "WM_DELETE_WINDOW" "$close_window" "$window"
  kept "robots of HUP" || fail "after WM_DELETE_WINDOW the sentence is not kept"
fi
if [ -n "$drop_files" ]; then
  mkdir "$folder/my files"
  printf '3 2\nzig 1 0\nzag 0 1\nzog 1 1\n' >"$folder/my files/zög.vec"
  start
  "$drop_files" "$window" "file://$folder/my%20files/z%C3%B6g.vec" || fail "a drop was not taken"
  until_true "dropped vectors to open" \
    grep -q "my files/zög.vec" "$folder/config/glassformer/recent.json"
  quit
fi

# What does not ask: what was done two seconds before is kept already.
start multi-head
use "robots that were killed"
end_with 137 "kill -9" kill -9 "$window_process"
kept "robots that were killed" || fail "after kill -9 the session is damaged"
no_mark && fail "after kill -9 nothing tells the next start"
start
until_true "the mark of the killed one to be taken away" \
  test "$(ls "$folder/cache/glassformer" | grep -c '^window-')" = 1
quit
kept "robots that were killed" || fail "the next start did not open where the killed one was"

start
until_true "the mark to say that it has opened" no_opening
end_with any "SIGSEGV" kill -SEGV "$window_process"
grep -q "SIGSEGV" "$crashes"/crash-*.txt || fail "a crash left no report"
grep -q "open multi-head" "$crashes"/crash-*.txt || fail "the report does not say what was done"
kept "robots that were killed" || fail "after a crash the session is damaged"

# Two windows did not get further than opening it (their marks say so): the third starts afresh, and
# the session is kept under another name.
cp "$session" "$folder/left.json"
printf 2 >"$folder/cache/glassformer/window-999999"
start
until_true "the mark to say that it has opened" no_opening
aside=$folder/config/glassformer/session-1.json
cmp -s "$folder/left.json" "$aside" || fail "the session that ends windows is not in $aside"
quit
start
quit
kept "robots that were killed" && fail "the session that ends windows was opened again"
[ -e "$folder/config/glassformer/session-2.json" ] && fail "another session was set aside"
# Its window is marked as long as it opens, and no longer.
start
until_true "the mark of a window that opened to be empty" no_opening
end_with 137 "kill -9" kill -9 "$window_process"

# The display goes away under the window.
start multi-head
use "robots without a display"
gone=$server
server=''
end_with any "the end of the display" kill "$gone"
kept "robots without a display" || fail "after the display went away the sentence is not kept"
grep -q "what was done is kept" "$folder/program.log" || fail "nothing was kept at the end"
no_mark || fail "after the display went away the mark of an open window is left"
echo "typed, stepped, ended in every way, kept"
