import { type MallVisit, storage } from '../../browser/storage.ts';
import { paths } from '../../router/paths.ts';

/**
 * Returns the address's token, or the one stored in this tab. Its holder may pay and read the
 * order, so it leaves address and history where a reload finds it in the storage.
 */
export function takeToken(project: string): string | null {
  const stored = storage.read('mall', project);
  const addressToken = new URLSearchParams(window.location.search).get('token');
  if (addressToken === null) {
    return stored?.mall_token.startsWith(MARK) === false ? stored.mall_token : null;
  }
  // A bank returns its player to a page of this project (R21).
  storage.write('project', project);
  // The same link resumes the same payment.
  if (stored?.mall_token !== addressToken) storage.write('mall', newVisit(addressToken), project);
  if (storage.holds('mall', project)) {
    const address = paths.mallCheckout(project) + window.location.hash;
    window.history.replaceState(window.history.state, '', address);
  }
  return addressToken;
}

/** A phone's way into one order (docs/decisions/0086): the scanned link, and the key that this tab made. */
export type PhoneKeys = { readonly link: string; readonly key: string };

const IN_HASH = /^#phone=([\w-]{43})(?:\.([\w-]{43}))?$/;
const MARK = 'phone:';

/**
 * Returns the address's link with this tab's key, or those stored in this tab. They leave the address and the history; a
 * browser that forbids storage keeps both in the fragment, because a link opens with one key only.
 */
export function takePhone(project: string): PhoneKeys | null {
  const [, link, known] = IN_HASH.exec(window.location.hash) ?? [];
  const stored = phoneKeysOf(storage.read('mall', project)?.mall_token ?? '');
  if (link === undefined) return stored;
  const keys = stored?.link === link ? stored : { link, key: known ?? newKey() };
  storage.write('project', project);
  const name = nameOfPhone(keys);
  if (storage.read('mall', project)?.mall_token !== name) {
    storage.write('mall', newVisit(name), project);
  }
  const hash = storage.holds('mall', project) ? '' : `#phone=${keys.link}.${keys.key}`;
  const address = paths.mallCheckout(project) + hash;
  window.history.replaceState(window.history.state, '', address);
  return keys;
}

/** How a tab stores its phone's visit, among those of malls. */
export const nameOfPhone = ({ link, key }: PhoneKeys): string => `${MARK}${link}.${key}`;

function phoneKeysOf(stored: string): PhoneKeys | null {
  if (!stored.startsWith(MARK)) return null;
  const [link = '', key = ''] = stored.slice(MARK.length).split('.');
  return { link, key };
}

/** 256 random bits. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
}

export function newVisit(mall_token: string): MallVisit {
  return { mall_token, token: null, pay_id: null, wallet: null, action_url: null };
}
