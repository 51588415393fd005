/** How the protocol peer writes its events down. */
import type { PeerEvent } from "./eventstoredb-peer-log";

/** An event as it stands in the file: bytes in base64. */
export type Written = Omit<PeerEvent, "data" | "metadata" | "revision"> & {
  data: string;
  metadata: string;
  revision: string;
};

export function toWritten(event: PeerEvent): Written {
  return {
    ...event,
    revision: event.revision.toString(),
    data: event.data.toString("base64"),
    metadata: event.metadata.toString("base64"),
  };
}

export function fromWritten(written: Written): PeerEvent {
  return {
    ...written,
    revision: BigInt(written.revision),
    data: Buffer.from(written.data, "base64"),
    metadata: Buffer.from(written.metadata, "base64"),
  };
}
