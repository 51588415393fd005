/** How publishing to Kafka goes. */
import { Gauge, type Registry } from "prom-client";
import type { RelayStatus } from "../../relay/relay";

/** Shows the status where this process is one of those that publish; null shows nothing, and undefined nothing any more. */
export type ShowRelay = (status: RelayStatus | null | undefined) => void;

export function createRelayMetrics(registers: [Registry]): ShowRelay {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const published = gauge(
    "integration_events_published",
    "Records that Kafka has acknowledged since the beginning, repeated ones included, whichever process sent them.",
  );
  const behind = gauge("integration_events_seconds_behind", "Age of the oldest event that is yet to be published.");
  const acknowledged = gauge(
    "integration_events_acknowledged_timestamp_seconds",
    "When the newest record was acknowledged, in seconds since 1970; 0 before the first.",
  );
  const here = gauge("integration_events_publisher", "1 in the process that publishes.");
  return (status) => {
    if (status === undefined) for (const one of [published, behind, acknowledged, here]) one.remove();
    if (status === null || status === undefined) return;
    published.set(status.published);
    behind.set(status.secondsBehind);
    acknowledged.set(status.acknowledgedAt === null ? 0 : Date.parse(status.acknowledgedAt) / 1_000);
    here.set(status.here ? 1 : 0);
  };
}
