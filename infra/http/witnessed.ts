/** Which endpoints show a business's history to auditors, so that asking them is a look that is kept. */
import { paramsOf } from "./check-endpoints";
import type { Endpoint } from "./endpoint";

/** The parameter of a path that names the business. */
export const BUSINESS = "id";

/** Whether its answers are looks: all that administrators see of a business for the sake of auditing it. */
export const isWitnessed = ({ access, path }: Pick<Endpoint, "access" | "path">): boolean =>
  access.surface === "audit" && access.by === "admin" && paramsOf(path).includes(BUSINESS);
