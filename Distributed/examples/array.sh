#!/bin/bash
#SBATCH --cpus-per-task=1 --requeue
# One task of many, each of which prepares every COUNT-th photo of a shared folder into a store of its own.
#   Slurm:         sbatch --array=0-99 array.sh PHOTOS PARTS
#   GNU parallel:  seq 0 99 | COUNT=100 parallel --retries 3 array.sh PHOTOS PARTS {}
# Then, where the parts are:
#   photoprep store init --store STORE && photoprep store merge PARTS/*/store --images link --store STORE
set -euo pipefail
index=${SLURM_ARRAY_TASK_ID:-${JOB_COMPLETION_INDEX:-${3-}}} count=${SLURM_ARRAY_TASK_COUNT:-$COUNT}
photos=$1 part=$2/$index
mkdir -p "$part"
part=$(cd "$part" && pwd)
[ -e "$part/events.jsonl" ] && exit
cd "$photos"
# Nothing but what macOS has too, its bash of 2007 included.
shopt -s nocasematch
every_nth_photo() {
  local number=0 photo
  while IFS= read -r -d '' photo; do
    case ${photo##*.} in
      jpg | jpeg | jpe | jfif | png | webp | heic | heif | hif | avif | tif | tiff | gif | jxl | bmp | \
        dng | cr2 | cr3 | nef | arw | raf | orf | pef | rw2) ;;
      *) continue ;;
    esac
    [ $((number++ % count)) -ne "$index" ] || printf '%s\0' "${photo#./}"
  done
}
find . -type f -not -path '*/.*' -print0 | LC_ALL=C sort -z | every_nth_photo |
  photoprep prep --files-from - --store "$part/store" --jobs 1 --json >"$part/events.part" || [ $? -eq 2 ]
mv "$part/events.part" "$part/events.jsonl"
