/** One long call that carries every append of the process; each has its own answer and its own time limit. */
import { randomUUID } from "node:crypto";
import type { BatchAppendResp } from "@eventstore/db-client/generated/streams_pb";
import shared from "@eventstore/db-client/generated/shared_pb";
import { AccessRefused, asError, NoAnswer, StreamErased } from "./failures";
import type { AppendCall, OfficialClient } from "./official-client";
import { countSilence } from "./silence";
import { appendRequest, safeNumber, uuidOf, type ProposedEvent } from "./wire";

/** Of the last event, also where the server recognized a repetition; then it may leave the position out. */
export type PipeOutcome =
  | { readonly kind: "written"; readonly revision: number; readonly position: number | undefined }
  | { readonly kind: "wrong_revision"; readonly actual: number };

export interface PipeAppend {
  readonly stream: string;
  /** The stream's last revision, -1 where it must not exist. */
  readonly expected: number | "any";
  readonly events: readonly ProposedEvent[];
}

export interface AppendPipe {
  /** Throws StreamErased, NoAnswer after the time limit, or what broke the call; the last two leave open whether it was written. */
  append(append: PipeAppend): Promise<PipeOutcome>;
  close(): void;
}

interface Waiting {
  readonly resolve: (outcome: PipeOutcome) => void;
  readonly reject: (error: Error) => void;
}

interface Pipe {
  readonly call: AppendCall;
  readonly waiting: Map<string, Waiting>;
  answers: number;
}

export function createAppendPipe(client: OfficialClient, limitMs: number): AppendPipe {
  let current: Promise<Pipe> | undefined;
  const dropPipe = (pipe: Promise<Pipe>): void => {
    if (current === pipe) current = undefined;
  };
  const openPipe = (): Promise<Pipe> => {
    const opening = client.batchAppend().then((call) => {
      const pipe: Pipe = { call, waiting: new Map(), answers: 0 };
      const end = (error: Error): void => {
        dropPipe(opening);
        for (const waiting of pipe.waiting.values()) waiting.reject(error);
        pipe.waiting.clear();
      };
      call.on("data", (answer: BatchAppendResp) => {
        if (!take(pipe, answer)) client.giveUp(call, Infinity);
      });
      call.on("error", end);
      call.on("end", () => end(new NoAnswer("The server ended the append call.")));
      return pipe;
    });
    opening.catch(() => dropPipe(opening));
    return opening;
  };
  return {
    append: (append) =>
      new Promise((resolve, reject) => {
        current ??= openPipe();
        const opening = current;
        let forget = (): void => dropPipe(opening);
        const silence = countSilence(limitMs, () => {
          forget();
          reject(new NoAnswer(`No answer to an append within ${limitMs} ms.`));
        });
        const settle =
          <Value>(done: (value: Value) => void) =>
          (value: Value): void => {
            silence.end();
            done(value);
          };
        const send = (pipe: Pipe): void => {
          const correlationId = randomUUID();
          const answersBefore = pipe.answers;
          const sentAt = performance.now();
          forget = () => {
            pipe.waiting.delete(correlationId);
            // Nothing at all came back since: the call itself may be dead, so the next try gets a new one.
            if (pipe.answers === answersBefore) client.giveUp(pipe.call, sentAt);
          };
          pipe.waiting.set(correlationId, { resolve: settle(resolve), reject: settle(reject) });
          pipe.call.write(appendRequest(correlationId, append.stream, append.expected, append.events));
        };
        opening.then(send).catch(settle(reject));
      }),
    close: () => {
      current?.then(({ call }) => call.cancel()).catch(() => undefined);
      current = undefined;
    },
  };
}

/** False where the server is not the one to ask. An answer nobody waits for any more came after its time limit. */
function take(pipe: Pipe, answer: BatchAppendResp): boolean {
  pipe.answers += 1;
  const correlationId = uuidOf(answer.getCorrelationId());
  const waiting = pipe.waiting.get(correlationId);
  pipe.waiting.delete(correlationId);
  try {
    waiting?.resolve(outcomeOf(answer));
  } catch (error) {
    waiting?.reject(asError(error));
    return !(error instanceof NotServed);
  }
  return true;
}

const KIND = "event_store.client.";
/** A server that has no leader, or is not ready or too busy, says so in words and without a kind. */
const WITHOUT_KIND = "google.protobuf.Empty";

/** The server is not the one to ask just now. */
class NotServed extends NoAnswer {}

function outcomeOf(answer: BatchAppendResp): PipeOutcome {
  const success = answer.getSuccess();
  if (success !== undefined) {
    const position = success.getPosition()?.getCommitPosition();
    return {
      kind: "written",
      revision: safeNumber(success.getCurrentRevision(), "Revision"),
      position: position === undefined ? undefined : safeNumber(position, "Position"),
    };
  }
  const failure = answer.getError();
  const details = failure?.getDetails();
  const kind = details?.getTypeName();
  if (kind === `${KIND}StreamDeleted`) throw new StreamErased("The stream has a tombstone.");
  if (kind === `${KIND}AccessDenied`) throw new AccessRefused("The stream may not be written to.");
  if (kind === WITHOUT_KIND) throw new NotServed(`The server did not take an append: ${failure?.getMessage() ?? ""}`);
  if (kind === `${KIND}Timeout`) throw new NoAnswer("The server did not finish an append in time.");
  const wrong =
    kind === `${KIND}WrongExpectedVersion`
      ? details?.unpack(shared.WrongExpectedVersion.deserializeBinary, kind)
      : undefined;
  if (wrong === undefined || wrong === null)
    throw new Error(`EventStoreDB refused an append: ${kind ?? ""} ${failure?.getMessage() ?? ""}`);
  return {
    kind: "wrong_revision",
    actual: wrong.hasCurrentStreamRevision() ? safeNumber(wrong.getCurrentStreamRevision(), "Revision") : -1,
  };
}
