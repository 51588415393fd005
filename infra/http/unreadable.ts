/** What cannot be read as a request is refused in the form of every other error, where node:http would send a bare status. */
import { type IncomingMessage, maxHeaderSize, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { Failure } from "./failure";
import type { ListenerParts } from "./listener";
import { securityHeaders } from "./security-headers";

/** To be called before the server listens. */
export function answerUnreadable(server: Server, { kernel, logger }: Pick<ListenerParts, "kernel" | "logger">): void {
  const always = securityHeaders();
  const answering = new Map<Duplex, ServerResponse>();
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.set(socket, response);
    response.once("close", () => {
      if (answering.get(socket) === response) answering.delete(socket);
    });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Nobody reads an answer behind a broken connection, and one in the middle of another would be taken for its end.
    if (!socket.writable || answering.get(socket)?.headersSent === true) {
      socket.destroy();
      return;
    }
    const { answer, requestId } = kernel.refuse(unreadableFailure(error.code), { headers: {} });
    logger.info({ status: answer.status, requestId }, "What came could not be read as a request.");
    const body = typeof answer.body === "string" ? answer.body : "";
    const length = String(Buffer.byteLength(body));
    const headers = { ...always, ...answer.headers, "content-length": length, connection: "close" };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const status = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}`;
    socket.end([status, ...lines, "", body].join("\r\n"));
  });
}

/** By the code of what node:http stumbled over. */
export function unreadableFailure(code: string | undefined): Failure {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new Failure(431, "head_too_large", `Address and headers are larger than ${maxHeaderSize} bytes.`);
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Failure(408, "request_timeout", "The request did not come in time.");
    default:
      return new Failure(400, "malformed_request", "This is no HTTP request.");
  }
}
