/** Going from event to event by keys, on whatever has the focus for it. */

/** `steps` says by how many events each key goes; Home and End go to either end. Until `signal` is aborted. */
export function stepByKeys(control, steps, { stepped, ended, signal }) {
  control.addEventListener(
    "keydown",
    (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const step = steps[event.key];
      if (step !== undefined) stepped(step);
      else if (event.key === "Home") ended("first");
      else if (event.key === "End") ended("last");
      else return;
      event.preventDefault();
    },
    { signal },
  );
}
