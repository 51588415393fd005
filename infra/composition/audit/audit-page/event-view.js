/** One event in full. */
import { element } from "./dom.js";
import { actorText, instantText, leavesOf, valueText } from "./words.js";

/** `only(type, actor)` lists only events of one kind. */
export function eventView(event, only) {
  if (event === undefined)
    return [element("p", { class: "quiet-text" }, "No listed event has happened by this moment.")];
  const facts = [
    ["Type", event.type],
    ["Occurred at", instantText(event.occurredAt)],
    ["Actor", actorText(event.actor)],
    ["Position", event.position],
    ["Stream", `${event.stream}, revision ${event.revision}`],
    ["Id", event.id],
    ["Caused by", event.causationId],
    ["Belongs to", event.correlationId],
  ];
  const data = leavesOf(event.data).map(([path, value]) => [`data.${path}`, valueText(value)]);
  const button = (label, choose) => element("button", { type: "button", on: { click: choose } }, label);
  return [
    element(
      "dl",
      { class: "facts" },
      [...facts, ...data].map(([name, value]) => [element("dt", {}, name), element("dd", {}, String(value))]).flat(),
    ),
    element(
      "div",
      { class: "choices" },
      button("Only this type", () => only(event.type, "")),
      button("Only this actor", () => only("", actorText(event.actor))),
    ),
  ];
}
