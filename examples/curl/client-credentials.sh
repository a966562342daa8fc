#!/bin/sh
# Requests a token of the application itself, and calls the interface with it.
set -eu
: "${FOYER_URL:=http://localhost:8080}" "${CLIENT_ID:?}" "${CLIENT_SECRET:?}"

response=$(curl --silent --show-error --fail-with-body --user "$CLIENT_ID:$CLIENT_SECRET" \
  --data grant_type=client_credentials "$FOYER_URL/oauth2/token")
token=$(printf '%s' "$response" | sed 's/.*"access_token":"\([^"]*\)".*/\1/')

# Keep the token until it expires: expires_in is in seconds.
curl --silent --show-error --fail-with-body --header "Authorization: Bearer $token" \
  "$FOYER_URL/v2/countries/GB"
