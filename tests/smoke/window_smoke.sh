#!/bin/bash
# A real window on a display of its own (Xvfb): a sentence is typed, a step taken, the program ended
# with Ctrl Q; then session.json must hold the sentence and the step.
#   tests/smoke/window_smoke.sh GLASSFORMER
# Exit code 77: Xvfb or xdotool is missing, nothing was tried. Waits for conditions, never for time
# alone: each is looked at every tenth of a second, at most 300 times.
set -u
program=$1
for tool in Xvfb xdotool; do
  command -v $tool >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

folder=$(mktemp -d)
server='' window_process=''
clean() {
  [ -n "$window_process" ] && kill "$window_process" 2>/dev/null
  [ -n "$server" ] && kill "$server" 2>/dev/null
  wait 2>/dev/null
  rm -rf "$folder"
}
trap clean EXIT
exec 4>&1  # what is looked at again and again is silent, its failure is not
fail() {
  echo "failed: $*" >&4
  cat "$folder/program.log" "$folder/server.log" >&4 2>/dev/null
  exit 1
}
until_true() {  # WHAT COMMAND…
  local what=$1
  shift
  for ((i = 0; i < 300; ++i)); do
    "$@" >/dev/null 2>&1 && return 0
    kill -0 "$server" 2>/dev/null || fail "the display went away before $what"
    read -rt 0.1 <>"$folder/never"
  done
  fail "$what"
}
mkfifo "$folder/never"

# The server picks a free number itself and writes it when it is ready. Without -noreset it starts
# anew whenever its last client leaves, as each look of xdotool does, and turns away whoever comes
# at that moment.
Xvfb -displayfd 3 -noreset -screen 0 1600x1000x24 3>"$folder/display" >"$folder/server.log" 2>&1 &
server=$!
until_true "a display" test -s "$folder/display"
DISPLAY=:$(cat "$folder/display")
export DISPLAY XDG_CONFIG_HOME=$folder/config XDG_CACHE_HOME=$folder/cache LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY

"$program" gui multi-head >"$folder/program.log" 2>&1 &
window_process=$!
ended() { ! kill -0 "$window_process" 2>/dev/null; }
find_window() {
  ended && fail "the program ended before it had a window"
  window=$(xdotool search --onlyvisible --pid "$window_process" 2>/dev/null | tail -n 1)
  [ -n "$window" ]
}
until_true "a window" find_window
# Without a window manager nobody hands the keyboard to the window.
until_true "the keyboard" sh -c "xdotool windowfocus $window && [ \"\$(xdotool getwindowfocus)\" = $window ]"
xdotool mousemove --window "$window" 700 500

session=$folder/config/glassformer/session.json
xdotool key --clearmodifiers ctrl+l
xdotool type --clearmodifiers --delay 30 "seven robots dream"
xdotool key Return
xdotool key Right
xdotool key --clearmodifiers ctrl+q
until_true "the program to end after Ctrl Q" ended
wait "$window_process"
code=$?
window_process=''
[ $code -eq 0 ] || fail "exit code $code"
grep -q "seven robots dream" "$session" || fail "the sentence is not in $session: $(cat "$session")"
grep -Eq '"step": *[1-9]' "$session" || fail "the step is not in $session"
echo "typed, stepped, ended, kept"
