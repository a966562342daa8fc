#!/usr/bin/env python3
"""Lists the addresses of a user, adds one, and deletes it. Needs Python 3 alone."""

import json
import os
from time import sleep
from urllib.error import HTTPError, URLError
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


def call(method, url, body=None, key=None):
    """Sends a request. A write has the key of its change, the same one when it is repeated."""
    headers = {"Authorization": f"Bearer {ACCESS_TOKEN}", "Accept": "application/hal+json"}
    if key is not None:
        headers["Idempotency-Key"] = key
    if body is not None:
        headers["Content-Type"] = "application/json"
    data = None if body is None else json.dumps(body).encode()
    request = Request(url, data, headers, method=method)
    for attempt in range(3):
        try:
            with urlopen(request, timeout=30) as response:
                content = response.read()
            return json.loads(content) if content else None
        except HTTPError as error:
            problem = problem_of(error)
            if attempt == 2 or not passes(error.code, problem):
                raise FoyerError(error.code, problem) from None
            wait = error.headers.get("Retry-After", "")
            sleep(int(wait) if wait.isdigit() else 2**attempt)
        except (URLError, OSError):
            # Nobody knows whether the request has arrived.
            if attempt == 2:
                raise
            sleep(2**attempt)


def problem_of(error):
    """The error that Foyer sent. A proxy in front of it may have sent HTML instead."""
    try:
        problem = json.load(error)
    except ValueError:
        problem = None
    if isinstance(problem, dict) and "code" in problem:
        return problem
    return {"code": "unknown", "message": f"{error.code} {error.reason}"}


def passes(status, problem):
    """Whether the same request can succeed later. 409: the first one is still running."""
    return status in (429, 500, 502, 503, 504) or problem["code"] == "idempotency_key_in_use"


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
# The key belongs to this change, so that the address is added once. A program that may be stopped
# in between stores the key before it sends the request.
added = call("POST", f"{BASE_URL}/addresses", home, key=str(uuid4()))
print(f"Added: {added['city']}")

try:
    call("POST", f"{BASE_URL}/addresses", {**home, "postal_code": "London"}, key=str(uuid4()))
except FoyerError as error:
    print(f"{error.status} {error.code}: {', '.join(error.errors)}")

# A link is there if the user may follow it now.
call("DELETE", added["_links"]["address:delete"]["href"], key=str(uuid4()))
print("Deleted")
