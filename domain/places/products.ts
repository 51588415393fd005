/** Which products are one and the same: they have no ids, so a name in a currency stands for one. */
import type { Observation } from "./observation";

export type Product = NonNullable<Observation["products"]>[number];

export const productKey = ({ productName, currency }: Product): string => JSON.stringify([productName, currency]);
