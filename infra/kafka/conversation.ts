/** A conversation with Kafka by kafkajs that can be broken off at any moment. Load it only where brokers are configured. */
import * as net from "node:net";
import * as tls from "node:tls";
import { Kafka, logLevel, type ISocketFactoryArgs, type SASLOptions } from "kafkajs";
import type { Logger } from "../logging/logger";
import type { KafkaCluster } from "./cluster";
import { unpackWithinBounds } from "./unpacking";

/** How long each step may take, in milliseconds. kafkajs tries a step again by itself, a few times and at once. */
const CONNECT_MS_MAX = 3_000;
const REQUEST_MS_MAX = 6_000;
const RETRY = { initialRetryTime: 50, maxRetryTime: 500, retries: 3 };
const KEEP_ALIVE_MS = 60_000;

export interface Conversation {
  readonly kafka: Kafka;
  /**
   * The value of `work`, which uses this conversation and no other; breaks off after `milliseconds`. kafkajs cannot be
   * called off, but without its sockets whatever it still tries fails, so nothing of it outlives the promise.
   */
  within<T>(milliseconds: number, work: () => Promise<T>): Promise<T>;
  /** Closes every socket and opens no other. */
  breakOff(): void;
}

/** Connects to nothing yet. */
export function openConversation(cluster: KafkaCluster, logger: Logger): Conversation {
  unpackWithinBounds();
  const { brokers, sasl } = cluster;
  const sockets = new Set<net.Socket>();
  let over = false;
  const socketFactory = ({ host, port, onConnect }: ISocketFactoryArgs): net.Socket => {
    if (over) throw new Error("the conversation is over");
    const socket = openSocket(cluster, { host, port }, onConnect).setKeepAlive(true, KEEP_ALIVE_MS).setNoDelay(true);
    sockets.add(socket);
    return socket.on("close", () => sockets.delete(socket));
  };
  const breakOff = (): void => {
    over = true;
    // kafkajs hears of an error alone; a socket that merely closes would leave its requests waiting.
    for (const socket of sockets) socket.destroy(new Error("the conversation was broken off"));
  };
  const kafka = new Kafka({
    clientId: "local-business-intelligence",
    brokers: [...brokers],
    socketFactory,
    ssl: cluster.tls !== undefined,
    ...(sasl === undefined ? {} : { sasl: { ...sasl } as SASLOptions }),
    authenticationTimeout: REQUEST_MS_MAX,
    connectionTimeout: CONNECT_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    // Each broker of the list is tried once, whichever of them is down.
    retry: { ...RETRY, retries: Math.max(RETRY.retries, brokers.length) },
    logLevel: logLevel.INFO,
    // kafkajs calls an error what it then tries again; what comes of it is said by whoever waits for the outcome.
    logCreator:
      () =>
      ({ namespace, log }) =>
        logger.debug({ kafka: namespace, broker: log["broker"] as unknown }, log.message),
  });
  return {
    kafka,
    async within(milliseconds, work) {
      const timer = setTimeout(breakOff, milliseconds);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
      }
    },
    breakOff,
  };
}

/** A broker has to show a certificate for the name, or the number, under which it was found. */
function openSocket(
  cluster: KafkaCluster,
  { host, port }: { readonly host: string; readonly port: number },
  onConnect: () => void,
): net.Socket {
  if (cluster.tls === undefined) return net.connect({ host, port }, onConnect);
  const { ca } = cluster.tls;
  const servername = net.isIP(host) === 0 ? host : "";
  return tls.connect({ host, port, servername, ...(ca === undefined ? {} : { ca }) }, onConnect);
}
