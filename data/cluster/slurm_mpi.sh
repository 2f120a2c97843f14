#!/usr/bin/env bash
#SBATCH --job-name=sapper
#SBATCH --ntasks-per-node=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=TERM@120
# An experiment on the nodes of one Slurm job: one MPI rank on each, threads inside.
#
#   sbatch --nodes=8 --exclusive --time=2:00:00 data/cluster/slurm_mpi.sh CONFIG REPORT [SAPPER RUN OPTIONS...]
#
# Needs a build with MPI (./dev mpi 1 --version makes build/release/sapper one), named by SAPPER unless it is the sapper
# in the PATH.
# Two minutes before the time is up all ranks get SIGTERM; the first saves its checkpoint and the job is requeued. From
# the checkpoint any number of nodes can continue, or a single machine: `sapper run CONFIG -o REPORT --resume`.
set -euo pipefail

(($# >= 2)) || { echo "usage: sbatch [OPTIONS] slurm_mpi.sh CONFIG REPORT [SAPPER RUN OPTIONS...]" >&2 && exit 2; }
status=0
srun --kill-on-bad-exit=1 --cpus-per-task="${SLURM_CPUS_PER_TASK:-${SLURM_CPUS_ON_NODE:-1}}" \
  "${SAPPER:-sapper}" run "$1" -o "$2" --resume "${@:3}" || status=$?
if ((status == 143)); then
  scontrol requeue "$SLURM_JOB_ID" && status=0
fi
exit "$status"
