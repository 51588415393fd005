/** Ids that are the same in each run. */
import { v5 } from "uuid";

const NAMESPACE = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

export const uuidv5 = (name: string): string => v5(name, NAMESPACE);
