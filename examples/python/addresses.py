#!/usr/bin/env python3
"""Lists the addresses of a user, adds one, and deletes it. Needs Python 3 alone."""

import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

BASE_URL = os.environ.get("FOYER_URL", "http://localhost:8080") + "/v2"
ACCESS_TOKEN = os.environ["ACCESS_TOKEN"]


class FoyerError(Exception):
    """An error by its code, such as `validation_failed`, with the faults of each property."""

    def __init__(self, status, problem):
        super().__init__(problem["message"])
        self.status = status
        self.code = problem["code"]
        self.errors = problem.get("errors", {})


def call(method, url, body=None):
    headers = {"Authorization": f"Bearer {ACCESS_TOKEN}", "Accept": "application/hal+json"}
    if method == "POST":
        # With the same key, a repeated request gives the first response and adds nothing.
        headers["Idempotency-Key"] = str(uuid4())
    if body is not None:
        headers["Content-Type"] = "application/json"
    data = None if body is None else json.dumps(body).encode()
    request = Request(url, data, headers, method=method)
    try:
        with urlopen(request, timeout=30) as response:
            content = response.read()
    except HTTPError as error:
        raise FoyerError(error.code, json.load(error)) from None
    return json.loads(content) if content else None


def addresses():
    """All addresses, page by page."""
    url = f"{BASE_URL}/addresses?page_size=2"
    while url:
        page = call("GET", url)
        yield from page["_embedded"]["items"]
        url = page["_links"].get("next", {}).get("href")


for address in addresses():
    print(f"{address['full_name']}, {address['city']}")

home = {
    "full_name": "Ada Lovelace",
    "address_1": "12 St James’s Square",
    "city": "London",
    "postal_code": "SW1Y 4JH",
    "country_code": "GB",
}
added = call("POST", f"{BASE_URL}/addresses", home)
print(f"Added: {added['city']}")

try:
    call("POST", f"{BASE_URL}/addresses", {**home, "postal_code": "London"})
except FoyerError as error:
    print(f"{error.status} {error.code}: {', '.join(error.errors)}")

# A link is there if the user may follow it now.
call("DELETE", added["_links"]["address:delete"]["href"])
print("Deleted")
