import { CODES } from '@webpay/contract/codes';
import { PAGE_PATHS } from '@webpay/contract/page-paths';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Asks a host ('' for the page's own) for its time in ms; null without a valid answer. */
export async function heartbeat(
  fetch: Fetch,
  host: string,
  signal: AbortSignal,
): Promise<number | null> {
  const { path, method } = PAGE_PATHS.heartbeat;
  try {
    const init = { method, credentials: 'omit', cache: 'no-store', signal } as const;
    const answer: unknown = await (await fetch(host + path, init)).json();
    // Checked below. A null answer throws here and ends in the catch, like an answer that is not JSON.
    const { code, _: time } = answer as { code?: unknown; _?: unknown };
    return code === CODES.OK && typeof time === 'number' && Number.isFinite(time) ? time : null;
  } catch {
    return null;
  }
}
