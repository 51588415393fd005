/** A registration moves as its table says, whatever happens to it in whatever state; and the table is the published one. */
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
import { complianceInputs, complianceMoves, type ComplianceInput } from "../../domain/compliance-moves";
import { complianceStatusSchema, type ComplianceStatus } from "../../domain/compliance-status";
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

describe("a registration", () => {
  describe.each(statuses)("that is %s", (from) => {
    it.each(complianceInputs)("moves as the table says upon: %s", (input) => {
      const move = complianceMoves[from][input];
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

  it.each(["README.md", "docs/sms-registration.md"])("is published in %s with the table that it moves by", (file) => {
    const published = readFileSync(join(__dirname, "..", "..", file), "utf8");
    expect(narrow(published)).toContain(narrow(`\n\n${movesTable()}\n`));
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

function movesTable(): string {
  const cell = (input: ComplianceInput, from: ComplianceStatus): string => {
    const move = complianceMoves[from][input];
    if (move === "ignored") return "ignored";
    if (typeof move === "object") return `refused: \`${move.refused}\``;
    return move === from ? "stays" : `→ \`${move}\``;
  };
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    row(["", ...statuses.map((status) => `\`${status}\``)]),
    row(["---", ...statuses.map(() => "---")]),
    ...complianceInputs.map((input) => row([labels[input], ...statuses.map((from) => cell(input, from))])),
  ].join("\n");
}

/** Tables are published with their columns aligned. */
const narrow = (markdown: string): string => markdown.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---");
