/** A phone is texted of the alerts that were chosen, from the business's own number: only one that wrote first, and never after STOP. */
import { createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";
import { approve, customerWrites, haveNumber, type Held } from "../support/texting";
import { settled } from "./settled";

const NOTIFICATIONS = "/api/v1/notifications";
const PHONE = "+14155550123";

let service: TestService;
let api: Api;
let tenant: Tenant;
let number: Held;
beforeAll(async () => {
  service = await startTestService({ settings: { SMS_PROVIDER: "sandbox" } });
  api = createApi(service);
  tenant = await api.tenant();
  const rival = { name: "Fjord Coffee", place_id: "of-texts" };
  await tenant.api.v1.post("/api/v1/competitors", { body: rival });
  await rate(4);
  number = await haveNumber(tenant);
});
afterAll(() => service.close());

async function rate(rating: number): Promise<void> {
  await api.observe(sighting("of-texts", service.clock.now(), { listing: { name: "Fjord", rating } }));
  await settled(service);
}
const chosen = () => ({ phoneNumberId: number.id, to: "(415) 555-0123", alerts: ["competitor.rating_change"] });
const choose = (of = tenant) => of.api.patch(NOTIFICATIONS, { sms: chosen() });
async function texts(): Promise<readonly { readonly body: string; readonly status: string }[]> {
  const { conversations } = expectStatus(await tenant.browser.get("/api/conversations"), 200);
  const [{ id }] = conversations as [{ id: string }];
  const { messages } = expectStatus(await tenant.browser.get(`/api/conversations/${id}/messages`), 200);
  const all = messages as { direction: string; body: string; status: string; automatic: boolean }[];
  return all.filter(({ direction, automatic }) => direction === "outbound" && !automatic);
}
async function untold(): Promise<unknown> {
  const history = await tenant.browser.get("/api/businesses/me/history?type=AlertTextNotSent");
  return (expectStatus(history, 200)["events"] as { data: { reason: string } }[]).map(({ data }) => data.reason);
}

test("a phone is chosen once its number is approved and it has written itself, and by the business whose number it is", async () => {
  const refused = (code: string) => ({ status: 409, json: { code } });
  expect(await choose()).toMatchObject(refused("sms_compliance_pending"));
  await approve(api, tenant, number.id);
  expect(await choose()).toMatchObject({
    ...refused("destination_not_confirmed"),
    json: { phoneNumber: number.phoneNumber },
  });
  await customerWrites(api, { from: PHONE, to: number.phoneNumber, body: "It is me" });
  const told = await eventually(async () => expectStatus(await choose(), 200));
  const sms = { ...chosen(), to: PHONE };
  expect(told["notifications"]).toMatchObject({ sms });
  expect((await tenant.api.v1.get(NOTIFICATIONS)).notifications).toMatchObject({ sms });
  const other = await api.tenant();
  expect(await choose(other)).toMatchObject({ status: 404, json: { code: "phone_number_not_found" } });
});

test("an alert of a chosen kind is texted once, and after STOP none is: that is recorded, and chosen anew it is refused", async () => {
  await rate(4.5);
  await eventually(async () => expect((await texts()).map(({ status }) => status)).toEqual(["delivered"]));
  const [text] = await texts();
  expect(text?.body).toBe("Harbour Café: Fjord: rating changed from 4 to 4.5. Reply STOP to opt out.");
  await customerWrites(api, { from: PHONE, to: number.phoneNumber, body: "STOP" });
  await eventually(async () => expect((await choose()).json).toMatchObject({ code: "recipient_opted_out" }));
  await rate(4.2);
  await eventually(async () => expect(await untold()).toEqual(["recipient_opted_out"]));
  expect(await texts()).toHaveLength(1);
});

test("what was taken back is texted no more, and a service without a provider takes no phone", async () => {
  await customerWrites(api, { from: PHONE, to: number.phoneNumber, body: "START" });
  await eventually(async () => expectStatus(await choose(), 200));
  const { notifications } = await tenant.api.v1.patch(NOTIFICATIONS, { body: { sms: null } });
  expect(notifications).toMatchObject({ sms: null });
  await rate(3.9);
  expect([(await texts()).length, await untold()]).toEqual([1, ["recipient_opted_out"]]);
  await service.stop();
  await service.start({ SMS_PROVIDER: "none" });
  expect(await choose()).toMatchObject({ status: 503, json: { code: "sms_not_configured" } });
});
