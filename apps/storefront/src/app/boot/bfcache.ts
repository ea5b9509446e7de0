/** A10: a page restored from the back-forward cache may show old prices and a spent session. */
export function reloadWhenRestored(win: Window): void {
  win.addEventListener('pageshow', (event) => {
    if (event.persisted) win.location.reload();
  });
}
