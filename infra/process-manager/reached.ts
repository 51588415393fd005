/** Waits until something is true of where the process managers stand. */
import { Bell } from "../time/waiting";
import type { Engine } from "./engine";

const LOOK_AGAIN_MS = 100;

/** Looks whenever a manager here has moved on, and now and then because others may run elsewhere. */
export async function reached(
  { clock }: Pick<Engine, "clock">,
  awaiting: Set<() => void>,
  timeoutMs: number,
  isReached: () => Promise<boolean>,
): Promise<boolean> {
  const bell = new Bell();
  const ring = () => bell.ring();
  const deadline = clock.now().getTime() + timeoutMs;
  awaiting.add(ring);
  try {
    for (;;) {
      if (await isReached()) return true;
      const left = deadline - clock.now().getTime();
      if (left <= 0) return false;
      const callOff = clock.after(Math.min(LOOK_AGAIN_MS, left), ring);
      await bell.next();
      callOff();
    }
  } finally {
    awaiting.delete(ring);
  }
}
