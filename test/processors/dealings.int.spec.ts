/** What is to be published or asked is acted on once, by what there is for it, and whoever wanted it hears how that went. */
import { accounts, register, setPlan } from "../../domain/accounts";
import { businesses, create, requestDeletion } from "../../domain/businesses";
import { conversations } from "../../domain/conversations";
import type { Aggregate, Decision } from "../../domain/fold/aggregate";
import type { AnyEvent } from "../../domain/fold/event";
import { isRefusal } from "../../domain/fold/refusal";
import { keywordOf } from "../../domain/opt-out-words";
import { receive } from "../../domain/receiving";
import { chooseNotifications, notifications } from "../../domain/notifications";
import { quotas } from "../../domain/plans";
import { requestReview, reviewRequests, unsubscribe } from "../../domain/review-requests";
import { schedulePost, socialPosts } from "../../domain/social-posts";
import { aggregates } from "../../infra/composition/catalogue/aggregates";
import type { Mail } from "../../infra/mail/mailer";
import type { Effect } from "../../infra/process-manager/process-manager";
import { noPublisher, PostRefused, type OutgoingPost, type PostPublisher } from "../../infra/publishing/post-publisher";
import { askingEffects } from "../../processors/ask-for-review";
import { mailAlert } from "../../processors/mail-alert";
import { postingEffects } from "../../processors/publish-post";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { contextOf, createFoldKernel } from "../support/fold-kernel";
import { profileOf } from "../support/profile";

const now = new Date("2026-03-01T12:00:00.000Z");
const allowance = { now: now.toISOString(), quota: 1_000, waitingMax: 1_000 };
let database: TestDatabase;
let kernel: ReturnType<typeof createFoldKernel>;
let made = 0;
beforeAll(async () => {
  database = await createTestDatabase({ connectionsMax: 4 });
  kernel = createFoldKernel(database, { aggregates });
  await happens(accounts, "a1", register({ accountId: "a1", email: "ada@example.com", name: "Ada" }));
  await happens(accounts, "a1", setPlan("a1", "growth"));
});
afterAll(async () => {
  await kernel.log.close();
  await database.drop();
});

async function happens<State, Event extends AnyEvent>(
  aggregate: Aggregate<State, Event>,
  owner: string,
  decide: Decision<State, Event>,
): Promise<void> {
  const executed = await kernel.runner.execute(aggregate, owner, decide, contextOf(`command-${(made += 1)}`));
  if (isRefusal(executed)) throw new Error(executed.message);
}

/** A business of its own for each test. */
async function business(): Promise<{ readonly businessId: string; readonly accountId: string }> {
  const owner = { businessId: `b${(made += 1)}`, accountId: "a1" };
  await happens(businesses, owner.businessId, create({ ...owner, profile: profileOf(), placeId: null }));
  return owner;
}

async function perform(effect: Effect | undefined, payload: object, mine = true): Promise<unknown> {
  const id = `intent-${(made += 1)}`;
  const cause = { intentId: id, causationId: id, correlationId: id, instance: "i1", position: 0, attempt: 1 };
  return effect?.({ ...payload }, { ...cause, firstTriedAt: null, now, stillMine: () => Promise.resolve(mine) });
}

const typesOf = async (category: string, owner: string): Promise<readonly string[]> =>
  (await kernel.log.readStream(`${category}-${owner}`)).map(({ type, data }) => {
    const { reason = "" } = data as { reason?: string };
    return `${type} ${reason}`.trim();
  });

describe("a post whose moment has come", () => {
  const scheduled = async () => {
    const owner = await business();
    for (const postId of ["p0", "p1"]) {
      const text = postId === "p1" ? "Buns" : "Bread";
      const post = { ...owner, postId, platform: "facebook", text, contentId: null, publishAt: allowance.now } as const;
      await happens(socialPosts, owner.businessId, schedulePost(post, allowance));
    }
    return { businessId: owner.businessId, postId: "p1", revision: 1 };
  };
  /** The other one waits still. */
  const SCHEDULED = ["SocialPostScheduled", "SocialPostScheduled"];
  const publisherOf = (publish: PostPublisher["publish"]): PostPublisher => ({ platforms: ["facebook"], publish });

  test("is handed over once, and its business hears what the platform calls it", async () => {
    const intent = await scheduled();
    const asked: OutgoingPost[] = [];
    const publisher = publisherOf((post) => {
      asked.push(post);
      return Promise.resolve({ platformPostId: "x1" });
    });
    const { publish_post: publish } = postingEffects({ ...kernel, publisher });
    await perform(publish, intent);
    await perform(publish, intent);
    const { businessId, postId } = intent;
    expect(asked).toEqual([{ businessId, postId, platform: "facebook", text: "Buns", firstTriedAt: null }]);
    expect(await typesOf("socialposts", intent.businessId)).toEqual([...SCHEDULED, "SocialPostPublished"]);
  });

  test.each([
    ["that nothing publishes", noPublisher, "not_configured"],
    ["that its platform refuses", publisherOf(() => Promise.reject(new PostRefused("No."))), "refused"],
  ])("and %s is told so", async (_what, publisher, reason) => {
    const intent = await scheduled();
    await perform(postingEffects({ ...kernel, publisher })["publish_post"], intent);
    expect(await typesOf("socialposts", intent.businessId)).toEqual([...SCHEDULED, `SocialPostNotPublished ${reason}`]);
  });

  test("is tried again where the platform cannot be reached, and by nobody who does not hold it", async () => {
    const intent = await scheduled();
    const failing = publisherOf(() => Promise.reject(new Error("Out of reach.")));
    const { publish_post: publish } = postingEffects({ ...kernel, publisher: failing });
    await expect(perform(publish, intent)).rejects.toThrow("Out of reach.");
    await expect(perform(publish, intent, false)).rejects.toThrow("seen to elsewhere");
    expect(await typesOf("socialposts", intent.businessId)).toEqual(SCHEDULED);
    await perform(postingEffects({ ...kernel, publisher: failing })["give_up_post"], intent);
    expect(await typesOf("socialposts", intent.businessId)).toContain("SocialPostNotPublished gave_up");
  });

  test("of a deleted business is not published", async () => {
    const intent = await scheduled();
    await happens(businesses, intent.businessId, requestDeletion(allowance.now));
    const publisher = publisherOf(() => Promise.resolve({ platformPostId: "x1" }));
    await perform(postingEffects({ ...kernel, publisher })["publish_post"], intent);
    expect(await typesOf("socialposts", intent.businessId)).toContain("SocialPostNotPublished business_deleted");
  });
});

describe("a customer who is to be asked for a review", () => {
  const PHONE = "+12025550143";
  const unsubscribeUrl = (requestId: string) => `https://service.example/unsubscribe/${requestId}`;
  const requested = async (channel: "email" | "sms" = "email") => {
    const owner = await business();
    const person = ["kari@example.com", PHONE];
    const said = { subject: "How was it?", text: "Tell us", person, contactId: null };
    const way = { channel, recipient: "kari@example.com", phoneNumberId: null, delivery: "queued" } as const;
    await happens(
      reviewRequests,
      owner.businessId,
      requestReview({ ...owner, requestId: "r1", ...said, ...way }, allowance),
    );
    return { ...owner, requestId: "r1", revision: 0 };
  };
  const mailing = (send: (mail: Mail) => Promise<"sent" | "kept" | "refused">, configured = true) =>
    askingEffects({ ...kernel, mailer: { configured, send }, unsubscribeUrl })["ask_for_review"];

  test("gets one e-mail, by whose id it is known again", async () => {
    const intent = await requested();
    const mails: Mail[] = [];
    const ask = mailing((mail) => {
      mails.push(mail);
      return Promise.resolve("sent");
    });
    await perform(ask, intent);
    await perform(ask, intent);
    const { businessId } = intent;
    const url = unsubscribeUrl("r1");
    const text = { to: "kari@example.com", subject: "How was it?", text: `Tell us\n\nTo be asked no more: ${url}` };
    expect(mails).toEqual([{ id: "review-request-r1", businessId, ...text, unsubscribeUrl: url }]);
    expect(await typesOf("reviewrequests", businessId)).toEqual(["ReviewRequested", "ReviewRequestSent"]);
  });

  test.each(["email", "sms"] as const)("gets none by %s who wanted no more before it went", async (channel) => {
    const { accountId, ...intent } = await requested(channel);
    const { businessId } = intent;
    const asked = { businessId, accountId, requestId: "r1", recipient: "kari@example.com" };
    await happens(reviewRequests, businessId, unsubscribe(asked));
    await perform(
      mailing(() => Promise.reject(new Error("Nothing is to be sent."))),
      intent,
    );
    expect(await typesOf("reviewrequests", businessId)).toContain("ReviewRequestFailed recipient_opted_out");
  });

  test("gets none who wrote STOP from a number of theirs before it went", async () => {
    const { accountId, ...intent } = await requested();
    const { businessId } = intent;
    const ids = { businessId, accountId, conversationId: "c1", phoneNumberId: "n1", provider: "sandbox" as const };
    const message = { messageId: "m1", providerMessageId: "in-m1", customerPhone: PHONE, mediaCount: 0 };
    const stop = { ...ids, ...message, body: "STOP", keyword: keywordOf("STOP") };
    await happens(conversations, businessId, receive(stop, allowance.now, null));
    await perform(
      mailing(() => Promise.reject(new Error("Nothing is to be sent."))),
      intent,
    );
    expect(await typesOf("reviewrequests", businessId)).toContain("ReviewRequestFailed recipient_opted_out");
  });

  test("gets none where no server is configured any more, and that is told", async () => {
    const intent = await requested();
    await perform(
      mailing(() => Promise.reject(new Error("Nothing is to be sent.")), false),
      intent,
    );
    expect(await typesOf("reviewrequests", intent.businessId)).toContain("ReviewRequestFailed not_configured");
  });

  test("is tried again while the server fails", async () => {
    const intent = await requested();
    const failing = mailing(() => Promise.reject(new Error("Out of reach.")));
    await expect(perform(failing, intent)).rejects.toThrow("Out of reach.");
    expect(await typesOf("reviewrequests", intent.businessId)).toEqual(["ReviewRequested"]);
  });

  test("gets no text message from a number that is not in use any more", async () => {
    const intent = await requested("sms");
    await perform(
      mailing(() => Promise.resolve("sent")),
      intent,
    );
    expect(await typesOf("reviewrequests", intent.businessId)).toContain("ReviewRequestFailed number_not_usable");
  });
});

test("of alerts raised at once no more are mailed than the plan allows in a day, whoever mails them", async () => {
  await happens(accounts, "a2", register({ accountId: "a2", email: "bo@example.com", name: "Bo" }));
  const owner = { businessId: `b${(made += 1)}`, accountId: "a2" };
  await happens(businesses, owner.businessId, create({ ...owner, profile: profileOf(), placeId: null }));
  const type = "competitor.rating_change";
  await happens(notifications, owner.businessId, chooseNotifications(owner, { email: { alerts: [type] } }));
  const sent = new Set<string>();
  const limit = quotas.free.alertMailsPerDay;
  const alerts = Array.from({ length: limit + 6 }, (_none, at) => `al${at}`);
  // Every mail is on its way until it is decided of each alert, so that none can be counted by its end.
  let undecided = alerts.length;
  let letGo: () => void = () => undefined;
  const decided = new Promise<void>((resolve) => (letGo = resolve));
  const decideOne = (): void => {
    if ((undecided -= 1) === 0) letGo();
  };
  const send = async ({ id }: Mail): Promise<"sent"> => {
    sent.add(id);
    decideOne();
    await decided;
    return "sent";
  };
  const silent = { warn: () => undefined, error: () => undefined };
  const unsubscribeUrl = (businessId: string) => `https://service.example/unsubscribe/${businessId}`;
  const effect = mailAlert({ runner: kernel.runner, mailer: { send }, logger: silent, unsubscribeUrl });
  const raised = { ...owner, type, title: "Rating changed", raisedAt: allowance.now, tries: 0 };
  const outcomes = await Promise.all(
    alerts.map(async (alertId) => {
      const { outcome } = (await perform(effect, { ...raised, alertId })) as { outcome: string };
      if (outcome !== "sent") decideOne();
      return outcome;
    }),
  );
  expect(sent.size).toBe(limit);
  expect(outcomes.filter((outcome) => outcome === "enough_today")).toHaveLength(6);
});
