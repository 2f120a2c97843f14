#!/usr/bin/env bash
#SBATCH --job-name=sapper
#SBATCH --ntasks-per-node=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@1
# An experiment on the nodes of one Slurm job: one MPI rank on each, threads inside.
#
#   sbatch --nodes=8 --exclusive --time=2:00:00 data/cluster/slurm_mpi.sh CONFIG REPORT [SAPPER RUN OPTIONS...]
#
# Needs a build with MPI (./dev mpi 1 --version makes build/release/sapper one), named by SAPPER unless it is the sapper
# in the PATH. SLURM_MPI_TYPE says how Slurm tells MPI of the ranks (default: pmix; `srun --mpi=list` shows what there
# is).
#
# When a tenth of the time limit is left, at most two minutes, the first rank saves its checkpoint and the job is
# requeued; likewise when this script gets SIGTERM and at preemption. From the checkpoint any number of nodes can
# continue, or a single machine: `sapper run CONFIG -o REPORT --resume`. When anything else ends a rank, the job fails,
# with a checkpoint; submitting the same line again continues from it.
set -euo pipefail

(($# >= 2)) || { echo "usage: sbatch [OPTIONS] slurm_mpi.sh CONFIG REPORT [SAPPER RUN OPTIONS...]" >&2 && exit 2; }

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

# Slurm has signalled the ranks, but not this script, if it preempts the job.
is_preempted() { scontrol show job "$SLURM_JOB_ID" | grep -q 'PreemptTime=[0-9]'; }

status=0 is_told_to_end=
srun "--mpi=${SLURM_MPI_TYPE:-pmix}" --kill-on-bad-exit=1 \
  --cpus-per-task="${SLURM_CPUS_PER_TASK:-${SLURM_CPUS_ON_NODE:-1}}" \
  "${SAPPER:-sapper}" run "$1" -o "$2" --resume "${@:3}" &
run=$!
# Without another option scancel signals the ranks only.
trap 'is_told_to_end=1; scancel --signal=TERM "$SLURM_JOB_ID"' TERM
end_in_time "$SLURM_JOB_ID" &
clock=$!
wait "$run" || status=$?
# A signal ends the first wait; the first rank then still saves its checkpoint.
while kill -0 "$run" 2>/dev/null; do
  status=0
  wait "$run" || status=$?
done
kill "$clock" 2>/dev/null || true
if ((status == 143)) && { [[ $is_told_to_end ]] || is_preempted; }; then
  scontrol requeue "$SLURM_JOB_ID" && status=0
fi
exit "$status"
