/** Where the projection engine remembers how far each table is, and what operators asked for. */
import type { Migration } from "../postgres/migrations";

/** The SQLSTATE with which the database refuses a runner whose checkpoint somebody else has moved. */
export const FENCED = "PRJ01";

export const projectorMigrations: readonly Migration[] = [
  {
    name: "projector-1-checkpoints",
    sql: `
      CREATE TABLE operational.projection_checkpoints (
        table_name text NOT NULL,
        filling boolean NOT NULL,
        version integer NOT NULL,
        position bigint NOT NULL,
        skipped bigint[] NOT NULL DEFAULT '{}',
        halted jsonb,
        PRIMARY KEY (table_name, filling)
      ) WITH (fillfactor = 20);

      CREATE FUNCTION operational.advance_projections(moves json) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE moved integer;
      BEGIN
        UPDATE operational.projection_checkpoints c
          SET position = m.position, halted = m.halted
          FROM json_to_recordset(moves)
            AS m(table_name text, filling boolean, version integer, stored bigint, position bigint, halted jsonb)
          WHERE c.table_name = m.table_name AND c.filling = m.filling AND c.version = m.version
            AND c.position = m.stored AND c.halted IS NULL;
        GET DIAGNOSTICS moved = ROW_COUNT;
        IF moved <> json_array_length(moves) THEN
          RAISE EXCEPTION 'another runner moved a checkpoint' USING ERRCODE = '${FENCED}';
        END IF;
      END $$;`,
  },
  {
    name: "projector-2-commands",
    sql: `
      CREATE TABLE operational.projection_commands (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        table_name text NOT NULL,
        command jsonb NOT NULL,
        requested_at timestamptz NOT NULL DEFAULT now(),
        answered_at timestamptz,
        refusal text
      );
      CREATE INDEX ON operational.projection_commands (table_name) WHERE answered_at IS NULL;`,
  },
  {
    // The fence of a lease is claimed with the checkpoint, and from then on nobody who held the table before changes anything.
    // It does not replace the comparison of positions: that catches a process that has applied a page without hearing of it.
    // Without the fence, positions alone would let a process that was frozen before an operator's skip undo it.
    name: "projector-3-fences",
    sql: `
      ALTER TABLE operational.projection_checkpoints ADD COLUMN fence bigint NOT NULL DEFAULT 0;

      CREATE OR REPLACE FUNCTION operational.advance_projections(moves json) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE moved integer;
      BEGIN
        UPDATE operational.projection_checkpoints c
          SET position = m.position, halted = m.halted
          FROM json_to_recordset(moves) AS m(
            table_name text, filling boolean, version integer, fence bigint, stored bigint, position bigint, halted jsonb)
          WHERE c.table_name = m.table_name AND c.filling = m.filling AND c.version = m.version
            AND c.fence = m.fence AND c.position = m.stored AND c.halted IS NULL;
        GET DIAGNOSTICS moved = ROW_COUNT;
        IF moved <> json_array_length(moves) THEN
          RAISE EXCEPTION 'another runner moved a checkpoint' USING ERRCODE = '${FENCED}';
        END IF;
      END $$;

      CREATE FUNCTION operational.claim_projection(claimed text, by_fence bigint) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE operational.projection_checkpoints SET fence = by_fence
          WHERE table_name = claimed AND fence <= by_fence;
        IF EXISTS (SELECT FROM operational.projection_checkpoints WHERE table_name = claimed AND fence <> by_fence) THEN
          RAISE EXCEPTION 'another process keeps %', claimed USING ERRCODE = '${FENCED}';
        END IF;
      END $$;`,
  },
];
