/** One call whose answers are taken until they suffice, it ends, it breaks, or nothing comes for too long. */
import type { ReadResp } from "@eventstore/db-client/generated/streams_pb";
import { asError, NoAnswer } from "./failures";
import type { OfficialClient, ReadCall } from "./official-client";
import { countSilence } from "./silence";

export interface Answers<Value> {
  /** The result, once there is one. */
  take(answer: ReadResp): Value | undefined;
  /** What it is where the call has ended by itself. */
  ended(): Value;
  /** What there is where nothing more comes; without one it counts as no answer. */
  silent?(): Value | undefined;
}

/** Throws NoAnswer after `idleMs` without any answer, the time included that it takes to find the server. */
export function converse<Value>(
  client: OfficialClient,
  opening: Promise<ReadCall>,
  idleMs: number,
  { take, ended, silent }: Answers<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let call: ReadCall | undefined;
    let over = false;
    const since = performance.now();
    const end = (finish: () => void): void => {
      if (over) return;
      over = true;
      silence.end();
      finish();
    };
    const silence = countSilence(idleMs, () => {
      const value = silent?.();
      if (value !== undefined) {
        end(() => resolve(value));
        call?.cancel();
        return;
      }
      end(() => reject(new NoAnswer(`No answer to a read within ${idleMs} ms.`)));
      if (call !== undefined) client.giveUp(call, since);
    });
    const fail = (error: unknown): void => {
      end(() => reject(asError(error)));
      call?.cancel();
    };
    const hear = (answer: ReadResp): void => {
      silence.heard();
      try {
        const value = over ? undefined : take(answer);
        if (value === undefined) return;
        end(() => resolve(value));
        call?.cancel();
      } catch (error) {
        fail(error);
      }
    };
    opening
      .then((opened) => {
        call = opened;
        opened.on("data", hear).on("error", fail);
        opened.on("end", () => end(() => resolve(ended())));
        // Found too late for whoever waited.
        if (over) opened.cancel();
      })
      .catch(fail);
  });
}
