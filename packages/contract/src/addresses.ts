/**
 * Addresses that a browser may be sent to. Parsers repair much (tabs, backslashes, dots of other scripts),
 * and not all repair the same: what is not written as it would be read is refused.
 */

/** Whether an address is one path of our own, at whatever host this shop is; query and fragment are free. */
export function isOwnPath(address: string): boolean {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(path) || !URL.canParse(address, SOME_SHOP)) return false;
  const { origin, pathname } = new URL(address, SOME_SHOP);
  return origin === SOME_SHOP && pathname === path;
}

/** The host a plain https address leads to, or null: another scheme, a user, a port, or written to deceive. */
export function httpsHost(address: string): string | null {
  const written = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/?#][\x21-\x7e]*)?$/.exec(
    address,
  )?.[1];
  if (written === undefined || address.includes('\\') || !URL.canParse(address)) return null;
  return new URL(address).host === written ? written : null;
}

/** Never asked: it stands for whatever host the shop has. */
const SOME_SHOP = 'https://shop.invalid';
