/** The grammar of projections: one read table, its columns and key, and a pure fold per event type. */
import type { AnyEvent, Recorded } from "../../domain/fold/event";

/** A column's SQL type and, in `Value`, what the row holds in TypeScript. Instants are ISO strings, days `YYYY-MM-DD`. */
export interface Column<Value> {
  readonly sql: string;
  readonly nullable: boolean;
  readonly value?: Value;
}

/** A column that is never null, and `orNull`, the same column where it may be. */
type ColumnKind<Value> = Column<Value> & { readonly orNull: Column<Value | null> };

const column = <Value>(sql: string): ColumnKind<Value> => ({ sql, nullable: false, orNull: { sql, nullable: true } });

export const text = column<string>("text");
export const integer = column<number>("integer");
export const bigint = column<number>("bigint");
export const real = column<number>("double precision");
export const boolean = column<boolean>("boolean");
export const instant = column<string>("timestamptz");
export const day = column<string>("date");
/** A JSON column that holds `Value`. */
export const json = <Value>() => column<Value>("jsonb");

export type Columns = Readonly<Record<string, Column<unknown>>>;
export type RowOf<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never;
};

type KeyOf<C extends Columns, K extends keyof C> = Pick<RowOf<C>, K>;

/** Which rows an event touches, and what becomes of each: the row as it shall be, or null where it shall be gone. */
export interface Handler<Event extends AnyEvent, Row, Key> {
  keys(event: Recorded<Event>): Key | readonly Key[];
  fold(row: Row | null, event: Recorded<Event>, key: Key): Row | null;
}

type Handlers<Event extends AnyEvent, Row, Key> = {
  readonly [E in Event as E["type"]]?: Handler<E, Row, Key>;
};

/** `erasedWith` names the column that holds an owner's id: when that owner is erased, its rows go, whatever their key. */
export interface Projection<C extends Columns = Columns, K extends keyof C & string = string> {
  readonly table: string;
  /** Raise it whenever columns or folds change: the table is then rebuilt beside the live one. */
  readonly version: number;
  readonly columns: C;
  readonly key: readonly K[];
  readonly indexes: readonly (readonly string[])[];
  readonly erasedWith: Readonly<Partial<Record<"account" | "business" | "place", keyof C & string>>>;
  /** Whether a fold takes so long that no other table may wait for it, and the process is given other turns between folds. */
  readonly slow?: boolean;
  readonly on: Readonly<Record<string, Handler<AnyEvent, RowOf<C>, KeyOf<C, K>>>>;
}

/** Declares a projection over a union of events: `projection<AlertEvent>()({ … })`. */
export const projection =
  <Event extends AnyEvent>() =>
  <const C extends Columns, const K extends keyof C & string>(declared: {
    readonly table: string;
    readonly version: number;
    readonly columns: C;
    readonly key: readonly K[];
    readonly indexes?: readonly (readonly (keyof C & string)[])[];
    readonly erasedWith?: Readonly<Partial<Record<"account" | "business" | "place", keyof C & string>>>;
    readonly slow?: boolean;
    readonly on: Handlers<Event, RowOf<C>, KeyOf<C, K>>;
  }): Projection<C, K> => ({
    indexes: [],
    erasedWith: {},
    ...declared,
    on: declared.on as unknown as Projection<C, K>["on"],
  });
