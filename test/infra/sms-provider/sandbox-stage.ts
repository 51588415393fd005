/** The stand-in of a messaging provider on a database of a test's own, with a receiver that takes its callbacks as the service does. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createIds } from "../../../infra/ids/ids";
import { createSandbox, type SmsSandbox } from "../../../infra/sms-provider/sandbox/sandbox";
import type { SignedRequest } from "../../../infra/http/signed-request";
import {
  SmsProviderError,
  type OutgoingSms,
  type SubmittedRegistration,
  type WantedNumber,
} from "../../../infra/sms-provider/sms-provider";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { TravellingClock } from "../../support/travelling-clock";

export const PUBLIC_URL = "https://service.example/lbi";
export const CUSTOMER = "+14155550123";

export interface SandboxStage {
  readonly sandbox: SmsSandbox;
  readonly database: TestDatabase;
  readonly clock: TravellingClock;
  readonly receiver: CallbackReceiver;
  /** What the log was warned of. */
  readonly warnings: readonly unknown[];
  /** Another one on the same tables, which makes no callbacks. */
  another(): SmsSandbox;
  /** Begins and ends making callbacks; it has begun. */
  listen(): void;
  deafen(): Promise<void>;
  /** What is kept of a business, by table. */
  kept(businessId: string): Promise<Readonly<Record<string, number>>>;
  /** The callbacks that came in and hold these words. */
  callbacksWith(words: string): readonly SignedRequest[];
  close(): Promise<void>;
}

export async function sandboxStage(): Promise<SandboxStage> {
  const database = await createTestDatabase();
  const receiver = await openReceiver();
  const clock = new TravellingClock();
  const warnings: unknown[] = [];
  const another = (): SmsSandbox =>
    createSandbox({
      ...{ pool: database.pool, clock, ids: createIds(clock), masterKey: Buffer.alloc(32, 3), publicUrl: PUBLIC_URL },
      logger: { warn: (...said: unknown[]) => warnings.push(said) } as never,
      reviewedPath: "/api/compliance/status-callback",
    });
  const sandbox = another();
  let end = sandbox.listening(receiver.url);
  return {
    ...{ sandbox, database, clock, receiver, warnings, another },
    listen: () => void (end = sandbox.listening(receiver.url)),
    deafen: () => end(),
    async kept(businessId) {
      const counted = ["numbers", "registrations", "messages", "callbacks"].map(async (table) => {
        const sql = `SELECT count(*) AS count FROM operational.sandbox_${table} WHERE business_id = $1`;
        const { rows } = await database.pool.query<{ count: number }>(sql, [businessId]);
        return [table, rows[0]?.count ?? 0] as const;
      });
      return Object.fromEntries(await Promise.all(counted));
    },
    callbacksWith: (words) => receiver.taken.filter(({ body }) => body.includes(words)),
    async close() {
      await end();
      await receiver.close();
      await database.drop();
    },
  };
}

/** Takes what is posted, as the service's provider endpoints do. */
interface CallbackReceiver {
  readonly url: string;
  readonly taken: SignedRequest[];
  /** Answered instead of 204. */
  refuseWith: number | null;
  close(): Promise<void>;
}

async function openReceiver(): Promise<CallbackReceiver> {
  const taken: SignedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url = "", headers } = request;
      const body = Buffer.concat(chunks).toString();
      taken.push({ url: `${PUBLIC_URL}${url}`, headers: headers as Record<string, string>, body });
      response.writeHead(opened.refuseWith ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const opened: CallbackReceiver = {
    ...{ url: `http://127.0.0.1:${port}`, taken, refuseWith: null },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return opened;
}

let made = 0;
const next = (what: string): string => `${what}-${(made += 1)}`;

export function wantedNumber(more: Partial<WantedNumber> = {}): WantedNumber {
  const phoneNumberId = next("number");
  const inboundUrl = `${PUBLIC_URL}/api/sms/inbound?business=b-1&number=${phoneNumberId}`;
  return { phoneNumberId, businessId: "b-1", kind: "toll_free", country: "US", areaCode: null, inboundUrl, ...more };
}

export const outgoing = (from: string, more: Partial<OutgoingSms> = {}): OutgoingSms => ({
  ...{ messageId: next("message"), businessId: "b-1", from, to: CUSTOMER, body: "Your table is ready." },
  ...{
    statusUrl: `${PUBLIC_URL}/api/sms/status?business=b-1&message=m-1`,
    firstTriedAt: null,
    knownProviderIds: [],
    ...more,
  },
});

/** A number's registration as it is handed in first. The stand-in does not look at the form. */
export async function submission(
  { provider }: Pick<SmsSandbox, "provider">,
  kind: SubmittedRegistration["kind"],
  businessId = "b-1",
): Promise<SubmittedRegistration> {
  const had = await provider.provisionNumber(wantedNumber({ businessId }));
  const form = {} as SubmittedRegistration["form"];
  return {
    registrationId: next("registration"),
    businessId,
    episode: 1,
    kind,
    form,
    references: {},
    isNew: true,
    ...had,
  };
}

/** What a provider's method failed with, in the words of the port. */
export const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof SmsProviderError ? error.fault : String(error)),
  );
