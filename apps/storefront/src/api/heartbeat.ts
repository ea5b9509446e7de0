import { CODES } from '@webpay/contract/codes';
import { CALL_PATHS } from '@webpay/contract/paths';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Asks one host for its time. `host` is an origin, or '' for the page's own.
 * @returns the host's `_` in ms, or null when it gave no valid answer.
 */
export async function heartbeat(
  fetch: Fetch,
  host: string,
  signal: AbortSignal,
): Promise<number | null> {
  const { path, method } = CALL_PATHS.heartbeat;
  try {
    const init = { method, credentials: 'omit', cache: 'no-store', signal } as const;
    const answer: unknown = await (await fetch(host + path, init)).json();
    // Checked below; null throws like any answer that is not the store's.
    const { code, _: time } = answer as { code?: unknown; _?: unknown };
    return code === CODES.OK && typeof time === 'number' && Number.isFinite(time) ? time : null;
  } catch {
    return null;
  }
}
