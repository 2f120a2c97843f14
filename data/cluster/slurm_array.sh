#!/usr/bin/env bash
# An experiment as a Slurm job array: each task plays a shard, a last job merges their reports.
#
#   data/cluster/slurm_array.sh SHARDS CONFIG REPORT [SBATCH OPTIONS...] [-- RUN OPTIONS...]
#   data/cluster/slurm_array.sh 64 classic.json classic.report.json --time=2:00:00 --cpus-per-task=16
#   data/cluster/slurm_array.sh 64 mine.json mine.report.json --time=2:00:00 -- --allow-commands --games-out games.%a.jsonl
#
# Options after -- are passed to every `sapper run`, with %a replaced by the shard's number, so that each shard has its
# own files. --allow-commands may also precede --.
#
# Two minutes before its time is up, or when it is preempted, a task gets SIGTERM, saves its checkpoint and requeues
# itself; after a crash Slurm requeues it. Either way it continues where it was. Submitting the same line again plays
# what is missing. SAPPER names the program (default: sapper in the PATH, else this tree's build).
set -euo pipefail

# task PROGRAM SHARDS CONFIG REPORT [RUN OPTIONS...]: what each task of the array runs.
task() {
  local shard=$SLURM_ARRAY_TASK_ID status=0
  local options=("${@:5}")
  "$1" run "$3" --shard "$shard/$2" -o "$(part "$4" "$shard" "$2")" --resume \
    --threads "${SLURM_CPUS_PER_TASK:-${SLURM_CPUS_ON_NODE:-1}}" "${options[@]//%a/$shard}" &
  local run=$!
  trap 'kill -TERM "$run"' TERM
  wait "$run" || status=$?
  # A signal ends the first wait; the run then still saves its checkpoint.
  while kill -0 "$run" 2>/dev/null; do
    status=0
    wait "$run" || status=$?
  done
  if ((status == 143)); then
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$shard" && status=0
  fi
  return "$status"
}

# part REPORT SHARD SHARDS: the path of a shard's report.
part() { printf '%s.part-%d-of-%d' "$1" "$2" "$3"; }

# merge PROGRAM SHARDS REPORT
merge() {
  local shard parts=()
  for ((shard = 1; shard <= $2; ++shard)); do parts+=("$(part "$3" "$shard" "$2")"); done
  "$1" merge "${parts[@]}" -o "$3"
}

case ${1-} in
  --task) task "${@:2}" ;;
  --merge) merge "${@:2}" ;;
  *)
    (($# >= 3)) && [[ $1 =~ ^[1-9][0-9]*$ ]] || {
      sed -n '2,/^set /{/^#/!d; s/^# \{0,1\}//p;}' "${BASH_SOURCE[0]}" >&2
      exit 2
    }
    script=$(readlink -f -- "${BASH_SOURCE[0]}")
    program=${SAPPER:-$(command -v sapper || readlink -f -- "${script%/*}/../../build/release/sapper")}
    shards=$1 config=$(readlink -f -- "$2") report=$(readlink -m -- "$3")
    shift 3
    for_sbatch=() for_run=()
    while (($# > 0)) && [[ $1 != -- ]]; do
      if [[ $1 == --allow-commands ]]; then for_run+=("$1"); else for_sbatch+=("$1"); fi
      shift
    done
    (($# > 0)) && for_run+=("${@:2}")
    "$program" validate "$config"
    array=$(sbatch --parsable --job-name=sapper "--array=1-$shards" --requeue --open-mode=append \
      --signal=B:TERM@120 "${for_sbatch[@]}" "$script" --task "$program" "$shards" "$config" "$report" \
      "${for_run[@]}")
    sbatch --parsable --job-name=sapper-merge "--dependency=afterok:${array%%;*}" --ntasks=1 \
      "$script" --merge "$program" "$shards" "$report" >/dev/null
    echo "job array ${array%%;*} of $shards shards; the merged report will be $report"
    ;;
esac
