/** The page: a business, a moment of its history, and everything else as it was then. */
import { newestOnly, readerOf } from "./api.js";
import { byId } from "./dom.js";
import { createFilters } from "./filters.js";
import { History } from "./history.js";
import { momentOf, momentText, NO_MOMENT } from "./words.js";

const trouble = byId("trouble");
const say = (error) => {
  trouble.textContent = error?.message ?? "";
  trouble.hidden = trouble.textContent === "";
};

/** `#<business>` or `#<business>@<moment>`. */
function addressed() {
  const [business = "", moment = ""] = location.hash.slice(1).split("@").map(decoded);
  return { business, moment: momentOf(moment) };
}

/** What somebody typed need not be well-formed. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

let history;
// Not awaited here: whoever types before the types of events are there must be heard.
const filtersMade = createFilters((filter) => history?.filter(filter));

const open = newestOnly(async (signal) => {
  const { business, moment } = addressed();
  history?.close();
  history = undefined;
  say();
  if (business !== "") byId("business").value = business;
  byId("history").hidden = true;
  byId("invitation").hidden = business !== "";
  document.title = business === "" ? "Audit" : `Audit of ${business}`;
  if (business === "") return;
  const moved = (to) => window.history.replaceState(null, "", `#${encodeURIComponent(business)}@${momentText(to)}`);
  const filters = await filtersMade;
  if (signal.aborted) return;
  const opened = new History({ read: readerOf(business), filters, moved, say });
  signal.addEventListener("abort", () => opened.close());
  history = opened;
  await opened.start(moment, signal);
}, say);

byId("choose").addEventListener("submit", (event) => {
  event.preventDefault();
  const hash = `#${encodeURIComponent(byId("business").value.trim())}`;
  if (location.hash === hash) open(0);
  else location.hash = hash;
});
byId("sign-out").addEventListener("click", async () => {
  await fetch("/api/auth/sign-out", { method: "POST" });
  location.reload();
});
byId("again").addEventListener("click", () => open(0));
byId("jump").addEventListener("submit", (event) => {
  event.preventDefault();
  const moment = momentOf(byId("jump-to").value);
  if (moment === undefined) say(new Error(NO_MOMENT));
  else history?.goTo(moment);
});
addEventListener("hashchange", () => open(0));
open(0);
