/** What the start-up check of event schemas refuses. */
import { z } from "zod";
import { defineEvents, versioned, type EventDefinitions } from "../../../domain/fold/event";
import { personal, retained } from "../../../domain/fold/personal";
import { checkEventSchemas, EventSchemasRefused } from "../../../infra/sealing/boot-check";
import { wallet } from "../../support/wallet";

const declaring = (events: EventDefinitions, category = "purse") => ({ category, owner: "account" as const, events });
const lift = (data: Record<string, unknown>) => data;

function faults(
  aggregates: Parameters<typeof checkEventSchemas>[0],
  stored: Parameters<typeof checkEventSchemas>[1] = [],
) {
  try {
    checkEventSchemas(aggregates, stored);
  } catch (error) {
    if (error instanceof EventSchemasRefused) return error.faults;
    throw error;
  }
  return [];
}

test("sound schemas and a log of known versions pass", () => {
  expect(
    faults(
      [wallet],
      [
        { type: "WalletFilled", schemaVersion: 1 },
        { type: "WalletFilled", schemaVersion: 2 },
      ],
    ),
  ).toEqual([]);
});

test("a schema version without an upcaster to the next is refused", () => {
  const events = defineEvents({ PurseFound: versioned(4, z.object({}), { 1: lift, 3: lift }) });
  expect(faults([declaring(events)])).toEqual(["PurseFound has no upcaster from schema version 2 to 3."]);
});

test("an upcaster from the newest version or beyond is refused", () => {
  const events = defineEvents({ PurseFound: versioned(2, z.object({}), { 1: lift, 2: lift }) });
  expect(faults([declaring(events)])).toEqual([
    "PurseFound has an upcaster from schema version 2, but its newest version is 2.",
  ]);
});

test("two aggregates cannot declare the same event type or the same category", () => {
  const events = defineEvents({ PurseFound: z.object({}) });
  expect(faults([declaring(events), declaring(events)])).toEqual([
    "The stream category purse is declared by two aggregates.",
    "The event type PurseFound is declared by two aggregates.",
  ]);
});

test("a category that stream names could not be parsed by is refused", () => {
  expect(faults([declaring(defineEvents({}), "pur-se")])).toEqual([
    'The stream category "pur-se" is not one word of letters, digits and underscores.',
  ]);
});

test("personal marks on what is not a string are refused, wherever they are", () => {
  const number = personal(z.number() as unknown as z.ZodString);
  const events = defineEvents({
    PurseFound: z.object({
      age: number,
      list: z.array(z.object({ deep: number.optional() })),
      ok: personal(z.string().nullish()),
    }),
    PurseLost: z.object({ byName: z.record(personal(z.string()), z.number()) }),
  });
  expect(faults([declaring(events)])).toEqual([
    "PurseFound.age is marked personal but is not a string.",
    "PurseLost.byName has personal keys; only values can be sealed.",
  ]);
});

test("a retention whose keys could lie among another's is refused", () => {
  const events = defineEvents({
    PurseFound: z.object({ good: retained("lost_note2", z.string()), bad: retained("note:2026", z.string()) }),
  });
  expect(faults([declaring(events)])).toEqual([
    'PurseFound.bad has the retention "note:2026", which is not one word of small letters.',
  ]);
});

test("what JSON cannot hold, or what a schema would change, is refused", () => {
  const events = defineEvents({
    PurseFound: z.object({ at: z.date(), name: z.string().transform((name) => name.trim()), $sealed: z.string() }),
  });
  expect(faults([declaring(events)])).toEqual([
    'PurseFound declares "$sealed", which is reserved for sealed fields.',
    'PurseFound.at is a "date", which does not read from JSON as it was written.',
    'PurseFound.name is a "pipe", which does not read from JSON as it was written.',
    'PurseFound.name is a "transform", which does not read from JSON as it was written.',
  ]);
});

test("a log with a newer version than the program knows, or with an unknown type, is refused", () => {
  const stored = [
    { type: "WalletFilled", schemaVersion: 3 },
    { type: "WalletBurnt", schemaVersion: 1 },
  ];
  expect(faults([wallet], stored)).toEqual([
    "The log holds WalletFilled events of schema version 3; this program knows 2.",
    "The log holds WalletBurnt events, which no aggregate declares.",
  ]);
});
