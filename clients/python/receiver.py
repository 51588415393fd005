"""Receives webhooks with nothing but Python's standard library (3.9 or later), and believes only what is signed.

    WEBHOOK_SECRETS=whsec_… python3 receiver.py 8080

WEBHOOK_SECRETS holds one secret; during a rotation the old one and the new one, with a space between them. Prints every event
that was verified, one JSON object a line. The service calls receivers by https alone: put this behind a server that speaks it.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300
BODY_BYTES_MAX = 1_000_000


def own_signature(secret, headers, body):
    """`sha256=<hex>`, keyed with the secret as it was shown, over `<timestamp>.<body>`."""
    signed = headers["X-Service-Timestamp"].encode() + b"." + body
    return "sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


def standard_signature(secret, headers, body):
    """`v1,<base64>`, keyed with the bytes behind `whsec_`, over `<id>.<timestamp>.<body>`."""
    key = base64.b64decode(secret[len("whsec_") :], validate=True)
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


KINDS = [
    ("X-Service-Signature", "X-Service-Timestamp", ",", own_signature),
    ("webhook-signature", "webhook-timestamp", " ", standard_signature),
]


def is_verified(secrets, headers, body, now=None):
    """Whether there is a signature, and each one that is there is right and of the present.

    `headers` finds names in any case, as http.server's do; `body` is the bytes as they came.
    """
    now = time.time() if now is None else now
    present = [kind for kind in KINDS if headers.get(kind[0]) is not None]
    for signature, timestamp, separator, sign in present:
        sent = headers.get(timestamp) or ""
        if not (sent.isascii() and sent.isdigit()) or abs(now - int(sent)) > TOLERANCE_SECONDS:
            return False
        given = [one.strip().encode() for one in headers[signature].split(separator)]
        expected = [sign(secret, headers, body).encode() for secret in secrets]
        if not any([hmac.compare_digest(one, other) for one in given for other in expected]):
            return False
    return present != []


class Receiver(BaseHTTPRequestHandler):
    secrets = []
    timeout = 10

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > BODY_BYTES_MAX:
            return self.answer(413)
        body = self.rfile.read(int(length))
        if not is_verified(self.secrets, self.headers, body):
            return self.answer(401)
        # At least once: who acts on an event remembers its id.
        print(json.dumps(json.loads(body), ensure_ascii=False), flush=True)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    Receiver.secrets = os.environ.get("WEBHOOK_SECRETS", "").split()
    if len(sys.argv) != 2 or not Receiver.secrets or not all(one.startswith("whsec_") for one in Receiver.secrets):
        sys.exit(__doc__)
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
