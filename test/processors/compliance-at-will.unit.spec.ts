/** Whatever comes in whatever order: verdicts, callbacks, timers, resubmissions, deletions, and what breaks meanwhile. */
import fc from "fast-check";
import { ComplianceWorld } from "../support/compliance-world";

const statuses = ["pending_review", "approved", "rejected", "action_required", "expired"] as const;
/** Each with what it does to the world, and how often it comes compared with the others. */
const moves = {
  say: { weight: 3, with: fc.constantFrom(...statuses) },
  callBack: { weight: 3, with: fc.constant(null) },
  submit: { weight: 2, with: fc.constant(null) },
  hear: { weight: 5, with: fc.constant(null) },
  perform: { weight: 6, with: fc.constantFrom(1, 1, 1, 2) },
  pass: { weight: 4, with: fc.constantFrom(0.02, 1, 12, 80, 200) },
  provider: { weight: 1, with: fc.constantFrom("unavailable", "refused", null) },
  mail: { weight: 1, with: fc.constantFrom("sent", "fails") },
  deleteBusiness: { weight: 1, with: fc.constant(null) },
  restoreBusiness: { weight: 1, with: fc.constant(null) },
} as const;
type Move = {
  [Name in keyof typeof moves]: readonly [
    Name,
    (typeof moves)[Name]["with"] extends fc.Arbitrary<infer Of> ? Of : never,
  ];
}[keyof typeof moves];

const anyMove = fc.oneof(
  ...Object.entries(moves).map(([name, { weight, with: values }]) => ({
    weight,
    arbitrary: (values as fc.Arbitrary<unknown>).map((value) => [name, value] as Move),
  })),
);
const course = fc.array(anyMove, { maxLength: 60 });

async function play(world: ComplianceWorld, [name, value]: Move): Promise<void> {
  if (name === "say") world.reviewers.say(value);
  else if (name === "perform") await world.perform(value);
  else if (name === "pass") world.pass(value);
  else if (name === "provider") world.reviewers.fault = value;
  else if (name === "mail") world.mail = value;
  else world[name]();
}

/** Everything works again, and time goes by. */
async function calmDown(world: ComplianceWorld): Promise<void> {
  world.reviewers.fault = null;
  world.mail = "sent";
  world.restoreBusiness();
  for (let hours = 0; hours < 50; hours += 25) {
    await world.settle();
    world.pass(25);
  }
  await world.settle();
}

const after = async (moved: readonly Move[]): Promise<ComplianceWorld> => {
  const world = ComplianceWorld.open();
  world.submit();
  for (const each of moved) await play(world, each);
  return world;
};
const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);
const typesOf = (world: ComplianceWorld, category: string) => world.recorded(category).map(({ type }) => type);

test("no e-mail goes out twice in an episode, and none that is not true when it goes out", async () => {
  await fc.assert(
    fc.asyncProperty(course, async (moved) => {
      const world = await after(moved);
      await calmDown(world);
      expect(repeated(world.mails.map(({ id }) => id))).toEqual([]);
      expect(world.untrue).toEqual([]);
      expect(typesOf(world, "compliance").filter((type) => type === "ComplianceNoticeSent")).toHaveLength(
        world.mails.length,
      );
    }),
    { numRuns: 300 },
  );
});

test("a status is told of by one alert for each time that it came to be", async () => {
  const told = /^Compliance(Approved|Rejected|ActionRequired|Expired|ReviewReopened)$/;
  await fc.assert(
    fc.asyncProperty(course, async (moved) => {
      const world = await after(moved.filter(([name]) => name !== "deleteBusiness"));
      await calmDown(world);
      const changes = typesOf(world, "compliance").filter((type) => told.test(type));
      expect(typesOf(world, "alerts")).toHaveLength(changes.length);
    }),
    { numRuns: 100 },
  );
});

test("a form is handed in once in its episode, as long as no process dies over it", async () => {
  await fc.assert(
    fc.asyncProperty(course, async (moved) => {
      const world = await after(moved.map((move) => (move[0] === "perform" ? ["perform", 1] : move)));
      await calmDown(world);
      expect(repeated(world.reviewers.handedIn.map(({ episode }) => String(episode)))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test("in the end every registration stands where its reviewers say, and its owner knows", async () => {
  await fc.assert(
    fc.asyncProperty(course, fc.constantFrom(...statuses), async (moved, status) => {
      const world = await after(moved);
      await calmDown(world);
      world.pass(1);
      world.reviewers.say(status);
      world.callBack();
      await calmDown(world);
      expect(world.registration.status).toBe(status);
      if (status !== "pending_review") expect(world.registration.notices).toContain(status);
      const shown = world.reviewers.questions.filter(({ isNew, fault }) => isNew && fault !== "unavailable");
      expect(shown.map(({ episode }) => episode)).toContain(world.registration.episode);
    }),
    { numRuns: 200 },
  );
});
