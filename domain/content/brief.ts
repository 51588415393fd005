/** What a draft is written from: the caller's choices, the stored facts, and what a refinement wishes for. */
import type { ContentType, Length, Platform, PresetCategory, Tone } from "./choices";
import type { ContentFacts, SourceText } from "./facts";
import type { Wishes } from "./wishes";

export interface Brief {
  readonly type: ContentType;
  readonly presetCategory: PresetCategory;
  readonly tone: Tone;
  readonly length: Length;
  readonly platform: Platform | null;
  readonly topic: string | null;
  readonly facts: ContentFacts;
  readonly source: SourceText | null;
  /** 0 for the first of the variations. */
  readonly variation: number;
  /** Null where nothing is refined. */
  readonly wishes: Wishes | null;
}

/** The brief as the local composer follows it: with the tone and the length that the feedback wishes for. */
export function wishedFor(brief: Brief): Brief {
  const { wishes } = brief;
  if (wishes === null) return brief;
  return { ...brief, tone: wishes.tone ?? brief.tone, length: stepped(brief.length, wishes.steps) };
}

const lengths: readonly Length[] = ["short", "medium", "long"];

const stepped = (length: Length, steps: Wishes["steps"]): Length =>
  lengths[Math.min(Math.max(lengths.indexOf(length) + steps, 0), lengths.length - 1)] ?? length;
