#!/bin/sh
# Peg solitaire by curl, against a running `meldwise serve`.
#   examples/peg-solitaire/curl.sh [URL]        (default: http://127.0.0.1:8000)
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

echo "# the boards that have a name"
call "$url/v1/peg-solitaire/boards"
echo

for file in "$here"/solve-*.json; do
  echo "# $(basename "$file")"
  call -H 'Content-Type: application/json' --data-binary "@$file" "$url/v1/peg-solitaire/solve"
  echo
done
