/** Endpoints of every kind and access, over notes; what they do beside that is what the kernel's specs need to see. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { isRefusal } from "../../../domain/fold/refusal";
import {
  action,
  admin,
  Answer,
  apiKey,
  collector,
  command,
  type Endpoint,
  open,
  query,
  session,
} from "../../../infra/http/endpoint";
import { revisionTag } from "../../../infra/http/entity-tags";
import { pageQuery } from "../../../infra/http/paging";
import { failOnPurpose } from "./sample-failures";
import { add, notes, remove, rename } from "./sample-notes";
import { hearProvider } from "./sample-provider";

const noteView = z.object({ id: z.string(), title: z.string() }).meta({ id: "Note", description: "A note." });
const fromTheLog = {
  on: "business",
  area: "note",
  presentOnly: "Notes are read from the log and stand in no table.",
} as const;
const params = z.strictObject({ id: z.string().min(1) });
const body = z.strictObject({
  title: z.string().min(1).max(80),
  tags: z
    .array(z.strictObject({ name: z.string().max(80) }))
    .max(10)
    .optional(),
});

export const addNote = command({
  id: "add-note",
  method: "POST",
  path: "/api/v1/notes",
  access: apiKey("notes:write"),
  on: "business",
  area: "note",
  summary: "Adds a note.",
  body,
  bodyBytesMax: 4096,
  responds: { status: 201, body: z.object({ note: noteView, secret: z.string() }) },
  uses: ["notesPerBusiness"],
  refusals: ["note_exists", "note_limit_reached"],
  example: { title: "Ask for reviews" },
  async handle({ body: { title } }, { services, business, execute }) {
    const executed = await execute(notes, business.id, add(services.ids.next(), title));
    if (isRefusal(executed)) return executed;
    const added = executed.events[0];
    const id = added?.type === "NoteAdded" ? added.data.noteId : "";
    return { note: { id, title, internal: "never seen" } as { id: string; title: string }, secret: `shown-once-${id}` };
  },
});

export const listNotes = query({
  id: "list-notes",
  method: "GET",
  path: "/api/v1/notes",
  aliases: ["/api/v1/me/notes"],
  access: apiKey("notes:read", "notes:write"),
  ...fromTheLog,
  summary: "Lists the notes.",
  query: z.strictObject({ ...pageQuery({ default: 2, max: 4 }) }),
  reads: ["notes"],
  responds: {
    status: 200,
    body: z.object({ notes: z.array(noteView), count: z.int(), nextCursor: z.string().nullable() }),
  },
  async handle({ query: { limit, cursor } }, { services, business, cursors }) {
    const { state } = await services.runner.load(notes, business.id);
    const after = cursors.parse(z.string(), cursor) ?? "";
    const all = Object.entries(state).map(([id, title]) => ({ id, title }));
    const page = all
      .filter(({ id }) => id > after)
      .sort((left, right) => (left.id < right.id ? -1 : 1))
      .slice(0, limit + 1);
    const last = page.length > limit ? page[limit - 1] : undefined;
    const shown = page.slice(0, limit);
    return { notes: shown, count: shown.length, nextCursor: last === undefined ? null : cursors.sign(last.id) };
  },
});

export const getNote = query({
  id: "get-note",
  method: "GET",
  path: "/api/v1/notes/:id",
  access: apiKey("notes:read"),
  ...fromTheLog,
  summary: "Shows a note.",
  params,
  responds: { status: 200, body: noteView },
  refusals: ["note_not_found"],
  async handle({ params: { id } }, { services, business }) {
    const { state, revision } = await services.runner.load(notes, business.id);
    const title = state[id];
    if (title === undefined) return { refused: "note_not_found", message: "There is no such note." };
    return new Answer(200, { id, title }, { ETag: revisionTag(revision) });
  },
});

export const renameNote = command({
  id: "rename-note",
  method: "PATCH",
  path: "/api/v1/notes/:id",
  access: apiKey("notes:write"),
  on: "business",
  area: "note",
  summary: "Gives a note another title.",
  params,
  body: z.strictObject({ title: z.string().min(1).max(80) }),
  responds: { status: 200, body: noteView },
  refusals: ["note_not_found"],
  example: { title: "Answer reviews" },
  async handle({ params: { id }, body: { title } }, { business, execute }) {
    const executed = await execute(notes, business.id, rename(id, title));
    return isRefusal(executed) ? executed : { id, title };
  },
});

export const deleteNote = command({
  id: "delete-note",
  method: "DELETE",
  path: "/api/v1/notes/:id",
  access: apiKey("notes:write"),
  on: "business",
  area: "note",
  summary: "Deletes a note.",
  params,
  responds: { status: 204 },
  refusals: ["note_not_found"],
  async handle({ params: { id } }, { business, execute }) {
    const executed = await execute(notes, business.id, remove(id));
    return isRefusal(executed) ? executed : undefined;
  },
});

export const showLatestNote = query({
  id: "show-latest-note",
  method: "GET",
  path: "/api/v1/notes/latest",
  access: apiKey("notes:read"),
  ...fromTheLog,
  summary: "Shows the note that was added last.",
  responds: { status: 200, body: z.object({ latest: z.string().nullable() }) },
  async handle(_input, { services, business }) {
    const { state } = await services.runner.load(notes, business.id);
    return { latest: Object.values(state).at(-1) ?? null };
  },
});

export const addDashboardNote = command({
  id: "add-dashboard-note",
  method: "POST",
  path: "/api/notes",
  access: session(),
  on: "business",
  area: "note",
  summary: "Adds a note from the dashboard.",
  body,
  responds: { status: 201, body: noteView },
  refusals: ["note_exists", "note_limit_reached"],
  example: { title: "Ask for reviews" },
  async handle({ body: { title } }, { services, business, execute }) {
    const executed = await execute(notes, business.id, add(services.ids.next(), title));
    return isRefusal(executed) ? executed : { id: executed.events[0]?.id ?? "", title };
  },
});

export const listDashboardNotes = query({
  id: "list-dashboard-notes",
  method: "GET",
  path: "/api/notes",
  access: session({ plan: "agency", permission: "notes_read" }),
  ...fromTheLog,
  summary: "Lists the notes on the dashboard.",
  reads: ["notes"],
  responds: { status: 200, body: z.object({ titles: z.array(z.string()) }) },
  async handle(_input, { services, business }) {
    return { titles: Object.values((await services.runner.load(notes, business.id)).state) };
  },
});

export const countNotes = query({
  id: "count-notes",
  method: "GET",
  path: "/api/admin/notes/:business/count",
  access: admin(),
  on: "none",
  area: "note",
  summary: "Counts the notes of a business.",
  params: z.strictObject({ business: z.string() }),
  responds: { status: 200, body: z.object({ count: z.int() }) },
  async handle({ params: { business } }, { services }) {
    return { count: Object.keys((await services.runner.load(notes, business)).state).length };
  },
});

export const digestLines = action({
  id: "digest-lines",
  method: "POST",
  path: "/api/admin/lines",
  access: collector(),
  on: "none",
  area: "line",
  summary: "Digests lines of text and tells them back.",
  bodyStream: "application/x-ndjson",
  example: '{"line":1}\n',
  responds: { status: 200, alternatives: ["application/x-ndjson"] },
  async handle({ stream }) {
    async function* digests(): AsyncGenerator<string> {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        yield `${createHash("sha256").update(chunk).digest("hex").slice(0, 8)}\n`;
      }
    }
    return new Answer(200, { contentType: "application/x-ndjson", chunks: digests() });
  },
});

/** How often a stream's source was told that nobody listens any more. */
export const ended = { streams: 0 };

export const countForever = action({
  id: "count-forever",
  method: "GET",
  path: "/api/admin/count",
  access: admin(),
  on: "none",
  area: "line",
  summary: "Counts until nobody listens.",
  responds: { status: 200, alternatives: ["text/plain"] },
  async handle() {
    async function* counting(): AsyncGenerator<string> {
      try {
        for (let at = 0; ; at += 1) yield `${at}\n`;
      } finally {
        ended.streams += 1;
      }
    }
    return new Answer(200, { contentType: "text/plain", chunks: counting() });
  },
});

export const leaveFeedback = action({
  id: "leave-feedback",
  method: "POST",
  path: "/api/feedback",
  access: open("dashboard"),
  on: "none",
  area: "feedback",
  summary: "Takes feedback from anyone.",
  body: z.strictObject({ text: z.string().max(1000) }),
  responds: { status: 202, body: z.object({ ip: z.string() }) },
  example: { text: "Good." },
  handle: async (_input, { clientIp }) => ({ ip: clientIp }),
});

export const sampleEndpoints: readonly Endpoint[] = [
  getNote,
  addNote,
  listNotes,
  renameNote,
  deleteNote,
  showLatestNote,
  addDashboardNote,
  listDashboardNotes,
  countNotes,
  digestLines,
  countForever,
  leaveFeedback,
  hearProvider,
  failOnPurpose,
] as readonly Endpoint[];
