declare global {
  /** F18: the link of this page's address where the browser forbids storage. */
  var webpayLink: string | undefined;
}

/** Fragment prefix of an access link: /miniflix#link=… */
const FRAGMENT = '#link=';

/** F18: hides an access link from address and history before any other script runs. */
export function captureLink(win: Window & typeof globalThis): void {
  takeLink(win);
  // In a tab that shows the shop only the fragment changes. Runs before the router's listener.
  win.addEventListener('popstate', () => {
    if (takeLink(win)) win.location.reload();
  });
}

function takeLink(win: Window & typeof globalThis): boolean {
  const { hash, pathname, search } = win.location;
  if (!hash.startsWith(FRAGMENT)) return false;
  win.history.replaceState(win.history.state, '', pathname + search);
  const project = pathname.split('/')[1] ?? '';
  const link = hash.slice(FRAGMENT.length);
  try {
    // Written as browser/storage.ts reads it; the boot script shares no module with the shop.
    win.sessionStorage.setItem(`webpay:link:${project}`, JSON.stringify(link));
  } catch {
    win.webpayLink = link;
  }
  return true;
}
