/** Becoming a member of a group of brokers that take every connection and never answer. */
import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createKafkaConsumer } from "../../../infra/kafka/consumer";
import { silentLogger } from "../../../infra/logging/logger";
import { eventually } from "../../support/eventually";

/** A client that is left to itself waits six seconds for an answer, and then asks again. */
const SOONER = { timeoutMs: 5_000 };

const sockets = new Set<Socket>();
let broker: Server;
beforeAll(async () => {
  broker = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined).on("close", () => sockets.delete(socket)));
    socket.resume();
  }).listen(0, "127.0.0.1");
  await once(broker, "listening");
});
afterAll(() => broker.close());

function consumer(joinMsMax: number) {
  const { port } = broker.address() as AddressInfo;
  return createKafkaConsumer({
    ...{ brokers: [`127.0.0.1:${port}`], topic: "t", groupId: "g", joinMsMax },
    deliver: () => undefined,
    meanwhile: "nothing is read",
    logger: silentLogger,
  });
}

test("a join that takes too long has failed, is told and tried again, and leaves no connection", async () => {
  const joining = consumer(100);
  await eventually(() => expect(joining.status()).toMatchObject({ joined: false, failing: true }), SOONER);
  await joining.close();
  await eventually(() => expect(sockets.size).toBe(0));
});

test("whoever stops waits for no join", async () => {
  const joining = consumer(60_000);
  await eventually(() => expect(sockets.size).toBe(1));
  let stopped = false;
  void joining.close().then(() => (stopped = true));
  await eventually(() => expect(stopped).toBe(true), SOONER);
  await eventually(() => expect(sockets.size).toBe(0));
});
