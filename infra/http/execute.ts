/** What `context.execute` does: names the command, runs or only rehearses its decision, and remembers how far the log went. */
import { streamOf, type Aggregate, type Decision, type StreamOwner } from "../../domain/fold/aggregate";
import type { Actor, AnyEvent, Recorded } from "../../domain/fold/event";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import { type CommandContext, type Executed, revisionMismatch } from "../command-runner/command-runner";
import type { Context, Endpoint, Principal } from "./endpoint";
import type { Services } from "./services";

export interface Commanding {
  readonly endpoint: Endpoint;
  readonly principal: Principal;
  readonly requestId: string;
  /** The same for every attempt under one Idempotency-Key. */
  readonly commandId: string;
  readonly dryRun: boolean;
  /** From `If-Match`; holds for the first stream that the request writes to. */
  readonly expectedRevision: number | undefined;
}

/** How far this request moved the log, the revision of the first stream it wrote, and the business that it concerned. */
export interface Progress {
  position?: number;
  revision?: number;
  businessId?: string;
}

/** `execute` for one request. */
export function executeFor(commanding: Commanding, services: Services, progress: Progress): Context["execute"] {
  let first = true;
  return async (aggregate, owner, decide, options = {}) => {
    const expectedRevision = first ? commanding.expectedRevision : undefined;
    const context = commandContext(commanding, services, aggregate, owner, options, expectedRevision);
    if (context.businessId !== undefined) progress.businessId = context.businessId;
    const run = commanding.dryRun ? rehearse(services) : services.runner.execute.bind(services.runner);
    const executed = await run(aggregate, owner, decide, context);
    if (isRefusal(executed)) return executed;
    progress.position = Math.max(progress.position ?? 0, executed.position);
    if (first) progress.revision = executed.revision;
    first = false;
    return executed;
  };
}

function commandContext(
  commanding: Commanding,
  { ids }: Services,
  aggregate: { readonly owner: string },
  owner: string,
  options: { readonly step?: string; readonly businessId?: string },
  expectedRevision: number | undefined,
): CommandContext {
  const { commandId, requestId } = commanding;
  const businessId = options.businessId ?? (aggregate.owner === "business" ? owner : undefined);
  return {
    commandId: options.step === undefined ? commandId : ids.derive("step", commandId, options.step),
    correlationId: requestId,
    causationId: commandId,
    actor: actorOf(commanding.endpoint, commanding.principal),
    ...(businessId === undefined ? {} : { businessId }),
    ...(expectedRevision === undefined ? {} : { expectedRevision }),
  };
}

function actorOf(endpoint: Endpoint, principal: Principal): Actor {
  const { kind, id } = principal;
  if (kind === "api_key" || kind === "collector" || kind === "provider") return { kind, id };
  if (kind === "anonymous") return { kind: "user", id: "anonymous" };
  const byAdmin = principal.account.admin && (endpoint.access.by === "admin" || endpoint.access.by === "collector");
  return { kind: byAdmin ? "admin" : "user", id: principal.account.id };
}

/** Loads and decides as the runner does, and appends nothing: what would be appended is given as if it had been. */
function rehearse({ runner, ids, clock }: Services): Services["runner"]["execute"] {
  return async <State, Event extends AnyEvent>(
    aggregate: Aggregate<State, Event>,
    owner: StreamOwner,
    decide: Decision<State, Event>,
    context: CommandContext,
  ): Promise<Executed<State, Event> | Refusal> => {
    const loaded = await runner.load(aggregate, owner);
    if (context.expectedRevision !== undefined && context.expectedRevision !== loaded.revision) return revisionMismatch;
    const decided = decide(loaded.state);
    if (isRefusal(decided)) return decided;
    const occurredAt = clock.now().toISOString();
    const events = decided.map((event, index): Recorded<Event> => ({
      ...event,
      id: ids.next(),
      metadata: { ...context, occurredAt, schemaVersion: aggregate.events[event.type]?.version ?? 1 },
      stream: streamOf(aggregate, owner),
      revision: loaded.revision + 1 + index,
      position: loaded.position,
    }));
    const state = decided.reduce(aggregate.evolve, loaded.state);
    return { state, revision: loaded.revision + events.length, events, position: loaded.position, repeated: false };
  };
}
