"""Calls the public API with nothing but Python's standard library (3.9 or later).

    export SERVICE_URL=http://localhost:3000 SERVICE_KEY=svc_live_…
    python3 client.py competitors
    python3 client.py add "Fjord Coffee" place-2
    python3 client.py alerts
    python3 client.py webhook https://your-own.example.com/ alert.created competitor.rating_change

The webhook is an address of your own that can be reached from outside: that of the example is refused.

Prints one JSON object a line. Ends with 1, and says why, where the service refuses.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

TRIES_MAX = 4
WAIT_SECONDS_MAX = 30
TIMEOUT_SECONDS = 60


class ApiError(Exception):
    """What the service answers when it does not do what was asked."""

    def __init__(self, status, body, retry_after):
        super().__init__(body.get("message") or body.get("error") or f"The answer was {status}.")
        self.status = status
        self.code = body.get("code", f"http_{status}")
        self.request_id = body.get("requestId")
        self.details = body.get("details", [])
        self.retry_after = retry_after


class Client:
    """One API key. Writes are safe to repeat, and reads see the client's own writes."""

    def __init__(self, base_url, api_key):
        self.base_url = base_url.rstrip("/")
        self.api_key = api_key
        self.position = 0

    def call(self, method, path, query=None, body=None):
        """The answer's JSON; None where there is none. Raises ApiError."""
        url = self.base_url + path + ("?" + urllib.parse.urlencode(query) if query else "")
        headers = {"X-Service-Key": self.api_key}
        if method == "GET" and self.position:
            headers["X-Service-Min-Position"] = str(self.position)
        if method in ("POST", "PATCH"):
            headers["Idempotency-Key"] = str(uuid.uuid4())
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        for left in reversed(range(TRIES_MAX)):
            try:
                return self._ask(request)
            except ApiError as error:
                wait = 1 if error.retry_after is None else error.retry_after
                if left == 0 or error.status not in (429, 503) or wait > WAIT_SECONDS_MAX:
                    raise
                time.sleep(wait)

    def items(self, path, member, query=None):
        """Everything that a list holds, page by page."""
        query = dict(query or {})
        while True:
            page = self.call("GET", path, query)
            yield from page[member]
            if page["nextCursor"] is None:
                return
            query["cursor"] = page["nextCursor"]

    def _ask(self, request):
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
                self.position = max(self.position, int(answer.headers.get("X-Service-Position", 0)))
                text = answer.read()
                return json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            with error:
                raise ApiError(error.code, _json_object(error.read()), _seconds(error.headers)) from None


def _json_object(text):
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _seconds(headers):
    text = headers.get("Retry-After", "")
    return int(text) if text.isdigit() else None


def main(arguments):
    client = Client(os.environ["SERVICE_URL"], os.environ["SERVICE_KEY"])
    command, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if command == "competitors" and not rest:
        # A business tracks few enough that this list has one page.
        found = client.call("GET", "/api/v1/competitors")["competitors"]
    elif command == "add" and len(rest) == 2:
        body = {"name": rest[0], "place_id": rest[1]}
        found = [client.call("POST", "/api/v1/competitors", body=body)["competitor"]]
    elif command == "alerts" and not rest:
        found = client.items("/api/v1/alerts", "alerts", {"limit": 2})
    elif command == "webhook" and len(rest) >= 2:
        found = [client.call("POST", "/api/v1/webhooks", body={"url": rest[0], "events": rest[1:]})]
    else:
        sys.exit(__doc__)
    for one in found:
        print(json.dumps(one, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except ApiError as refused:
        where = "".join(f"\n  {detail['path']}: {detail['message']}" for detail in refused.details)
        sys.exit(f"{refused.code} ({refused.status}, request {refused.request_id}): {refused}{where}")
