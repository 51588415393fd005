/** A body that stands for another request is another body, whatever the ids are that a run happens to draw. */
import { reviewSandboxRegistration } from "../../commands/messaging/review-sandbox-registration";
import { otherBody } from "./requests";

test.each(Array.from("0123456789abcdef"))(
  "the other body of one whose id ends in %s is another one that is taken",
  (last) => {
    const body = { registrationId: `0196f1d2-6c1e-7b7e-9d53-41c0de5a7e0${last}`, status: "approved" };
    const other = otherBody(reviewSandboxRegistration, body);
    expect(other).not.toEqual(body);
    expect(reviewSandboxRegistration.body?.safeParse(other).success).toBe(true);
  },
);
