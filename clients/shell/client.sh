#!/usr/bin/env bash
# Calls the public API with curl, and verifies its webhooks with openssl.
#
#   export SERVICE_URL=http://localhost:3000 SERVICE_KEY=svc_live_…
#   ./client.sh competitors
#   ./client.sh add "Fjord Coffee" place-2
#   ./client.sh alerts
#   ./client.sh webhook https://your-own.example.com/ alert.created competitor.rating_change
#   WEBHOOK_SECRET=whsec_… ./client.sh verify HEADERS BODY
#
# The webhook is an address of your own that can be reached from outside: that of the example is refused.
#
# Prints what the service answers, a page a line. `verify` reads a request's headers from one file, a line each, and its bytes from
# another. Ends with 0 where all is well, otherwise with what curl ends with, or with 1.
set -euo pipefail

# The key by a file that only this process sees, because arguments can be read by everyone on the machine.
call() { # METHOD PATH [curl's options]
  local method=$1 path=$2
  shift 2
  curl --silent --show-error --fail-with-body --max-time 60 --retry 3 --retry-max-time 90 --request "$method" \
    --config <(printf 'header = "X-Service-Key: %s"\n' "$SERVICE_KEY") "$@" "$SERVICE_URL$path" && echo
}

# curl asks again after 429 and 503, as long as Retry-After says; the same key makes that safe for a write.
write() { # METHOD PATH JSON
  call "$1" "$2" --header "Idempotency-Key: $(openssl rand -hex 16)" --header "Content-Type: application/json" --data "$3"
}

json() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"; }

list() { # PATH: every page
  local page cursor=()
  while :; do
    page=$(call GET "$1" --get --data-urlencode "limit=2" ${cursor[@]+"${cursor[@]}"})
    printf '%s\n' "$page"
    [[ $page =~ \"nextCursor\":\"([^\"]*)\" ]] || break
    cursor=(--data-urlencode "cursor=${BASH_REMATCH[1]}")
  done
}

webhook() { # URL EVENT...
  local url=$1 events=""
  shift
  for event in "$@"; do events+="${events:+,}$(json "$event")"; done
  write POST /api/v1/webhooks "{\"url\":$(json "$url"),\"events\":[$events]}"
}

header() { # NAME FILE
  awk -v name="$1" '{ at = index($0, ":") } tolower(substr($0, 1, at - 1)) == name { sub(/^[^:]*:[ \t]*/, ""); sub(/\r$/, ""); print }' "$2"
}

# Compared as digests under a key of the moment, so that time tells nothing of where they differ.
same() {
  local key
  key=$(openssl rand -hex 32)
  [ "$(printf %s "$1" | openssl dgst -sha256 -hmac "$key")" = "$(printf %s "$2" | openssl dgst -sha256 -hmac "$key")" ]
}

any() { # EXPECTED SEPARATOR SIGNATURES
  local one all
  IFS=$2 read -ra all <<<"$3"
  for one in "${all[@]}"; do if same "$one" "$1"; then return 0; fi; done
  return 1
}

present() { # TIMESTAMP: within five minutes of now
  local age
  [[ $1 =~ ^[1-9][0-9]{0,11}$ ]] || return 1
  age=$(($(date +%s) - $1))
  [ "${age#-}" -le 300 ]
}

verify() { # HEADERS BODY: each signature that is there must be right, and one must be there
  local timestamp given id key found=1
  [[ $WEBHOOK_SECRET =~ ^whsec_[A-Za-z0-9+/]{32,}={0,2}$ ]] || return 1
  given=$(header x-service-signature "$1")
  if [ -n "$given" ]; then
    timestamp=$(header x-service-timestamp "$1")
    present "$timestamp" || return 1
    key=$(printf %s "$WEBHOOK_SECRET" | od -An -v -tx1 | tr -d ' \n')
    any "sha256=$({ printf '%s.' "$timestamp" && cat "$2"; } | hmac "$key" | od -An -v -tx1 | tr -d ' \n')" , "$given" || return 1
    found=0
  fi
  given=$(header webhook-signature "$1")
  if [ -n "$given" ]; then
    timestamp=$(header webhook-timestamp "$1") id=$(header webhook-id "$1")
    present "$timestamp" || return 1
    key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
    any "v1,$({ printf '%s.%s.' "$id" "$timestamp" && cat "$2"; } | hmac "$key" | openssl base64 -A)" ' ' "$given" || return 1
    found=0
  fi
  return $found
}

# openssl takes a key by its arguments alone: where others share the machine, verify in another language.
hmac() { openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -binary; }

case "${1-} $#" in
  "competitors 1") call GET /api/v1/competitors ;; # A business tracks few enough that this list has one page.
  "add 3") write POST /api/v1/competitors "{\"name\":$(json "$2"),\"place_id\":$(json "$3")}" ;;
  "alerts 1") list /api/v1/alerts ;;
  webhook\ [3-9] | webhook\ [1-9][0-9]) webhook "${@:2}" ;;
  "verify 3") verify "$2" "$3" ;;
  *) sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p;}' "$0" >&2 && exit 1 ;;
esac
