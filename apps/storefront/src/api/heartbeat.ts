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
  try {
    const response = await fetch(host + CALL_PATHS.heartbeat.path, {
      method: CALL_PATHS.heartbeat.method,
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
    return timeOf(await response.json());
  } catch {
    return null;
  }
}

function timeOf(answer: unknown): number | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { code, _: time } = answer as { code?: unknown; _?: unknown };
  return code === CODES.OK && typeof time === 'number' && Number.isFinite(time) ? time : null;
}
