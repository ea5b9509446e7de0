/** Runs work once the press that is going on has ended: what moves under a finger or mouse is not clicked. */
export function afterPress(work: () => void): void {
  if (document.querySelector(':active') === null) {
    work();
    return;
  }
  const over = new AbortController();
  const end = () => {
    over.abort();
    // The click follows in the same task.
    setTimeout(work);
  };
  for (const each of ['pointerup', 'mouseup']) {
    addEventListener(each, end, { signal: over.signal, capture: true });
  }
}
