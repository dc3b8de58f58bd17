#!/usr/bin/env bash
# pictures.sh PROGRAM [FOLDER]: draws the pictures of README.md and docs/ again, into docs/pictures
# unless a folder is named. Each line is a picture: its name, its lesson, the options of `show`.
set -euo pipefail
program=$1
folder=${2:-$(dirname "${BASH_SOURCE[0]}")/../docs/pictures}

while read -r name lesson options; do
  # shellcheck disable=SC2086 # the options are words
  "$program" show "$lesson" $options --backend cpu --size 1200x720 -o "$folder/$name.png"
done <<'END'
masked-scores     masked-scores     --step 5 --touch weights=1,1
walkthrough       walkthrough       --step 7 --answer
word-map          word-map          --step 14
weather-stations  weather-stations  --step 7
word-training     word-training     --step 5
END
