/** Accepts the TCP connections of one server, counts them, and can keep them waiting or reset them. */

import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

export class ReceiverDoor {
  /** How many connections were accepted. */
  accepted = 0;
  /** Those that are still open. */
  readonly sockets = new Set<Socket>();
  private held: Socket[] | null = null;
  private readonly listener: Server;

  /** `inner` speaks HTTP or HTTPS and never listens itself: the door hands it the connections. */
  constructor(private readonly inner: Server) {
    this.listener = createServer((socket) => {
      this.accepted += 1;
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
      // A client that gives up resets the connection; that is what it is here for.
      socket.on("error", () => socket.destroy());
      if (this.held === null) this.inner.emit("connection", socket);
      else this.held.push(socket);
    });
  }

  /** Listens on a free port of 127.0.0.1 and gives it. */
  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.listener.listen(0, "127.0.0.1", resolve));
    return (this.listener.address() as AddressInfo).port;
  }

  /** Lets new connections wait without a word. */
  hold(): void {
    this.held ??= [];
  }

  /** Hands the waiting connections over, and new ones at once again. */
  release(): void {
    const waiting = this.held ?? [];
    this.held = null;
    for (const socket of waiting) if (!socket.destroyed) this.inner.emit("connection", socket);
  }

  /** Resets the connection that comes from this port, if it is one of this door. */
  reset(remotePort: number | undefined): void {
    for (const socket of this.sockets) if (socket.remotePort === remotePort) socket.resetAndDestroy();
  }

  /** Destroys every connection and stops to listen. */
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      this.listener.close(() => {
        resolve();
      });
    });
  }
}
