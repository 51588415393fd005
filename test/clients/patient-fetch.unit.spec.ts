/** What is not safe to repeat is asked once, whoever asks. */
import { patientFetch } from "../../clients/typescript/src/patient-fetch";

test("a request is asked again by its method or its Idempotency-Key alone", async () => {
  const triesOf = async (method: string, headers: Readonly<Record<string, string>> = {}) => {
    let tries = 0;
    const busy = async () => {
      tries += 1;
      return new Response(null, { status: 503 });
    };
    const fetch = patientFetch(busy, { triesMax: 3, waitSecondsMax: 1, wait: async () => undefined });
    const { status } = await fetch(new Request("https://service.example/", { method, headers }));
    return [status, tries];
  };
  for (const method of ["GET", "HEAD", "PUT", "DELETE"]) expect(await triesOf(method)).toEqual([503, 3]);
  for (const method of ["POST", "PATCH"]) {
    expect(await triesOf(method)).toEqual([503, 1]);
    expect(await triesOf(method, { "idempotency-key": "one" })).toEqual([503, 3]);
  }
});
