/** Records every address that the guarded client really dials, and leads public ones to a local receiver. */

import { connect, Socket } from "node:net";
import type { Dial } from "../../infra/outbound/dialer";

export interface DialRecorder {
  readonly dial: Dial;
  /** `address:port` in order, whatever became of the connection. */
  readonly dialled: readonly string[];
}

/**
 * Leads every dialled address to `localPort` of this machine. Addresses in `silent` never answer, as behind a
 * firewall that drops packets.
 */
export function recordDials(localPort: number, silent: readonly string[] = []): DialRecorder {
  const dialled: string[] = [];
  return {
    dialled,
    dial: (address, port) => {
      dialled.push(`${address}:${String(port)}`);
      return silent.includes(address) ? new Socket() : connect(localPort, "127.0.0.1");
    },
  };
}
