/** The proof's verdict in words: whole, or the first event that is not as it was recorded. */
import { element } from "./dom.js";
import { counted, instantText } from "./words.js";

const FAULTS = {
  altered: "altered",
  removed: "removed",
  inserted: "inserted",
  moved: "moved",
  anchor_mismatch: "not what was anchored",
  anchor_forged: "an anchor that this service did not sign",
  removal_forged: "a removal that this service did not sign",
};

/** `goTo` is called with the position of the fault. */
export function verdictView(proof, goTo) {
  const verdict = proof.whole ? wholeView(proof) : faultView(proof, goTo);
  return proof.removed === null ? verdict : [...verdict, removedView(proof.removed)];
}

const removedView = ({ at, reason, events, chainHead, signed }) =>
  element(
    "p",
    {},
    `The business was removed on ${instantText(at)} (${reason.replaceAll("_", " ")}): its history of ${counted(events, "event")} was erased. `,
    chainHead === null
      ? null
      : element("span", {}, "Its chain ended with ", element("code", { class: "head" }, chainHead)),
    signed ? null : " The record of the removal is not signed: nothing proves what it says.",
  );

function wholeView({ events, head, anchored, anchors }) {
  const signed = anchored === null ? "It has not been anchored yet." : anchoredText(anchored, anchors.length);
  return [
    element(
      "p",
      { class: "verdict whole" },
      element("strong", {}, "✓ Whole."),
      ` ${counted(events, "event")} read again from the log, each as it was recorded. ${signed}`,
    ),
    headView(head),
  ];
}

const anchoredText = ({ count, anchoredAt }, anchors) =>
  `Signed up to event ${count} on ${instantText(anchoredAt)} (${counted(anchors, "anchor")} checked).`;

function faultView({ fault, events, head }, goTo) {
  const { kind, type, stream, revision, position, message } = fault;
  const where = [
    type,
    stream === null ? null : `${stream}, revision ${revision}`,
    `after ${counted(events, "event")} that are as they were recorded`,
  ];
  const found = where.filter((part) => part !== null).join(" · ");
  return [
    element(
      "p",
      { class: "verdict broken" },
      element("strong", {}, `✗ Not whole: ${FAULTS[kind] ?? kind}.`),
      ` ${message} (${found})`,
    ),
    position === null
      ? null
      : element("button", { type: "button", on: { click: () => goTo(position) } }, `Go to position ${position}`),
    headView(head),
  ];
}

const headView = (head) =>
  head === null
    ? null
    : element("details", {}, element("summary", {}, "Head of the chain"), element("code", { class: "head" }, head));
