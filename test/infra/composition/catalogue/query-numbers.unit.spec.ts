/** Numbers in queries and paths have one form and bounds, and what is refused is told which; what stands where nothing is said, the document tells. */
import { z } from "zod";
import { serviceDocument } from "../../../../infra/composition/catalogue/document";
import { endpoints } from "../../../../infra/composition/catalogue/endpoints";

/** Within the bounds of every number that is asked for. */
const NUMBER = 60;

const numbers = endpoints.flatMap(({ id, query, params }) =>
  [query, params].flatMap((part) =>
    Object.entries(part?.shape ?? {})
      .filter(([, member]) => (member as z.ZodType).safeParse(String(NUMBER)).data === NUMBER)
      .map(([name, member]) => ({ id, name, member: member as z.ZodType })),
  ),
);

test("queries ask for numbers at many places", () => {
  expect(numbers.length).toBeGreaterThan(25);
  expect(numbers.map(({ name }) => name)).toEqual(expect.arrayContaining(["latitude", "longitude", "radius", "limit"]));
});

const otherForms = ["", " ", "0x3c", "0b111100", "6e1", " 60 ", "+60", "060", "60.", ".6e2", "Infinity", "NaN", "true"];

test.each(otherForms)("no number is read from %p", (form) => {
  expect(
    numbers.filter(({ member }) => member.safeParse(form).success).map(({ id, name }) => `${id}: ${name}`),
  ).toEqual([]);
});

test("a coordinate is a decimal, of either sign, within its bounds", () => {
  const { member: latitude } = numbers.find(({ name }) => name === "latitude") ?? { member: z.never() };
  const read = (text: string) => latitude.safeParse(text).data;
  expect(["59.913", "-0.5", "0", "-0.0", "90", "-90.000"].map(read)).toEqual([59.913, -0.5, 0, 0, 90, -90]);
  expect(["90.1", "-91", "59,9", "1.2.3", "--1"].map(read)).toEqual(Array(5).fill(undefined));
});

test("a number out of its bounds is told the bound, and only what is no number is told that it is none", () => {
  // None where a query brings whatever it is asked for into its bounds.
  const sentences = (text: string) =>
    [...new Set(numbers.flatMap(({ member }) => member.safeParse(text).error?.issues[0]?.message ?? []))].sort();
  expect(sentences("soon")).toEqual(["Expected a decimal number", "Expected a whole number in digits"]);
  const [below, above] = [sentences("-1000000"), sentences("1000000000")];
  expect(above).toEqual(expect.arrayContaining(["Too big: expected number to be <=100"]));
  expect(below.filter((one) => !/^Too small: expected number to be >=-?\d+$/.test(one))).toEqual([]);
  expect(above.filter((one) => !/^Too big: expected number to be <=\d+$/.test(one))).toEqual([]);
});

test("the document tells what a query asks for where it says nothing", () => {
  interface Parameter {
    readonly name?: string;
    readonly in?: string;
    readonly schema?: { readonly default?: string | number };
  }
  const { paths } = serviceDocument() as { paths: Record<string, Record<string, { parameters?: Parameter[] }>> };
  const told = endpoints.flatMap(({ id, method, path, query }) =>
    Object.entries(query?.shape ?? {}).flatMap(([name, schema]) => {
      const unsaid = (schema as z.ZodType).safeParse(undefined).data;
      const { parameters = [] } = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()] ?? {};
      const written = parameters.find((one) => one.in === "query" && one.name === name)?.schema?.default;
      const sent = written === undefined ? undefined : (schema as z.ZodType).safeParse(String(written)).data;
      return unsaid === undefined && written === undefined ? [] : [{ name: `${id}: ${name}`, unsaid, sent }];
    }),
  );
  expect(told.filter(({ unsaid, sent }) => unsaid !== sent)).toEqual([]);
  expect(told.length).toBeGreaterThan(35);
});
