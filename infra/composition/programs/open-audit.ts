/** What the command line for auditors works with: the service's engines, beside a running service or without one. */
import { createAttestor, type Attestor } from "../../attestation/attestor";
import type { Config } from "../../config/config";
import { loadMasterKey } from "../../config/master-key";
import type { Witness } from "../../http/witness";
import type { Logger } from "../../logging/logger";
import type { TimeTravel } from "../../time-travel/time-travel";
import { joinDatabase, requireDatabase } from "../database";
import { openEngines, type Engines } from "../engines";
import { createServiceTimeTravel } from "../audit/time-travel";
import { createWitness } from "../audit/witness";

export interface OpenAudit {
  readonly engines: Engines;
  readonly attestor: Attestor;
  readonly timeTravel: TimeTravel;
  readonly witness: Witness;
  close(): Promise<void>;
}

/**
 * Keeps no tables unless its projector is started; `makes` a database where there is none. Throws an Error with a sentence
 * for the operator.
 */
export async function openAudit(config: Config, logger: Logger, makes: boolean): Promise<OpenAudit> {
  if (!makes) requireDatabase(config);
  const masterKey = loadMasterKey(config);
  const database = await joinDatabase(config, logger);
  const engines = await openEngines({ config, connection: database, masterKey, logger }).catch(
    async (error: unknown) => {
      await database.close();
      throw error;
    },
  );
  return {
    engines,
    attestor: createAttestor(masterKey),
    timeTravel: createServiceTimeTravel(engines),
    witness: createWitness(engines),
    async close() {
      await engines.close();
      await database.close();
    },
  };
}
