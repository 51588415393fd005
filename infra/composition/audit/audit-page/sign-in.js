/** Signs in and shows the page that was asked for, at the business that its address names. */
import { byId } from "./dom.js";

const form = byId("sign-in");
const outcome = byId("outcome");

const [arrival] = performance.getEntriesByType("navigation");
byId("not-admin").hidden = arrival?.responseStatus !== 403;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  outcome.textContent = "";
  const given = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
  const response = await fetch("/api/auth/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(given),
  }).catch(() => undefined);
  if (response?.ok) {
    location.reload();
    return;
  }
  const { error } = (await response?.json().catch(() => ({}))) ?? {};
  outcome.textContent = error ?? "The service does not answer.";
});
