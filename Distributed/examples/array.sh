#!/bin/bash
#SBATCH --cpus-per-task=1 --requeue
# One task of many, each of which prepares every COUNT-th photo of a shared folder into a store of its own.
#   Slurm:         sbatch --array=0-99 array.sh PHOTOS PARTS
#   GNU parallel:  seq 0 99 | COUNT=100 parallel --retries 3 array.sh PHOTOS PARTS {}
# Then, where the parts are:
#   photoprep store init --store STORE && photoprep store merge PARTS/*/store --images link --store STORE
set -euo pipefail
index=${SLURM_ARRAY_TASK_ID:-${JOB_COMPLETION_INDEX:-${3-}}} count=${SLURM_ARRAY_TASK_COUNT:-$COUNT}
photos=$1 part=$(realpath -m "$2")/$index
mkdir -p "$part"
[ -e "$part/events.jsonl" ] && exit
cd "$photos"
find . -type f -not -path '*/.*' -regextype egrep \
  -iregex '.*\.(jpe?g|jpe|jfif|png|webp|hei[cf]|hif|avif|tiff?|gif|jxl|bmp|dng|cr[23]|nef|arw|raf|orf|rw2)' -printf '%P\0' |
  LC_ALL=C sort -z | split --separator='\0' --number="r/$((index + 1))/$count" |
  photoprep prep --files-from - --store "$part/store" --jobs 1 --json >"$part/events.part" || [ $? -eq 2 ]
mv "$part/events.part" "$part/events.jsonl"
