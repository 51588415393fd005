/** Reads a business's history from the service: patient where it is busy, and done at once where the session has ended. */

const TRIES_MAX = 6;
const WAIT_SECONDS_MAX = 10;

/** The service's own sentence on why it does not answer. */
export class Refused extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** `read("state", { at: 12 }, signal)` gives the answer; members that are undefined or empty are left out of the query. */
export const readerOf = (businessId) => (what, asked, signal) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  const search = query.size === 0 ? "" : `?${query}`;
  return patiently(`/api/admin/businesses/${encodeURIComponent(businessId)}/${what}${search}`, signal);
};

async function patiently(url, signal) {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, { signal, cache: "no-store" });
    if (response.ok) return response.json();
    // The page itself says what to do about a session that has ended.
    if (response.status === 401 || response.status === 403) location.reload();
    const again = response.headers.get("retry-after");
    if (again === null || tries === TRIES_MAX) throw await refusedBy(response);
    await wait(Math.min(Number(again) || 1, WAIT_SECONDS_MAX) * 1000, signal);
  }
}

async function refusedBy(response) {
  const { error } = await response.json().catch(() => ({}));
  return new Refused(response.status, error ?? `The service answered with status ${response.status}.`);
}

function wait(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Runs the newest of what is asked for, a moment later, and calls off the one before; `failed` hears of the rest. */
export function newestOnly(work, failed) {
  let timer;
  let controller = new AbortController();
  return (delayMs, ...asked) => {
    clearTimeout(timer);
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    const run = () =>
      work(signal, ...asked).catch((error) => {
        if (!signal.aborted) failed(error);
      });
    timer = setTimeout(run, delayMs);
  };
}
