import { type MallVisit, storage } from '../../browser/storage.ts';
import { paths } from '../../router/paths.ts';

/**
 * Returns the address's token, or the one stored in this tab. Its holder may pay and read the
 * order, so it leaves address and history where a reload finds it in the storage.
 */
export function takeToken(project: string): string | null {
  const stored = storage.read('mall', project);
  const addressToken = new URLSearchParams(window.location.search).get('token');
  if (addressToken === null) return stored?.mall_token ?? null;
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

export function newVisit(mall_token: string): MallVisit {
  return { mall_token, token: null, pay_id: null, wallet: null, action_url: null };
}
