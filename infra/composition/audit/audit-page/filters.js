/** Which events are listed: by type and by who caused them. */
import { byId, element } from "./dom.js";
import { actorText } from "./words.js";

const ACTORS_MAX = 100;

/** `changed({ type, actor })` as the service takes them; undefined means all of them. */
export async function createFilters(changed) {
  const types = await fetch("/audit/event-types.json").then((response) => response.json());
  const boxes = types.map((type) => element("input", { type: "checkbox", value: type, id: `type-${type}` }));
  byId("types").append(
    ...boxes.map((box) => element("label", { for: box.id, class: "type-choice" }, box, ` ${box.value}`)),
  );
  const seen = new Set();

  const picked = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const chosen = () => ({ type: picked().join(",") || undefined, actor: byId("actor").value.trim() || undefined });
  const apply = () => {
    byId("types-chosen").textContent = picked().join(", ") || "all";
    changed(chosen());
  };
  byId("types").addEventListener("change", apply);
  byId("filters").addEventListener("submit", (event) => {
    event.preventDefault();
    apply();
  });
  const only = (type, actor) => {
    for (const box of boxes) box.checked = box.value === type;
    byId("actor").value = actor;
    apply();
  };
  byId("unfilter").addEventListener("click", () => only("", ""));

  return {
    chosen,
    only,
    /** Offers the actors of these events to choose from. */
    offer(events) {
      for (const { actor } of events) {
        for (const text of [actor.kind, actorText(actor)]) {
          if (seen.has(text) || seen.size >= ACTORS_MAX) continue;
          seen.add(text);
          byId("actors").append(element("option", { value: text }));
        }
      }
    },
    /** Says what is listed, for who cannot see it. */
    describe(events, { hasEarlier, hasLater }) {
      const more = hasEarlier || hasLater ? ", more before or after" : "";
      byId("listed").textContent = events.length === 0 ? "No event matches." : `${events.length} listed${more}.`;
    },
  };
}
