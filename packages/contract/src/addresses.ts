/**
 * Addresses for redirects. Parsers disagree about tabs, backslashes and other scripts, so an
 * address that changes by parsing is refused.
 */

/** Accepts one path of the shop, at any host; query and fragment are free. */
export function isOwnPath(address: string): boolean {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(path) || !URL.canParse(address, SOME_SHOP)) return false;
  const { origin, pathname } = new URL(address, SOME_SHOP);
  return origin === SOME_SHOP && pathname === path;
}

/** Host of a plain https address; null for another scheme, a user, a port or a deceptive text. */
export function httpsHost(address: string): string | null {
  const written = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/?#][\x21-\x7e]*)?$/.exec(
    address,
  )?.[1];
  if (written === undefined || address.includes('\\') || !URL.canParse(address)) return null;
  return new URL(address).host === written ? written : null;
}

/** Placeholder for the shop's host; never requested. */
const SOME_SHOP = 'https://shop.invalid';

/**
 * Accepts a scheme that may open a game: `miniflix`, `miniflix://open`. Schemes of browsers and
 * systems are refused.
 */
export function isGameScheme(scheme: string): boolean {
  const name = /^([a-z][a-z0-9+.-]*)(?::[\x21-\x7e]*)?$/i.exec(scheme)?.[1]?.toLowerCase();
  return name !== undefined && !NO_GAMES.has(name);
}

const NO_GAMES: ReadonlySet<string> = new Set(
  (
    'javascript data vbscript blob filesystem file view-source about http https ws wss ftp intent content ' +
    'android-app chrome resource jar mailto tel sms facetime itms itms-apps market ms-settings ldap ssh'
  ).split(' '),
);
