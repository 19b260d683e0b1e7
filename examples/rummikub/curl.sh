#!/bin/sh
# Every use of the service by curl, against a running `meldwise serve`.
#   examples/rummikub/curl.sh [URL]        (default: http://127.0.0.1:8000)
set -eu
url=${1:-http://127.0.0.1:8000}
here=$(dirname "$0")

ask() { # ask VERB FILE: POST a file and print the answer
  echo "# $1 < $(basename "$2")"
  curl --silent --show-error --fail-with-body \
    -H 'Content-Type: application/json' --data-binary "@$2" "$url/v1/rummikub/$1"
  echo
}

for file in "$here"/solve-*.json; do ask solve "$file"; done
for file in "$here"/cross-check-*.json; do ask cross-check "$file"; done
for file in "$here"/partition-*.json; do ask partition "$file"; done
for file in "$here"/check-*.json; do ask check "$file"; done
for file in "$here"/model-*.json; do ask model "$file"; done

echo "# the program itself, ready for another solver"
curl --silent --show-error --fail-with-body -H 'Accept: text/plain' \
  -H 'Content-Type: application/json' --data-binary "@$here/model-the-placement-program-to-be-read.json" \
  "$url/v1/rummikub/model"

for path in /live /ready /version /v1/limits /v1/backends; do
  echo "# $path"
  curl --silent --show-error --fail-with-body "$url$path"
  echo
done
