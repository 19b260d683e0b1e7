#!/bin/sh
# Mahjong hands by curl, against a running `meldwise serve`.
#   examples/mahjong/curl.sh [URL]        (default: http://127.0.0.1:8000)
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

for verb in decompose distance; do
  for file in "$here/$verb"-*.json; do
    echo "# $(basename "$file")"
    call -H 'Content-Type: application/json' --data-binary "@$file" "$url/v1/mahjong/$verb"
    echo
  done
done
