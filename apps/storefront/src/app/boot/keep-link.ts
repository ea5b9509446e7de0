declare global {
  /** F18: the link of this page's address, where the browser stores nothing. */
  var webpayLink: string | undefined;
}

/** What precedes an access link in an address: /miniflix#link=… */
const FRAGMENT = '#link=';

/**
 * F18: whoever holds an access link is its character. It leaves address and history before anything else is loaded, and
 * waits where features/access-link finds it, so that neither another script nor a screenshot gets hold of it.
 */
export function keepLink(win: Window & typeof globalThis): void {
  takeLink(win);
  // Opened in a tab that shows the shop already, only the fragment changes. Heard before the router hears of it.
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
    // As features/storage reads it; the boot script shares no module with the shop.
    win.sessionStorage.setItem(`webpay:link:${project}`, JSON.stringify(link));
  } catch {
    win.webpayLink = link;
  }
  return true;
}
