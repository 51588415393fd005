/** Builds elements; what comes from data goes in as text alone, never as markup. */

/** `on` holds listeners, everything else attributes; those that are `undefined`, `null` or `false` are left out. */
export function element(name, { on = {}, ...attributes } = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  for (const [event, listener] of Object.entries(on)) made.addEventListener(event, listener);
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

export const byId = (id) => document.getElementById(id);

/** The first `count` of a long list, and a button for more of it. */
export function inPortions(items, count, draw, container) {
  const more = element("button", { type: "button", class: "more" });
  let shown = 0;
  const grow = () => {
    const portion = items.slice(shown, shown + count);
    container.append(...portion.map(draw));
    shown += portion.length;
    const left = items.length - shown;
    more.textContent = `Show ${Math.min(left, count)} more of ${left}`;
    more.hidden = left === 0;
  };
  more.addEventListener("click", () => grow());
  grow();
  return items.length > count ? [container, more] : [container];
}
