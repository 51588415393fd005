/** A process that makes load over HTTP and does nothing else. */
import type { Load } from "../harness/load";
import { sendLoad } from "../harness/send-load";
import { serve } from "../harness/serve";

serve({ open: () => undefined, run: (load: Load) => sendLoad(load) });
