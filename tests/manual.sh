#!/usr/bin/env bash
# manual.sh PROGRAM MANUAL: the manual page and --help name the same commands and options.
set -euo pipefail
program=$1
manual=$(sed 's/\\-/-/g; s/\\f.//g' "$2")
failures=0
known=

complain() {
  printf '%s\n' "$*"
  failures=$((failures + 1))
}

# The options of one command, then the same for each command below it.
check() {
  local help name option
  help=$("$program" "$@" --help)
  for option in $(grep -oE '^ +(-[a-zA-Z],)?--[a-z][a-z0-9-]*' <<<"$help" | grep -oE -- '--[a-z0-9-]+'); do
    known+=" $option "
    grep -qE -- "$option([^a-z0-9-]|\$)" <<<"$manual" || complain "the manual lacks $option of 'glassformer $*'"
  done
  for name in $(sed -n '/^Subcommands:/,/^[^ S]/s/^  \([a-z][a-z0-9-]*\).*/\1/p' <<<"$help"); do
    check "$@" "$name"
  done
  if (($# > 0)) && ! grep -q '^Subcommands:' <<<"$help"; then
    grep -qE "^\.SS glassformer $*( |\$)" <<<"$manual" || complain "the manual lacks 'glassformer $*'"
  fi
}
check

for option in $(grep '^\.B' <<<"$manual" | grep -oE -- '--[a-z][a-z0-9-]*'); do
  [[ $known == *" $option "* ]] || complain "the manual describes $option, which no command takes"
done
for name in $(sed -n 's/^\.SS glassformer \([a-z-]*\).*/\1/p' <<<"$manual"); do
  "$program" "$name" --help >/dev/null 2>&1 || complain "the manual describes '$name', which is no command"
done
[[ -n $known ]] || complain "the help of $program lists no options"
exit $((failures > 0))
