/** What the stand-in of Twilio has in store: it makes, changes, lists and removes resources, and refuses what Twilio refuses. */
import { fieldName, resourceKinds, type Fields, type ResourceKind } from "./twilio-stand-in-resources";

export interface TwilioAnswer {
  readonly status: number;
  readonly body?: unknown;
}
export interface Resource {
  readonly sid: string;
  /** Of the collection that it is in, with the product, such as `/messaging/v1/Services`. */
  readonly collection: string;
  readonly fields: Fields;
}

export interface TwilioRequest {
  readonly method: string;
  readonly product: string;
  /** Without `.json`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}

/** An error in Twilio's published form. */
export function twilioError(status: number, code: number, message: string): TwilioAnswer {
  return { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } };
}

const PAGING = new Set(["Page", "PageSize", "PageToken", "SmsEnabled", "AreaCode"]);

export class TwilioWorld {
  readonly resources: Resource[] = [];
  /** To be had. */
  numbers: string[] = [];
  /** Were to be had a moment ago. */
  readonly taken = new Set<string>();
  readonly optedOut = new Set<string>();
  #made = 0;

  constructor(private readonly now: () => Date) {}

  answer(request: TwilioRequest): TwilioAnswer {
    const { method, product, path } = request;
    if (/\/AvailablePhoneNumbers\/(US|CA)\/(TollFree|Local)$/.test(path)) return this.#available(request);
    const kind = resourceKinds.find((known) => known.product === product && known.path.test(path));
    const collection = `/${product}${path}`;
    if (kind !== undefined)
      return method === "POST" ? this.#make(kind, collection, request) : this.#list(kind, collection, request);
    const one = this.resources.find((known) => `${known.collection}/${known.sid}` === collection);
    if (one === undefined) return twilioError(404, 20404, `The requested resource ${path} was not found`);
    if (method === "GET") return { status: 200, body: one.fields };
    if (method === "POST") return this.#update(one, request);
    this.resources.splice(this.resources.indexOf(one), 1);
    return { status: 204 };
  }

  of(collection: string): readonly Resource[] {
    return this.resources.filter((one) => one.collection.endsWith(collection));
  }

  #available({ query }: TwilioRequest): TwilioAnswer {
    const code = query.get("AreaCode");
    const numbers = this.numbers.filter((number) => code === null || number.startsWith(`+1${code}`));
    return {
      status: 200,
      body: { available_phone_numbers: numbers.map((phone_number) => ({ phone_number })), uri: "" },
    };
  }

  #make(kind: ResourceKind, collection: string, { form }: TwilioRequest): TwilioAnswer {
    const missing = kind.required.find((name) => !form.has(name));
    if (missing !== undefined) return twilioError(400, 20001, `Missing required parameter ${missing} in the post body`);
    const refusal = this.#refusal(kind, collection, form);
    if (refusal !== undefined) return refusal;
    const parent = /([A-Z]{2}[0-9a-f]{32})\/[A-Za-z0-9/]+$/.exec(collection)?.[1];
    // A number in a service is the number itself.
    const sid = form.get("PhoneNumberSid") ?? this.#sid(kind.sid);
    const evaluated = kind.sid === "EL" && parent !== undefined ? this.#evaluate(collection, parent) : {};
    const dates = { date_created: this.#date(kind), date_updated: this.#date(kind) };
    const fields = { sid, ...dates, ...kind.asNew, ...fieldsOf(kind, form), ...evaluated };
    this.resources.push({ sid, collection, fields });
    return { status: 201, body: fields };
  }

  #update(one: Resource, { form }: TwilioRequest): TwilioAnswer {
    const kind = resourceKinds.find(({ product, path }) => path.test(one.collection.slice(product.length + 1)));
    if (kind === undefined) throw new Error(`The stand-in cannot update ${one.collection}.`);
    if (kind.sid === "HH" && (one.fields["status"] !== "TWILIO_REJECTED" || one.fields["edit_allowed"] !== true))
      return twilioError(400, 20001, "The verification cannot be edited");
    if (kind.sid === "BN" && one.fields["status"] !== "FAILED")
      return twilioError(400, 60723, "Brand status does not allow updates");
    Object.assign(one.fields, { date_updated: this.#date(kind) }, kind.onUpdate, fieldsOf(kind, form));
    return { status: kind.sid === "BN" ? 202 : 200, body: one.fields };
  }

  #list(kind: ResourceKind, collection: string, { query, path, product }: TwilioRequest): TwilioAnswer {
    const filters = [...query].filter(([name]) => !PAGING.has(name));
    const all = this.resources
      .filter((one) => one.collection === collection)
      .filter(({ fields }) => filters.every(([name, value]) => fields[fieldName(name)] === value))
      .map(({ fields }) => fields)
      .reverse();
    const [page, size] = [Number(query.get("Page") ?? 0), Number(query.get("PageSize") ?? 50)];
    const items = { [kind.items]: all.slice(page * size, (page + 1) * size) };
    const following = new URLSearchParams(query);
    following.set("Page", String(page + 1));
    const next = all.length > (page + 1) * size ? `?${following.toString()}` : null;
    if (product === "api") {
      const uri = next === null ? null : `${path}.json${next}`;
      return { status: 200, body: { ...items, page, page_size: size, next_page_uri: uri, uri: `${path}.json` } };
    }
    const url = next === null ? null : `https://${product}.twilio.com${path}${next}`;
    return { status: 200, body: { ...items, meta: { key: kind.items, page, page_size: size, next_page_url: url } } };
  }

  #refusal(kind: ResourceKind, collection: string, form: URLSearchParams): TwilioAnswer | undefined {
    const stands = (parameter: string) => this.#find(form.get(parameter))?.fields["status"];
    if (kind.items === "incoming_phone_numbers" && this.taken.has(form.get("PhoneNumber") ?? ""))
      return twilioError(400, 21422, "Phone number is not available");
    if (kind.sid === "SM" && this.optedOut.has(form.get("To") ?? ""))
      return twilioError(400, 21610, "Attempt to send to unsubscribed recipient");
    const bundles = ["CustomerProfileBundleSid", "A2PProfileBundleSid"];
    if (kind.sid === "BN" && bundles.some((bundle) => stands(bundle) !== "twilio-approved"))
      return twilioError(400, 21701, "The bundles of a brand have to be approved");
    if (kind.sid === "QE" && stands("BrandRegistrationSid") !== "APPROVED")
      return twilioError(400, 21713, "The brand of a campaign has to be approved");
    const isThere = this.resources.some((one) => one.collection === collection);
    if (kind.sid === "QE" && isThere) return twilioError(409, 21717, "The service has a campaign already");
    return undefined;
  }

  /** As the policies of the published guides want it, by the types of what is in the bundle. */
  #evaluate(collection: string, bundle: string): Fields {
    const inside = this.of(`${bundle}/EntityAssignments`).map(({ fields }) => String(fields["object_sid"]));
    const types = inside.map((sid) => this.#find(sid)?.fields["type"] ?? sid.slice(0, 2));
    const isProfile = collection.includes("CustomerProfiles");
    const isSole = this.#find(bundle)?.fields["policy_sid"] !== (isProfile ? STANDARD_PROFILE : STANDARD_TRUST);
    const person = isSole ? ["starter_customer_profile_information"] : STANDARD_USERS;
    const trust = isSole ? "sole_proprietor_information" : "us_a2p_messaging_profile_information";
    const wanted = isProfile ? [...person, "customer_profile_address", "BU"] : [trust, "BU"];
    const missing = wanted.filter((type) => !types.includes(type));
    const results = missing.map((type) => ({
      friendly_name: type,
      passed: false,
      failure_reason: `${type} is missing`,
      error_code: 22216,
    }));
    return { status: missing.length === 0 ? "compliant" : "noncompliant", results };
  }

  #find(sid: string | null): Resource | undefined {
    return this.resources.find((one) => one.sid === sid && !one.collection.endsWith("/PhoneNumbers"));
  }

  #sid(kind: string): string {
    this.#made += 1;
    return `${kind}${this.#made.toString(16).padStart(32, "0")}`;
  }

  #date({ product }: ResourceKind): string {
    const now = this.now();
    return product === "api" ? now.toUTCString().replace("GMT", "+0000") : `${now.toISOString().slice(0, 19)}Z`;
  }
}

const STANDARD_PROFILE = "RNdfbf3fae0e1107f8aded0e7cead80bf5";
const STANDARD_TRUST = "RNb0d4771c2c98518d916a3d4cd70a8f8b";
const STANDARD_USERS = ["customer_profile_business_information", "authorized_representative_1"];

function fieldsOf(kind: ResourceKind, form: URLSearchParams): Fields {
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map((name) => [fieldName(name), kind.lists?.includes(name) === true ? form.getAll(name) : form.get(name)]),
  );
}
