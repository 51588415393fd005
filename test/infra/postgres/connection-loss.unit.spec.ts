/** Which errors of the database are worth another attempt. */
import { DatabaseError } from "pg";
import { isConnectionLoss } from "../../../infra/postgres/connection-loss";

function answered(state: string): DatabaseError {
  return Object.assign(new DatabaseError("refused", 10, "error"), { code: state });
}

describe("connection loss", () => {
  test.each(["08006", "40001", "40P01", "53300", "57P01", "57P03", "57014", "25006"])(
    "SQLSTATE %s is worth another attempt",
    (state) => {
      expect(isConnectionLoss(answered(state))).toBe(true);
    },
  );

  test.each(["22P05", "23505", "42P01", "42883", "54000"])("SQLSTATE %s is an answer", (state) => {
    expect(isConnectionLoss(answered(state))).toBe(false);
  });

  test.each([
    Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
    new Error("Connection terminated unexpectedly"),
    new Error("Query read timeout"),
    new Error("timeout exceeded when trying to connect"),
  ])("a broken or silent connection is worth another attempt: %s", (error) => {
    expect(isConnectionLoss(error)).toBe(true);
  });

  test("an error of the program is not", () => {
    expect(isConnectionLoss(new TypeError("Cannot read properties of undefined"))).toBe(false);
    expect(isConnectionLoss("Connection terminated")).toBe(false);
  });
});
