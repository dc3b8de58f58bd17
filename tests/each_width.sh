#!/usr/bin/env bash
# each_width.sh WIDTH PROGRAM COMMAND…: runs the command with the vectors of that width; skipped
# where the processor lacks them, which PROGRAM, glassformer, tells.
set -euo pipefail
export GLASSFORMER_CPU=$1
program=$2
shift 2
if ! told=$("$program" doctor 2>&1); then
  [[ $told == *'this processor does not have'* ]] || {
    printf '%s\n' "$told"
    exit 1
  }
  echo "$told: skipped"
  exit 77
fi
exec "$@"
