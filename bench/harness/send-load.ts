/** Sends requests over keep-alive connections of undici, one at a time on each, and counts what is answered. */
import { Client } from "undici";
import type { Dispatcher } from "undici";
import { latencies } from "./figures";
import type { Load, Loaded } from "./load";
import { wait } from "./until";

const bodyOf = (place: string, number: number): string =>
  JSON.stringify({
    ...{ name: `Fjord Coffee ${number}`, place_id: `${place}-${number}`, address: "Kirkegata 1, Oslo" },
    ...{ rating: 4.4, review_count: 210 },
  });

interface Tally {
  bytes: number;
  failed: number;
  readonly times: number[];
}

/** Whether it was answered with that status. */
function ask(client: Client, options: Dispatcher.DispatchOptions, status: number, tally: Tally): Promise<boolean> {
  return new Promise((resolve) => {
    const began = performance.now();
    let good = false;
    client.dispatch(options, {
      onRequestStart: () => undefined,
      onResponseStart: (_, answered) => void (good = answered === status),
      onResponseData: (_, chunk) => void (tally.bytes += chunk.length),
      onResponseEnd: () => {
        if (good) tally.times.push(performance.now() - began);
        else tally.failed += 1;
        resolve(good);
      },
      onResponseError: () => {
        tally.failed += 1;
        resolve(false);
      },
    });
  });
}

/** `onAnswer` hears the number of each request that was answered as it should be. */
export async function sendLoad(load: Load, onAnswer: (number: number) => void = () => undefined): Promise<Loaded> {
  const { url, ms, method, path, headers, place, status, requestsMax = Infinity, perSecond } = load;
  const clients = Array.from({ length: load.connections }, () => new Client(url, { pipelining: 1 }));
  const tally: Tally = { bytes: 0, failed: 0, times: [] };
  const began = performance.now();
  const used = process.cpuUsage();
  let next = 0;
  const sender = async (client: Client): Promise<void> => {
    while (performance.now() - began < ms && next < requestsMax) {
      const number = next++;
      if (perSecond !== undefined) await wait(Math.max(0, (number * 1_000) / perSecond - (performance.now() - began)));
      const own = headers[number % headers.length] ?? [];
      const body = place === undefined ? null : bodyOf(place, number);
      const all = body === null ? [...own] : [...own, "content-type", "application/json"];
      if (await ask(client, { path, method, headers: all, body }, status, tally)) onAnswer(number);
    }
  };
  await Promise.all(clients.map(sender));
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(used);
  await Promise.all(clients.map((client) => client.close()));
  const { bytes, failed, times } = tally;
  return { answered: times.length, failed, ms: took, bytes, ...latencies(times), busy: (user + system) / 1_000 / took };
}
