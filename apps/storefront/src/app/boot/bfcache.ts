/** A10: reloads a page restored from the back-forward cache: its prices and session may be old. */
export function reloadWhenRestored(win: Window): void {
  win.addEventListener('pageshow', (event) => {
    if (event.persisted) win.location.reload();
  });
}
