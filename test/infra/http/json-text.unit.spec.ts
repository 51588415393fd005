import { faultInJson } from "../../../infra/http/json-text";

const fault = (text: string) => {
  JSON.parse(text);
  return faultInJson(text);
};
const message = (text: string) => fault(text)?.message;

describe("faults in JSON text", () => {
  it("plain text has none, whatever its strings look like", () => {
    for (const text of [
      '{"a":"\\\\","b":"\\"","c":[",","}","{",":"],"d":{"a":1}}',
      '"\\\\\\""',
      '["a:","\\n\\t/"]',
      "12",
    ])
      expect(fault(text)).toBeUndefined();
  });

  it("a member given twice is found however its name is written, at the path of its object", () => {
    expect(fault('{"list":[{},{"a":1,"\\u0061":2}]}')).toEqual({
      path: "list.1.a",
      message: "The member is given twice.",
    });
    expect(message('{"a\\\\":1,"a\\\\":2}')).toBe("The member is given twice.");
    expect(message('{"a":{"a":1},"b":{"a":2}}')).toBeUndefined();
    expect(message('{"a" : "a", "b":"a"}')).toBeUndefined();
  });

  it("members that would reach an object's prototype or be taken for a sealed field are found, also in escapes", () => {
    for (const name of ["__proto__", "constructor", "\\u005f_proto__", "$sealed", "\\u0024sealed"])
      expect(message(`{"${name}":1}`)).toBe("A member of this name is not allowed.");
  });

  it("characters that no store holds are found in names and in values, escaped or not", () => {
    for (const text of ['"\\u0000"', '"\\ud800"', '"\\udc00 \\ud83d"', '["x","a\ud800"]', '{"\\u0000":1}'])
      expect(message(text)).toBe("Holds a character that cannot be stored.");
    for (const text of ['"\\ud83d\\ude00"', '"\u{1f600}"', '"\\\\u0000"']) expect(message(text)).toBeUndefined();
  });

  it("numbers past a double's are found at their path, however they are written, and in no string", () => {
    const message = "Is no finite number.";
    const digits = (count: number) => "9".repeat(count);
    for (const number of ["1e999", "-1E+309", "1.5e0400", digits(310), `${digits(210)}.5e99`, `-${digits(309)}`]) {
      expect(fault(`{"a":[1e308,{"b":${number}}]}`)).toEqual({ path: "a.1.b", message });
      expect(fault(number)).toEqual({ path: "", message });
      expect(fault(` [0 , ${number} ] `)).toEqual({ path: "1", message });
    }
    for (const number of ["1e308", "1e-999", "-0", "1e0000", digits(300), `0.${digits(400)}`, `"1e999"`])
      expect(fault(`{"1e999":[${number},1e100,null,true,${number}]}`)).toBeUndefined();
  });

  it("nesting has a bound", () => {
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    expect(message(nested(32))).toBeUndefined();
    expect(message(nested(33))).toBe("Nested deeper than 32 levels.");
  });
});
