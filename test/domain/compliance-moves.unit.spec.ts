/** A registration moves as the published table says, whatever happens to it in whatever state. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compliance, type ComplianceEvent, type Verdict } from "../../domain/compliance";
import {
  editForm,
  judge,
  noteCallback,
  noteNotice,
  reference,
  submit,
  type ComplianceDecision,
} from "../../domain/compliance-decisions";
import {
  complianceInputs,
  complianceMoves,
  type ComplianceInput,
  type ComplianceMove,
} from "../../domain/compliance-moves";
import { complianceStatusSchema, type ComplianceStatus } from "../../domain/compliance-status";
import type { RefusalCode } from "../../domain/refusals";
import { completeForm } from "../support/compliance-form";
import { given } from "../support/given";
import { at, ids, judged, NOW, standing, submitted, told } from "./registering";

const statuses = complianceStatusSchema.options;

const decisions: Readonly<Record<ComplianceInput, ComplianceDecision>> = {
  edit: editForm("r1", { useCaseSummary: "Guests hear of their table." }),
  submit: submit("r1", NOW),
  "verdict: pending_review": judge("r1", 1, told("pending_review", at(5))),
  "verdict: approved": judge("r1", 1, told("approved", at(5))),
  "verdict: rejected": judge("r1", 1, told("rejected", at(5))),
  "verdict: action_required": judge("r1", 1, told("action_required", at(5))),
  "verdict: expired": judge("r1", 1, told("expired", at(5))),
  references: reference("r1", 1, "twilio", { brand: "BN1" }),
  callback: noteCallback("r1"),
  notice: noteNotice("r1", 1, "pending_3_days"),
};

/** What is recorded where the table has it move from one status to the next, or stay. */
function recorded(input: ComplianceInput, from: ComplianceStatus, to: ComplianceStatus): ComplianceEvent {
  const ofEpisode = { ...ids, episode: 1 };
  switch (input) {
    case "edit":
      return {
        type: "ComplianceFormEdited",
        data: { ...ids, form: { ...completeForm, useCaseSummary: "Guests hear of their table." } },
      };
    case "submit":
      return submitted(from === "draft" ? 1 : 2, from);
    case "references":
      return { type: "ComplianceReferenced", data: { ...ofEpisode, provider: "twilio", references: { brand: "BN1" } } };
    case "callback":
      return { type: "ComplianceCallbackNoted", data: ofEpisode };
    case "notice":
      return { type: "ComplianceNoticeSent", data: { ...ofEpisode, notice: "pending_3_days" } };
    default: {
      const verdict = told(to as Verdict["status"], at(5));
      const same = { ...ofEpisode, reviewedAt: verdict.reviewedAt, reasons: [...verdict.reasons] };
      return from === to ? { type: "ComplianceVerdictConfirmed", data: same } : judged(verdict, from);
    }
  }
}

const labels: Readonly<Record<ComplianceInput, string>> = {
  edit: "its owner edits it",
  submit: "its owner submits it",
  "verdict: pending_review": "reviewers look at it",
  "verdict: approved": "reviewers approve it",
  "verdict: rejected": "reviewers reject it",
  "verdict: action_required": "reviewers want something done",
  "verdict: expired": "reviewers let it expire",
  references: "the provider names its parts",
  callback: "the provider says that there is news",
  notice: "its owner was sent an e-mail",
};

/** What README.md promises, read from there: by what happens, then by where it stands. */
const published = movesIn(readFileSync(join(__dirname, "..", "..", "README.md"), "utf8"));

function movesIn(
  readme: string,
): Readonly<Record<ComplianceInput, Readonly<Record<ComplianceStatus, ComplianceMove>>>> {
  const rows = readme
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([_edge, first = "", ...cells]) => [first, cells.slice(0, -1)] as const);
  const columns =
    rows.find(([, cells]) => cells.includes("`draft`"))?.[1].map((cell) => cell.replaceAll("`", "")) ?? [];
  expect(columns).toEqual(statuses);
  const ofInput = (input: ComplianceInput) => {
    const cells = rows.find(([label]) => label === labels[input])?.[1] ?? [];
    return [input, Object.fromEntries(statuses.map((from, column) => [from, moveIn(cells[column] ?? "", from)]))];
  };
  return Object.fromEntries(complianceInputs.map(ofInput)) as typeof published;
}

function moveIn(cell: string, from: ComplianceStatus): ComplianceMove {
  if (cell === "ignored") return "ignored";
  if (cell === "stays") return from;
  const [, how, word = ""] = /^(→|refused:) `(\w+)`$/.exec(cell) ?? [];
  if (how === "→") return complianceStatusSchema.parse(word);
  if (how === "refused:") return { refused: word as RefusalCode };
  throw new Error(`The table of README.md has a cell that says nothing: "${cell}".`);
}

describe("a registration", () => {
  describe.each(statuses)("that is %s", (from) => {
    it.each(complianceInputs)("moves as the table says upon: %s", (input) => {
      const move = published[input][from];
      expect(complianceMoves[from][input]).toEqual(move);
      const when = given(compliance, standing(from)).when(decisions[input]);
      if (typeof move === "object") {
        when.thenRefused(move.refused);
        return;
      }
      const again = when.then(move === "ignored" ? [] : [recorded(input, from, move)]);
      expect(when.state.get("r1")?.status).toBe(move === "ignored" ? from : move);
      // A hint is a hint each time, and who submits once more is told that reviewers look at it.
      if (input === "callback" && move !== "ignored") again.repeats([recorded(input, from, move)]);
      else if (input === "submit") again.repeatRefused("compliance_in_review");
      else again.repeatsNothing();
    });
  });

  it("that is not known is not found by its owner, and what is said of it is ignored", () => {
    const nothing = given(compliance, []);
    for (const input of complianceInputs) {
      const when = nothing.when(decisions[input]);
      if (input === "edit" || input === "submit") when.thenRefused("compliance_not_found");
      else when.then([]);
    }
  });
});
