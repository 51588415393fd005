import { createHmac } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { newWebhookSecret, signDelivery, webhookSecretKey } from "../../../infra/outbound/signature";
import { presentSeconds } from "../../support/receiver-log";
import { webhookVectors } from "../../support/webhook-vectors";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const vector = {
  secrets: [secret],
  deliveryId: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  eventType: "competitor.rating_change",
};
const bytes = (fill: number) => (size: number) => Buffer.alloc(size, fill);

describe("the webhook signature", () => {
  it("agrees with the published Standard Webhooks vector", () => {
    expect(signDelivery(vector)["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  test.each(webhookVectors)("has the headers that clients are tested with: $name", ({ headers, ...delivery }) => {
    expect(signDelivery(delivery)).toEqual(headers);
  });

  it("signs timestamp and body with the secret as shown for the service's own header", () => {
    const expected = createHmac("sha256", secret).update('1614265330.{"test": 2432232314}').digest("hex");
    expect(signDelivery(vector)["X-Service-Signature"]).toBe(`sha256=${expected}`);
  });

  it("names delivery, event and time in the headers of both kinds", () => {
    expect(signDelivery(vector)).toMatchObject({
      "X-Service-Delivery": vector.deliveryId,
      "X-Service-Event": "competitor.rating_change",
      "X-Service-Timestamp": "1614265330",
      "webhook-id": vector.deliveryId,
      "webhook-timestamp": "1614265330",
    });
  });

  it("is verified by the foreign library for any body and secret, given as text or as bytes", () => {
    const secrets = fc
      .uint8Array({ minLength: 24, maxLength: 64 })
      .map((key) => `whsec_${Buffer.from(key).toString("base64")}`);
    fc.assert(
      fc.property(secrets, fc.uuid(), fc.json(), (anySecret, deliveryId, body) => {
        const timestamp = presentSeconds();
        const headers = signDelivery({ ...vector, secrets: [anySecret], deliveryId, timestamp, body });
        expect(new Webhook(anySecret).verify(body, headers)).toEqual(JSON.parse(body));
        expect(
          signDelivery({ ...vector, secrets: [anySecret], deliveryId, timestamp, body: Buffer.from(body) }),
        ).toEqual(headers);
      }),
    );
  });

  it("is verified with the old and with the new secret while a rotation overlaps", () => {
    const [newer, older] = [newWebhookSecret(bytes(1)), newWebhookSecret(bytes(2))];
    const timestamp = presentSeconds();
    const headers = signDelivery({ ...vector, secrets: [newer, older], timestamp });
    for (const held of [newer, older]) {
      expect(new Webhook(held).verify(vector.body, headers)).toEqual({ test: 2432232314 });
      const own = createHmac("sha256", held)
        .update(`${String(timestamp)}.${vector.body}`)
        .digest("hex");
      expect(headers["X-Service-Signature"].split(",")).toContain(`sha256=${own}`);
    }
    expect(() => new Webhook(newWebhookSecret(bytes(3))).verify(vector.body, headers)).toThrow(
      "No matching signature found",
    );
  });

  it("changes with every part that is signed", () => {
    const others = [
      { ...vector, body: "{}" },
      { ...vector, timestamp: 1614265331 },
      { ...vector, secrets: [newWebhookSecret(bytes(9))] },
    ];
    const signatures = [vector, ...others].map((delivery) => signDelivery(delivery));
    expect(new Set(signatures.map((headers) => headers["X-Service-Signature"])).size).toBe(4);
    expect(new Set(signatures.map((headers) => headers["webhook-signature"])).size).toBe(4);
  });

  it("makes secrets of 32 random bytes with the documented prefix", () => {
    const made = newWebhookSecret(bytes(7));
    expect(made).toBe(`whsec_${Buffer.alloc(32, 7).toString("base64")}`);
    expect(webhookSecretKey(made)).toEqual(Buffer.alloc(32, 7));
  });

  test.each([
    ["another prefix", `secret${Buffer.alloc(32).toString("base64")}`],
    ["too short", "whsec_AAAA"],
    ["too long", `whsec_${Buffer.alloc(65).toString("base64")}`],
    ["not base64", `whsec_!${Buffer.alloc(32).toString("base64")}`],
    ["empty", ""],
  ])("refuses to sign with a secret that is malformed: %s", (_, malformed) => {
    expect(() => signDelivery({ ...vector, secrets: [malformed] })).toThrow("A webhook secret is whsec_");
  });

  it("refuses to sign without a secret, with a time in fractions, or with an ambiguous id", () => {
    expect(() => signDelivery({ ...vector, secrets: [] })).toThrow("at least one secret");
    expect(() => signDelivery({ ...vector, timestamp: 1.5 })).toThrow("whole seconds");
    expect(() => signDelivery({ ...vector, deliveryId: "a.b" })).toThrow("has no dot");
  });
});
