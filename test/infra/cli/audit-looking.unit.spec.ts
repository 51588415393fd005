/** Which events `audit history` asks for: both of its positions are meant inclusively, and instants as the endpoint takes them. */
import { selectionOf } from "../../../infra/cli/audit/looking";

const INSTANT = "2026-01-01T00:00:00.000Z";

test.each([
  [
    { from: "5", to: "9" },
    { after: 4, until: 9 },
  ],
  [{ from: "1" }, { after: 0 }],
  [{ from: "0" }, { after: 0 }],
  [
    { from: INSTANT, to: "9" },
    { from: INSTANT, until: 9 },
  ],
  [
    { type: "BusinessCreated", to: INSTANT },
    { type: "BusinessCreated", to: INSTANT },
  ],
])("%j selects %j", (asked, selected) => {
  expect(selectionOf(asked)).toEqual(selected);
});
