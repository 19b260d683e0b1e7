#!/bin/sh
# Batches by curl, against a running `meldwise serve`: a line of results for each line.
#   examples/batch/curl.sh [URL]        (default: http://127.0.0.1:8000)
set -eu
url=${1:-http://127.0.0.1:8000}
here=$(dirname "$0")

echo "# questions of several kinds"
curl --silent --show-error --fail-with-body --no-buffer -H 'Content-Type: application/x-ndjson' \
  --data-binary "@$here/questions.ndjson" "$url/v1/batch"

echo "# positions alone, from standard input, answered as they come"
for hand in 'B10 K10 R10' 'R7 R8' 'O1-3 J'; do
  printf '{"hand": "%s", "note": "one of three"}\n' "$hand"
done | curl --silent --show-error --fail-with-body --no-buffer --upload-file - --request POST \
  -H 'Content-Type: application/x-ndjson' "$url/v1/batch?kind=rummikub/solve"

echo "# Mahjong hands alone: how far is each from complete?"
for hand in 123m456p789s1122z 1111z 22456m3567p46s125z; do
  printf '{"hand": "%s"}\n' "$hand"
done | curl --silent --show-error --fail-with-body --no-buffer --upload-file - --request POST \
  -H 'Content-Type: application/x-ndjson' "$url/v1/batch?kind=mahjong/distance"
