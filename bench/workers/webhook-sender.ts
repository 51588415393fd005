/** The service's webhook sender with its guarded client, on deliveries that lie in its table. */
import { createIds } from "../../infra/ids/ids";
import { silentLogger } from "../../infra/logging/logger";
import { createGuardedClient } from "../../infra/outbound/guarded-connector";
import { newWebhookSecret } from "../../infra/outbound/signature";
import { createPool } from "../../infra/postgres/pool";
import { systemClock } from "../../infra/time/clock";
import { createWebhookSender, type WebhookSender } from "../../infra/webhooks/sender";
import { serve } from "../harness/serve";

const ids = createIds(systemClock);
const secrets = [newWebhookSecret((size) => ids.bytes(size))];
let start: (() => Promise<void>) | undefined;
let sender: WebhookSender | undefined;

/** An endpoint's id is the path that it is reached by. */
function open({ url, port }: { readonly url: string; readonly port: number }): void {
  const pool = createPool({ url });
  const outbound = createGuardedClient({ allowedTargets: [`127.0.0.1:${port}`] });
  start = async () => {
    sender = createWebhookSender({
      ...{ pool, runner: ids.next(), clock: systemClock, outbound, logger: silentLogger, random: () => 0.5 },
      endpoints: {
        find: (_, endpointId) =>
          Promise.resolve({ url: `http://127.0.0.1:${port}/${endpointId}`, active: true, secrets }),
        pause: () => Promise.resolve(),
      },
    });
    await sender.start();
  };
}

serve({ open, start: () => start?.(), stop: () => sender?.stop() });
