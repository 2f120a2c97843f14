#!/usr/bin/env bash
# measure_scaling [FOLDER [SECONDS [THREADS]]]: how sapper scales on this machine, on three boards for three strategies, with
# the same games at all thread counts and with games that grow with them. Writes one sapper-scale/1 file for each of these 18
# measurements to FOLDER and ends within SECONDS (450; from 60 on), on THREADS (1,2,4,8,16). Stands beside `sapper` in the
# folder that ./dev bundle makes, and needs nothing else.
set -euo pipefail

sapper=$(dirname -- "$(readlink -f -- "$0")")/sapper
folder=${1-scaling-$(hostname)}
seconds=${2-450}
threads=${3-1,2,4,8,16}
repeats=5
most=${threads##*,}
# The board, the strategy, and the share of the time: a game of a million cells takes up to a second.
measurements=('9x9 rules 1' '9x9 min_risk 1' '9x9 expert 1' 'expert rules 1' 'expert min_risk 1' 'expert expert 1'
  '1024x1024 rules 2' '1024x1024 min_risk 2' '1024x1024 expert 6')
declare -A boards=([9x9]='{"rows": 9, "mines": 10}' [expert]='{"level": "Expert"}'
  [1024x1024]='{"rows": 1024, "density": 0.12}')

now_ms() { date +%s%3N; }
# calculate EXPRESSION: rounded down, at least 1.
calculate() { awk "BEGIN { x = int($1); print x < 1 ? 1 : x }"; }

# Milliseconds of one game on one thread, from as many games as take half a second. Wall time: on a busy machine fewer games
# are measured, and the files say that it was busy.
game_ms() {
  local games=1 start ms
  while start=$(now_ms) && "$sapper" run "$1" --games "$games" --threads 1 --quiet -o "$folder/pilot.json" --force; do
    ms=$(($(now_ms) - start))
    ((ms < 500)) || break
    games=$((games * 4))
  done
  awk "BEGIN { print $ms / $games }"
}

# measure CONFIG NAME GAMES SECONDS [--weak]
measure() {
  local status=0
  timeout --signal=INT --kill-after=5 "$4" "$sapper" scale "$1" --threads "$threads" --repeats "$repeats" --games "$3" \
    --progress never --force -o "$folder/$2.json" "${@:5}" >"$folder/$2.txt" || status=$?
  # 124: the time was up; the finished repeats are kept.
  printf '%-26s %9d games  %s\n' "$2" "$3" "$([[ $status == 0 || -e $folder/$2.json ]] && echo "$folder/$2.json" || echo none)"
}

mkdir -p "$folder"
{ uname -a; cat /proc/loadavg; lscpu || grep -m 1 'model name' /proc/cpuinfo; } >"$folder/machine.txt" 2>/dev/null
end_ms=$(($(now_ms) + seconds * 1000))
weight=0
for measurement in "${measurements[@]}"; do weight=$((weight + ${measurement##* })); done
# Of a run on one thread: what the runs of all thread counts take, with the same games and with games that grow.
same=$(tr , '\n' <<<"$threads" | awk '{ sum += 1 / $1 } END { print sum }')
grown=$(tr , '\n' <<<"$threads" | wc -l)
for measurement in "${measurements[@]}"; do
  read -r board strategy share <<<"$measurement"
  name=$board.$strategy
  printf '{"schema": "sapper-config/1", "name": "%s", "boards": [%s], "strategies": ["%s"]}\n' "$name" "${boards[$board]}" \
    "$strategy" >"$folder/$name.config.json"
  ms=$(game_ms "$folder/$name.config.json")
  # The games are for two thirds of the time, as threads are not perfectly efficient; a tenth stays for the pilots.
  each_s=$(calculate "0.9 * ($end_ms - $(now_ms)) / 1000 * $share / $weight / 2")
  weight=$((weight - share))
  games=$(calculate "$each_s * 667 / $repeats / $same / $ms")
  measure "$folder/$name.config.json" "$name.strong" "$((games < most ? most : games))" "$each_s"
  measure "$folder/$name.config.json" "$name.weak" "$(calculate "$each_s * 667 / $repeats / $grown / $ms")" "$each_s" --weak
done
rm -f "$folder/pilot.json"
