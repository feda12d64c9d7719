# Functions for a POSIX shell with openssl. The body is a file, to the byte as it came.

# The Standard Webhooks signature: secret, body, webhook-id, webhook-timestamp, webhook-signature, and the time (now).
verify() (
  set -f
  case $4 in '' | 0* | *[!0-9]* | ?????????????*) return 1 ;; esac
  age=$((${6:-$(date +%s)} - $4))
  [ "${age#-}" -le 300 ] || return 1
  case $1 in
    whsec_*) key=$(printf %s "${1#whsec_}" | openssl base64 -d -A | to_hex) ;;
    *) key=$(printf %s "$1" | to_hex) ;;
  esac
  expected=v1,$({ printf '%s.%s.' "$3" "$4" && cat "$2"; } | hmac "$key" | openssl base64 -A)
  for given in $5; do
    if equal "$given" "$expected"; then return 0; fi
  done
  return 1
)

# The signature of the body alone: secret, body, X-Service-Signature.
verify_body() {
  equal "$3" "$(hmac "$(printf %s "$1" | to_hex)" <"$2" | to_hex)"
}

hmac() { openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -binary; }

to_hex() { od -An -v -tx1 | tr -d ' \n'; }

# Compares what the two become under a key of the moment, so that the time it takes reveals nothing.
equal() (
  key=$(openssl rand -hex 32)
  [ "$(printf %s "$1" | hmac "$key" | to_hex)" = "$(printf %s "$2" | hmac "$key" | to_hex)" ]
)
