/** A small aggregate that the kernel's specs write to: the notes of a business. */
import { z } from "zod";
import { aggregate, type Decision } from "../../../domain/fold/aggregate";
import { defineEvents, type EventsOf } from "../../../domain/fold/event";
import type { QuotaStandings } from "../../../infra/http/quota-headers";

export const NOTES_MAX = 5;

const events = defineEvents({
  NoteAdded: z.object({ noteId: z.string(), title: z.string() }),
  NoteRenamed: z.object({ noteId: z.string(), title: z.string() }),
  NoteDeleted: z.object({ noteId: z.string() }),
});

export type NoteEvent = EventsOf<typeof events>;
export type Notes = Readonly<Record<string, string>>;

export const notes = aggregate({
  category: "notes",
  owner: "business",
  events,
  initial: {},
  evolve(state: Notes, event): Notes {
    if (event.type === "NoteDeleted") {
      const { [event.data.noteId]: _gone, ...kept } = state;
      return kept;
    }
    return { ...state, [event.data.noteId]: event.data.title };
  },
});

/** How many of {@link NOTES_MAX} the caller's business has. */
export const notesStanding: QuotaStandings = async ([name = ""], { account, services }) => {
  const { state } = await services.runner.load(notes, account.activeBusiness?.id ?? "");
  return [{ name, limit: NOTES_MAX, used: Object.keys(state).length }];
};

type Decide = Decision<Notes, NoteEvent>;

const missing = { refused: "note_not_found", message: "There is no such note." };

export const add =
  (noteId: string, title: string): Decide =>
  (state) => {
    if (Object.values(state).includes(title)) {
      return { refused: "note_exists", message: "There is a note of this title.", details: { title } };
    }
    if (Object.keys(state).length >= NOTES_MAX) {
      const quota = { limit: NOTES_MAX, used: NOTES_MAX };
      return {
        refused: "note_limit_reached",
        message: "All notes are in use.",
        details: { quota, retryAfterSeconds: 60 },
      };
    }
    return [{ type: "NoteAdded", data: { noteId, title } }];
  };

export const rename =
  (noteId: string, title: string): Decide =>
  (state) => {
    if (state[noteId] === undefined) return missing;
    return state[noteId] === title ? [] : [{ type: "NoteRenamed", data: { noteId, title } }];
  };

export const remove =
  (noteId: string): Decide =>
  (state) =>
    state[noteId] === undefined ? missing : [{ type: "NoteDeleted", data: { noteId } }];
