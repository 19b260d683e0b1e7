#!/bin/sh
# Every use of the service by curl, against a running `meldwise serve`.
#   examples/rummikub/curl.sh [URL]        (default: http://127.0.0.1:8000)
# MELDWISE_KEY holds the API key, where the service wants one.
set -eu
url=${1:-http://127.0.0.1:8000}
here=$(dirname "$0")

call() { # call ARGUMENTS: curl, with the key if there is one; `ps` shows arguments, so it is none
  {
    if [ -n "${MELDWISE_KEY:-}" ]; then
      printf 'header = "Authorization: Bearer %s"\n' "$MELDWISE_KEY"
    fi
  } | curl --config - --silent --show-error --fail-with-body "$@"
}

post() { # post FILE ARGUMENTS: POST a file of JSON
  file=$1
  shift
  call -H 'Content-Type: application/json' --data-binary "@$file" "$@"
}

ask() { # ask VERB FILE: ask what a file asks, and print the answer
  echo "# $1 < $(basename "$2")"
  post "$2" "$url/v1/rummikub/$1"
  echo
}

for file in "$here"/solve-*.json; do ask solve "$file"; done
for file in "$here"/cross-check-*.json; do ask cross-check "$file"; done
for file in "$here"/partition-*.json; do ask partition "$file"; done
for file in "$here"/check-*.json; do ask check "$file"; done
for file in "$here"/model-*.json; do ask model "$file"; done

echo "# the program itself, ready for another solver"
post "$here/model-the-placement-program-to-be-read.json" -H 'Accept: text/plain' \
  "$url/v1/rummikub/model"

echo "# a job: the same question, worked on for longer; Location says where it is"
location=$(post "$here/solve-a-hand-and-a-table.json" -H 'Prefer: respond-async' \
  --dump-header - --output /dev/null "$url/v1/rummikub/solve" |
  tr -d '\r' | sed -n 's/^[Ll]ocation: //p')
echo "$location"

echo "# how it is, what happens to it until its end, and its answer"
call "$url$location/status"
echo
call --no-buffer "$url$location/events"
call "$url$location"
echo

echo "# another one, of POST /v1/jobs; the key in the header makes a repeat harmless"
location=$(printf '{"kind": "rummikub/solve", "request": %s}' \
  "$(cat "$here/solve-six-players.json")" >"${TMPDIR:-/tmp}/job.$$" &&
  post "${TMPDIR:-/tmp}/job.$$" -H "Idempotency-Key: curl-$$" \
    --dump-header - --output /dev/null "$url/v1/jobs" |
  tr -d '\r' | sed -n 's/^[Ll]ocation: //p')
rm -f "${TMPDIR:-/tmp}/job.$$"
echo "$location"

echo "# stopped, it keeps its best; one that is over stays as it is"
call --request DELETE "$url$location"
echo

for path in /live /ready /version /v1/limits /v1/backends /metrics; do
  echo "# $path"
  call "$url$path"
  echo
done

echo "# your jobs; 403 where callers have no keys and others can call, as in a container without keys"
call "$url/v1/jobs?limit=2" || test "$(call --output /dev/null --write-out '%{http_code}' "$url/v1/jobs" 2>/dev/null)" = 403
echo
