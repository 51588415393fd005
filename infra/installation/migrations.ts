/** What the processes of one database have in common. */
import type { Migration } from "../postgres/migrations";

export const installationMigrations: readonly Migration[] = [
  {
    name: "installation-1-settings-in-use",
    sql: `
      CREATE TABLE operational.settings_in_use (
        single boolean PRIMARY KEY DEFAULT true CHECK (single),
        settings jsonb NOT NULL
      );`,
  },
];
