import { type MallVisit, storage } from '../../browser/storage.ts';
import { paths } from '../../router/paths.ts';

/**
 * The token of the address, or the one this tab came with before. Whoever holds it may pay and
 * read the order: it leaves the address bar, the history and with them every screenshot at once,
 * unless the browser stores nothing: there the address is all that a reload finds the order by.
 */
export function takeToken(project: string): string | null {
  const stored = storage.read('mall', project);
  const given = new URLSearchParams(window.location.search).get('token');
  if (given === null) return stored?.mall_token ?? null;
  // A bank sends its player back to a page of this project (R21).
  storage.write('project', project);
  // The same link again goes on with the same payment.
  if (stored?.mall_token !== given) storage.write('mall', fresh(given), project);
  if (storage.holds('mall', project)) {
    const address = paths.mallCheckout(project) + window.location.hash;
    window.history.replaceState(window.history.state, '', address);
  }
  return given;
}

function fresh(mall_token: string): MallVisit {
  return { mall_token, token: null, pay_id: null, wallet: null, action_url: null };
}
