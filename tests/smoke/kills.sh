#!/bin/bash
# Kills the program at random moments while it trains, saves, exports and shows its window, and looks
# at what is left: every file is the old one or the new one, a training that is resumed ends as if
# nobody had disturbed it, and the next run leaves nothing behind that a killed one had begun.
#   tests/smoke/kills.sh GLASSFORMER COUNT [SEED]
# Prints a table. Exit code 1: something was half-written, lost or left behind. The window is left
# out where Xvfb or xdotool is missing.
set -u
program=$(realpath "$1")
count=$2
RANDOM=${3:-1}

folder=$(mktemp -d)
server=''
clean() {
  [ -n "$server" ] && kill "$server" 2>/dev/null
  wait 2>/dev/null
  rm -rf "$folder"
}
trap clean EXIT
mkfifo "$folder/never"
export XDG_CONFIG_HOME=$folder/config XDG_CACHE_HOME=$folder/cache LIBGL_ALWAYS_SOFTWARE=1
export OMP_WAIT_POLICY=passive
mkdir -p "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME"

declare -A kills half lost litter saved
pause() { read -rt "$1" <>"$folder/never"; }                 # seconds
milliseconds() { echo $(($(date +%s%N) / 1000000)); }
problem() { echo "  $kind, kill ${kills[$kind]:-0}: $*" >&2; }
# Most kills are as hard as a power cut; the others may be answered.
a_signal() { local all=(KILL KILL KILL KILL TERM INT HUP SEGV); signal=${all[RANDOM % 8]}; }

# killed LIMIT COMMAND…: starts it, and kills it at a random moment of LIMIT milliseconds. True if it
# was still there.
killed() {
  local limit=$1 process
  shift
  a_signal
  # A shell without job control starts others deaf to INT; this way they hear it.
  env --default-signal=INT "$@" >"$folder/out" 2>"$folder/err" &
  process=$!
  pause "$(printf '0.%04d' $((RANDOM % 10000)) | awk -v l="$limit" '{ printf "%.4f", $1 * l / 1000 }')"
  kill -"$signal" "$process" 2>/dev/null
  local was_there=$?
  wait "$process" 2>/dev/null
  kills[$kind]=$((${kills[$kind]:-0} + 1))
  return $was_there
}

# How long a command takes here, undisturbed, and a tenth more.
time_of() {
  local begin
  begin=$(milliseconds)
  "$@" >"$folder/out" 2>"$folder/err" || { echo "failed: $*" >&2; cat "$folder/err" >&2; exit 1; }
  echo $((($(milliseconds) - begin) * 11 / 10 + 1))
}

# leftovers FOLDER NAME…: files in it besides those.
leftovers() {
  local where=$1
  shift
  local others=()
  for name in "$@"; do others+=(! -name "$name"); done
  find "$where" -maxdepth 1 -type f "${others[@]}" | wc -l
}

# --- Saves: two versions of a file, one over the other. A kind is: files, then two commands. ---
declare -A files first second limits turn
add_save() {  # KIND FILES FIRST_COMMAND SECOND_COMMAND
  kind=$1
  files[$kind]=$2 first[$kind]=$3 second[$kind]=$4 turn[$kind]=0
  mkdir -p "$folder/$kind/a" "$folder/$kind/b" "$folder/$kind/here"
  (cd "$folder/$kind/a" && eval "${first[$kind]}" >/dev/null 2>&1) || { echo "failed: $3" >&2; exit 1; }
  limits[$kind]=$(cd "$folder/$kind/b" && time_of bash -c "${second[$kind]}") || exit 1
  cp "$folder/$kind/a/"* "$folder/$kind/here/"
}
is_version() {  # a or b: all files
  local name
  # Pictures show how long a pass took: they are looked at for their end.
  case $kind in
    show) tail -c 8 "$folder/show/here/out.png" | head -c 4 | grep -q IEND; return ;;
    draw) tail -c 8 "$folder/draw/here/out.svg" | grep -q '</svg>'; return ;;
  esac
  for name in ${files[$kind]}; do
    cmp -s "$folder/$kind/$1/$name" "$folder/$kind/here/$name" || return 1
  done
}
kill_save() {
  local command=${first[$kind]}
  ((turn[$kind] = 1 - turn[$kind])) && command=${second[$kind]}
  cd "$folder/$kind/here" || exit 1
  killed "${limits[$kind]}" bash -c "exec $command"
  cd "$folder" || exit 1
  if ! is_version a && ! is_version b; then
    half[$kind]=$((${half[$kind]:-0} + 1))
    problem "neither the old nor the new: $(cd "$folder/$kind/here" && ls -l | tr '\n' ' ')"
    cp "$folder/$kind/a/"* "$folder/$kind/here/"
  fi
  if ((kills[$kind] % 10 == 0)); then finish_save; fi
}
finish_save() {
  (cd "$folder/$kind/here" && bash -c "${second[$kind]}" >/dev/null 2>&1)
  is_version b || { lost[$kind]=$((${lost[$kind]:-0} + 1)); problem "the next run does not write it"; }
  local left
  # shellcheck disable=SC2086
  left=$(leftovers "$folder/$kind/here" ${files[$kind]})
  if ((left)); then
    litter[$kind]=$((${litter[$kind]:-0} + left))
    problem "$left left behind: $(cd "$folder/$kind/here" && ls | tr '\n' ' ')"
    (cd "$folder/$kind/here" && for name in *; do
      [[ " ${files[$kind]} " == *" $name "* ]] || rm -f "$name"
    done)
  fi
}

# --- Trainings: killed, resumed, killed …, and in the end compared with one left alone. ---
declare -A train model
declare -A reads=([translate]=info [seq2seq]=info [vectors]='vectors info')
add_training() {  # KIND MODEL COMMAND
  kind=$1
  model[$kind]=$2 train[$kind]=$3
  mkdir -p "$folder/$kind/alone" "$folder/$kind/here"
  limits[$kind]=$(cd "$folder/$kind/alone" && time_of bash -c "${train[$kind]}") || exit 1
  turn[$kind]=0
}
kill_training() {
  local command=${train[$kind]} here=$folder/$kind/here
  [ -e "$here/${model[$kind]}.checkpoint" ] && command+=' --resume'
  cd "$here" || exit 1
  killed "${limits[$kind]}" bash -c "exec $command"
  local was_there=$?
  cd "$folder" || exit 1
  # A signal that can be answered is: all is saved.
  if ((was_there == 0)) && [[ $signal != KILL && $signal != SEGV ]] && grep -q 'stopped at' "$folder/err"; then
    saved[$kind]=$((${saved[$kind]:-0} + 1))
    [ -e "$here/${model[$kind]}.checkpoint" ] ||
      { lost[$kind]=$((${lost[$kind]:-0} + 1)); problem "it said saved, and there is no checkpoint"; }
  fi
  if grep '^glassformer: ' "$folder/err" | grep -qv 'was stopped\|: stopped'; then
    half[$kind]=$((${half[$kind]:-0} + 1))
    problem "$(tail -n 1 "$folder/err")"
  fi
  if [ -e "$here/${model[$kind]}" ] && ! "$program" ${reads[$kind]} "$here/${model[$kind]}" >/dev/null 2>"$folder/err"; then
    half[$kind]=$((${half[$kind]:-0} + 1))
    problem "the model cannot be read: $(cat "$folder/err")"
  fi
  if ((kills[$kind] % 8 == 0)); then finish_training; fi
}
finish_training() {
  local here=$folder/$kind/here resume='' name
  [ -e "$here/${model[$kind]}.checkpoint" ] && resume=--resume
  (cd "$here" && bash -c "${train[$kind]} $resume" >"$folder/out" 2>"$folder/err") ||
    { lost[$kind]=$((${lost[$kind]:-0} + 1)); problem "cannot go on: $(tail -n 1 "$folder/err")"; }
  for name in "$folder/$kind/alone/"*; do
    name=$(basename "$name")
    cmp -s "$folder/$kind/alone/$name" "$here/$name" && continue
    lost[$kind]=$((${lost[$kind]:-0} + 1))
    problem "$name is not what it is without kills"
  done
  local left
  # shellcheck disable=SC2046
  left=$(leftovers "$here" $(cd "$folder/$kind/alone" && ls))
  if ((left)); then
    litter[$kind]=$((${litter[$kind]:-0} + left))
    problem "$left left behind: $(ls "$here" | tr '\n' ' ')"
  fi
  rm -f "$here/"*
}

# --- The window: on a display of its own. ---
has_window() {
  command -v Xvfb >/dev/null && command -v xdotool >/dev/null
}
until_true() {  # COMMAND…: at most 20 seconds
  local i
  for ((i = 0; i < 200; ++i)); do
    "$@" >/dev/null 2>&1 && return 0
    pause 0.1
  done
  return 1
}
add_window() {
  Xvfb -displayfd 3 -noreset -screen 0 1280x800x24 3>"$folder/display" >/dev/null 2>&1 &
  server=$!
  until_true test -s "$folder/display" || { server=''; return 1; }
  DISPLAY=:$(cat "$folder/display")
  export DISPLAY
  unset WAYLAND_DISPLAY
}
find_window() {
  kill -0 "$process" 2>/dev/null || return 0
  window=$(xdotool search --onlyvisible --pid "$process" 2>/dev/null | tail -n 1)
  [ -n "$window" ]
}
kill_window() {
  local session=$XDG_CONFIG_HOME/glassformer/session.json lessons=(multi-head masked-scores cbow-softmax)
  a_signal
  [[ $signal == SEGV ]] && signal=KILL
  rm -f "$session"
  env --default-signal=INT "$program" gui "${lessons[RANDOM % 3]}" >"$folder/out" 2>"$folder/err" &
  process=$!
  window=''
  if ((RANDOM % 3)); then
    # Long after a step was taken: it must be there.
    until_true find_window
    [ -n "$window" ] && until_true sh -c "xdotool windowfocus $window && [ \"\$(xdotool getwindowfocus)\" = $window ]"
    xdotool mousemove --window "$window" 600 400 key Right key Right key Right 2>/dev/null
    pause 3.$((RANDOM % 10))
    taken=1
  else
    pause 0.$((RANDOM % 10))
    pause 0.$((RANDOM % 10))
    taken=0
  fi
  kill -"$signal" "$process" 2>/dev/null
  wait "$process" 2>/dev/null
  kills[$kind]=$((${kills[$kind]:-0} + 1))
  if ((taken)); then
    if ! grep -Eqs '"step": *[1-9]' "$session"; then
      lost[$kind]=$((${lost[$kind]:-0} + 1))
      problem "$signal: the step taken three seconds before is not in session.json"
    fi
  fi
  if [ -e "$session" ] && ! "$program" trace "$session" >/dev/null 2>"$folder/err"; then
    half[$kind]=$((${half[$kind]:-0} + 1))
    problem "session.json cannot be read: $(cat "$folder/err")"
  fi
}
finish_window() {
  "$program" gui >"$folder/out" 2>"$folder/err" &
  process=$!
  window=''
  until_true find_window
  pause 1
  kill -TERM "$process" 2>/dev/null
  wait "$process" 2>/dev/null
  local left
  left=$(find "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME" -type f -name '*.part-*' | wc -l)
  if ((left)); then
    litter[$kind]=$((${litter[$kind]:-0} + left))
    problem "$left left behind"
  fi
}

# --- What there is to kill. ---
table() {  # SEED: 4000 words of 40 numbers
  awk -v seed="$1" 'BEGIN { srand(seed); for (i = 0; i < 4000; ++i) { printf "word%d", i
    for (k = 0; k < 40; ++k) printf " %.5f", rand() - 0.5; print "" } }'
}
table 1 >"$folder/a.txt"
table 2 >"$folder/b.txt"
"$program" world --pair en-fr --count 60 --seed 3 | cut -f 1,2 >"$folder/pairs.tsv"
"$program" make-corpus --sentences 3000 >"$folder/corpus.txt" 2>/dev/null ||
  "$program" make-corpus --sentences 3000 -o "$folder/corpus.txt"

add_save convert out.bin "$program vectors convert $folder/a.txt out.bin" "$program vectors convert $folder/b.txt out.bin"
add_save convert-pair "vectors.tsv metadata.tsv" "$program vectors convert $folder/a.txt vectors.tsv" "$program vectors convert $folder/b.txt vectors.tsv"
add_save trace out.json "$program trace multi-head -o out.json" "$program trace masked-scores -o out.json"
add_save show out.png "$program show masked-scores -o out.png --size 640x400" "$program show thinking-machines -o out.png --size 640x400"
add_save draw out.svg "$program show masked-scores -o out.svg" "$program show thinking-machines -o out.svg"
small='--batch 16 --evaluate-every 10 --patience 0 --seed 3 --threads 1'
add_training translate m.safetensors "$program train translate $folder/pairs.tsv -o m.safetensors --d-model 16 --heads 2 --layers 1 --d-ff 32 --steps 60 $small"
add_training seq2seq m.safetensors "$program train seq2seq $folder/pairs.tsv -o m.safetensors --width 16 --embedding 12 --steps 40 $small"
add_training vectors v.safetensors "$program train vectors $folder/corpus.txt -o v.safetensors --dim 24 --epochs 3 --threads 1 --seed 3"
kinds=(translate translate translate seq2seq seq2seq vectors vectors convert convert convert convert-pair convert-pair trace trace show draw)
if has_window && add_window; then kinds+=(window); else echo "the window is left out: no Xvfb or no xdotool" >&2; fi

# TERM ends it early, with the table of what was done.
stopped=0
trap 'stopped=1' TERM
begin=$(date +%s)
for ((i = 0; i < count && !stopped; ++i)); do
  kind=${kinds[RANDOM % ${#kinds[@]}]}
  case $kind in
    translate | seq2seq | vectors) kill_training ;;
    window) kill_window ;;
    *) kill_save ;;
  esac
done
for kind in "${!kills[@]}"; do
  case $kind in
    translate | seq2seq | vectors) finish_training ;;
    window) finish_window ;;
    *) finish_save ;;
  esac
done

bad=0
printf '%-14s %6s %13s %6s %9s\n' what kills half-written lost 'left over'
for kind in $(printf '%s\n' "${!kills[@]}" | sort); do
  printf '%-14s %6d %13d %6d %9d\n' "$kind" "${kills[$kind]}" "${half[$kind]:-0}" "${lost[$kind]:-0}" "${litter[$kind]:-0}"
  bad=$((bad + ${half[$kind]:-0} + ${lost[$kind]:-0} + ${litter[$kind]:-0}))
done
printf '%-14s %6d in %d s, seed %s\n' all "$i" $(($(date +%s) - begin)) "${3:-1}"
((bad == 0))
