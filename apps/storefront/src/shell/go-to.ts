type How = { readonly replace?: boolean };
type Go = (path: string, how: How) => void;

let go: Go | null = null;

/** The router's own way to go, from where it is mounted; pages stay alive on the way. */
export function setGo(next: Go): () => void {
  go = next;
  return () => {
    if (go === next) go = null;
  };
}

/** For code outside React. Without a router, the browser itself goes there. */
export function goTo(path: string, how: How = {}): void {
  if (go) go(path, how);
  else if (how.replace) window.location.replace(path);
  else window.location.assign(path);
}
