/** What is no readable request is refused in the form of every other error. */
import { connect } from "node:net";
import { securityHeaders } from "../../infra/http/security-headers";
import { startTestService, type TestService } from "../support/service";

let service: TestService;
beforeAll(async () => void (service = await startTestService()));
afterAll(() => service.close());

/** All that is answered to these bytes until the service ends the connection. */
function answerTo(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString()));
  socket.write(bytes);
  return new Promise((resolve, reject) => socket.once("close", () => resolve(answer)).once("error", reject));
}

function read(answer: string) {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const id = /^x-request-id: (.+)$/im.exec(head)?.[1];
  return { status: Number(head.split(" ")[1]), id, head, body: JSON.parse(body) as Readonly<Record<string, unknown>> };
}

test.each([
  [
    "an address that is too long",
    `GET /api/v1/me?cursor=${"a".repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    431,
    "head_too_large",
  ],
  [
    "headers that are too large",
    `GET /healthz HTTP/1.1\r\nhost: x\r\na: ${"a".repeat(20_000)}\r\n\r\n`,
    431,
    "head_too_large",
  ],
  ["what is no request", "Hello?\r\n\r\n", 400, "malformed_request"],
  [
    "a method that there is not",
    "FOO /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    400,
    "malformed_request",
  ],
  ["a request that names no host", "GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n", 400, "malformed_request"],
])(
  "%s is refused with a sentence, a code, the request's id and the headers of every answer",
  async (_what, bytes, status, code) => {
    const answer = read(await answerTo(bytes));
    expect([answer.status, answer.body["code"]]).toEqual([status, code]);
    expect(answer.body["error"]).toMatch(/^\S.*\.$/);
    expect(answer.id).toBe(answer.body["requestId"]);
    for (const [name, value] of Object.entries(securityHeaders()))
      expect(answer.head.toLowerCase()).toContain(`\r\n${name}: ${value}`.toLowerCase());
  },
);
