/** The one mapping from what happened to what the world is told of it: webhooks, the topic and the feed tell the same, under the same ids. */
import type { AlertEvent } from "./alerts";
import type { ApiKeyEvent } from "./api-keys";
import type { EventType } from "./event-types";
import type { AnyEvent, Recorded } from "./fold/event";

/** A public event as it is told, whoever receives it. */
export interface PublicEvent {
  /** Of the event that happened, so that whoever is told twice, or by two ways, sees that it is the same. */
  readonly id: string;
  readonly type: EventType;
  readonly accountId: string;
  /** Null where it concerns the account and none of its businesses. */
  readonly businessId: string | null;
  /** What the public catalogue declares for the type. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly occurredAt: string;
  /** The log position of the event that happened. What one event tells has one position, in the order in which it is told. */
  readonly position: number;
}

/** The events that the world is told of. */
export type ToldEvent = Extract<
  AlertEvent | ApiKeyEvent,
  { type: "AlertRaised" | "ApiKeySuspended" | "ApiKeyReactivated" | "ApiKeyRevokedByAdmin" }
>;
type Of<Type extends ToldEvent["type"]> = Recorded<Extract<ToldEvent, { type: Type }>>;
type Telling = Pick<PublicEvent, "type" | "businessId" | "data"> & { readonly suffix?: string };

const told = (event: Recorded<ToldEvent>, tellings: readonly Telling[]): readonly PublicEvent[] =>
  tellings.map(({ suffix = "", type, businessId, data }) => ({
    id: publicIdOf(event, suffix),
    type,
    accountId: event.data.accountId,
    businessId,
    data,
    occurredAt: event.metadata.occurredAt,
    position: event.position,
  }));

/** The id under which the world knows an event. */
export const publicIdOf = ({ id }: { readonly id: string }, suffix = ""): string => `msg_${id}${suffix}`;

const ofKey =
  (type: EventType) =>
  (event: Of<"ApiKeySuspended" | "ApiKeyReactivated" | "ApiKeyRevokedByAdmin">): readonly PublicEvent[] => {
    const { data } = event;
    return told(event, [
      { type, businessId: null, data: { keyId: data.keyId, reason: "reason" in data ? data.reason : null } },
    ]);
  };

/** What each of them tells, in order. */
export const publicEvents: { readonly [Type in ToldEvent["type"]]: (event: Of<Type>) => readonly PublicEvent[] } = {
  AlertRaised: (event) => {
    const { businessId, type, alertId, title, data } = event.data;
    return told(event, [
      { type, businessId, data },
      { suffix: "_created", type: "alert.created", businessId, data: { alertId, type, title, alert: data } },
    ]);
  },
  ApiKeySuspended: ofKey("api_key.suspended"),
  ApiKeyReactivated: ofKey("api_key.reactivated"),
  ApiKeyRevokedByAdmin: ofKey("api_key.revoked_by_admin"),
};

/** What an event of the log tells the world: nothing, for most. */
export function publicEventsOf(event: Recorded): readonly PublicEvent[] {
  const tell = (
    publicEvents as Readonly<Record<string, (event: Recorded<AnyEvent & ToldEvent>) => readonly PublicEvent[]>>
  )[event.type];
  return tell === undefined ? [] : tell(event as Recorded<ToldEvent>);
}
