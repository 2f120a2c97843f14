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
# When a tenth of its time limit is left, at most two minutes, a task saves its checkpoint and requeues itself. It also
# does so when it gets SIGTERM, and, at most three times, when a signal ends the program. Slurm requeues it after
# preemption and when its node fails. In all these cases it continues where it was. Once a task has failed, the merge is
# cancelled; submitting the same line again plays what is missing, and merges.
#
# The jobs write what they say into REPORT.logs. Once REPORT is there, that folder and REPORT.part-* may be deleted.
# SAPPER names the program (default: sapper in the PATH, else this tree's build).
set -euo pipefail
readonly max_restarts=3  # of a program that a signal ends, for lack of memory for one

# seconds_of TIME: the seconds of a time as Slurm writes it, [[DAYS-]HOURS:]MINUTES:SECONDS; nothing if it is none.
seconds_of() {
  [[ $1 =~ ^(([0-9]+)-)?(([0-9]+):)?([0-9]+):([0-9]+)$ ]] || return 0
  local days=${BASH_REMATCH[2]:-0} hours=${BASH_REMATCH[4]:-0}
  printf '%d' "$((((10#$days * 24 + 10#$hours) * 60 + 10#${BASH_REMATCH[5]}) * 60 + 10#${BASH_REMATCH[6]}))"
}

# end_in_time JOB: sends SIGTERM to this shell when a tenth of the job's time limit is left, at most two minutes.
end_in_time() {
  local limit='' left=''
  read -r limit left < <(squeue --noheader --jobs="$1" --format='%l %L') || true
  limit=$(seconds_of "$limit") left=$(seconds_of "$left")
  [[ $limit && $left ]] || return 0  # no limit
  local lead=$((limit < 1200 ? limit / 10 : 120))
  # Nothing is ever read: the shell waits without another process, which would outlive it.
  ((left <= lead)) || read -rt "$((left - lead))" <> <(:) || true
  kill -TERM $$
}

# task PROGRAM SHARDS CONFIG REPORT [RUN OPTIONS...]: what each task of the array runs.
task() {
  local shard=$SLURM_ARRAY_TASK_ID status=0 is_told_to_end=
  local options=("${@:5}") job=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
  "$1" run "$3" --shard "$shard/$2" -o "$(part "$4" "$shard" "$2")" --resume \
    --threads "${SLURM_CPUS_PER_TASK:-${SLURM_CPUS_ON_NODE:-1}}" "${options[@]//%a/$shard}" &
  local run=$!
  trap 'is_told_to_end=1; kill -TERM "$run" 2>/dev/null || true' TERM
  end_in_time "$job" &
  local clock=$!
  wait "$run" || status=$?
  # A signal ends the first wait; the run then still saves its checkpoint.
  while kill -0 "$run" 2>/dev/null; do
    status=0
    wait "$run" || status=$?
  done
  kill "$clock" 2>/dev/null || true
  if [[ $is_told_to_end ]] && ((status == 143)) || ((status > 128 && ${SLURM_RESTART_COUNT:-0} < max_restarts)); then
    echo "the run ended with status $status; the task goes back into the queue"
    scontrol requeue "$job" && status=0
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
  echo "$3 is complete; $3.part-* and $3.logs may be deleted"
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
    if [[ " ${for_sbatch[*]-} " =~ \ (--time[= ]|-t ?)((0+-)?(0+:)?0+:[0-9]+)\  ]]; then
      echo "slurm_array.sh: a time limit of less than a minute (${BASH_REMATCH[2]}): Slurm counts in minutes" >&2
      exit 2
    fi
    "$program" validate "$config"
    mkdir -p -- "$report.logs"
    # Slurm replaces %a. It sends the signal at preemption where it is told to (preempt_send_user_signal); at the end of
    # the time the task itself has done so before.
    array=$(sbatch --parsable --job-name=sapper "--array=1-$shards" --requeue --open-mode=append \
      --signal=B:TERM@1 "--output=${report//%/%%}.logs/%a.out" "${for_sbatch[@]}" \
      "$script" --task "$program" "$shards" "$config" "$report" "${for_run[@]}")
    array=${array%%;*}
    sbatch --parsable --job-name=sapper-merge "--dependency=afterok:$array" --kill-on-invalid-dep=yes --ntasks=1 \
      --open-mode=append "--output=${report//%/%%}.logs/merge.out" \
      "$script" --merge "$program" "$shards" "$report" >/dev/null
    echo "job array $array of $shards shards; the merged report will be $report"
    echo "what the jobs say: $report.logs; once the report is there, that folder and $report.part-* may be deleted"
    ;;
esac
