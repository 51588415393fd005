/** The local composer: drafts without any model, from stored facts and templates alone; the same brief gives the same draft. */
import type { Brief } from "./brief";
import { wishedFor } from "./brief";
import { blogOutline, faq, landingPage } from "./compose-pages";
import { gbpPost, reviewResponses, socialPost } from "./compose-posts";
import type { Draft } from "./forms";
import { materialOf } from "./material";
import { clip } from "./wording";

/** A draft of the brief's type, in its form. docs/content.md says what makes a difference to it. */
export function composeDraft(brief: Brief): Draft {
  const material = materialOf(brief);
  const note = noteOn(brief);
  switch (brief.type) {
    case "landing_page":
      return { ...landingPage(material), note };
    case "faq":
      return { ...faq(material), note };
    case "gbp_post":
      return { ...gbpPost(material), note };
    case "social_post":
      return { ...socialPost(material, brief), note };
    case "review_response_template":
      return { ...reviewResponses(material, brief), note };
    case "blog_outline":
      return { ...blogOutline(material), note };
  }
}

const NOTE_CHARS_MAX = 600;

/** What was asked for and is not so. */
function noteOn(brief: Brief): string | null {
  const { wishes, length, platform, type } = brief;
  const said: string[] = [];
  if (platform !== null && type !== "social_post") said.push("The platform matters to social posts alone.");
  if (wishes !== null) {
    said.push("Written anew from the stored facts; the earlier draft itself was not edited.");
    if (wishes.steps !== 0 && wishedFor(brief).length === length)
      said.push(`It is as ${wishes.steps < 0 ? "short" : "long"} as the composer makes it.`);
    const { unmet } = wishes;
    if (unmet.length > 0)
      said.push(`Without a model these wishes cannot be met: ${unmet.map((one) => `“${one}”`).join(", ")}.`);
  }
  return said.length === 0 ? null : clip(said.join(" "), NOTE_CHARS_MAX);
}
