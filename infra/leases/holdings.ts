/** What this process holds and works at: each name at most once, also while an earlier holding of it has not ended yet. */
import type { Lease, LeaseDuties } from "./leases";
import type { Membership } from "./membership";
import type { Place } from "./sharing";

export interface Holding {
  readonly kind: string;
  readonly lease: Lease;
  /** Lets the work end; the name is given back after it. */
  stop(): void;
  /** Resolves when nothing of the work runs any more, with what it failed with. */
  readonly done: Promise<unknown>;
}

/** Begins the work; it hears of the membership's end at once, however long this process slept. */
export function hold(duties: LeaseDuties, { kind, name, fence }: Place, membership: Membership): Holding {
  const { signal, abort } = abortingWith(membership);
  const lease = { name, fence, signal };
  const work = async () => duties.hold(lease);
  const done = work().then(
    () => undefined,
    (error: unknown) => error ?? new Error("The work failed without a word."),
  );
  return { kind, lease, stop: abort, done };
}

const ABORTED = Object.getOwnPropertyDescriptor(AbortSignal.prototype, "aborted");

/** A signal whose `aborted` asks the clock: a timer or an event may come later than the code that looks at it. */
function abortingWith(membership: Membership): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  let aborting = false;
  const abort = () => {
    aborting = true;
    controller.abort();
  };
  Object.defineProperty(controller.signal, "aborted", {
    get(): boolean {
      if (!aborting && membership.isOver()) abort();
      return ABORTED?.get?.call(controller.signal) === true;
    },
  });
  return { signal: controller.signal, abort };
}
