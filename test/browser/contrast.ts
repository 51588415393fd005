/** Texts that are hard to read: those whose contrast is below 4.5 to 1 (WCAG 2.2, success criterion 1.4.3). */
import type { Page } from "playwright-core";

const CONTRAST_MIN = 4.5;

/** Runs in the page. Every ground is opaque or transparent, so the nearest opaque one is what a text stands on. */
const measure = `(() => {
  const channels = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = (colour) => {
    const [red, green, blue] = channels(colour).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    for (let each = element; each !== null; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (channels(colour)[3] !== 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const texts = [...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ""));
  return texts.map((element) => {
    const [one, other] = [luminance(getComputedStyle(element).color), luminance(ground(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return { ratio, text: element.textContent.trim().slice(0, 60) };
  });
})()`;

interface Measured {
  readonly ratio: number;
  readonly text: string;
}

export async function poorContrasts(page: Page): Promise<{ texts: number; poor: readonly string[] }> {
  const measured = await page.evaluate<readonly Measured[]>(measure);
  const poor = measured.filter(({ ratio }) => ratio < CONTRAST_MIN);
  return { texts: measured.length, poor: poor.map(({ ratio, text }) => `${ratio.toFixed(2)} ${text}`) };
}
