import type { Change } from '@webpay/contract/console/change-calls';
import { CONSOLE_API, OPERATIONS } from '@webpay/contract/console/operations';
import { setConnection } from './connection.ts';
import { readEvents } from './read-events.ts';
import { signInAgain } from './sign-in-again.ts';

/** The server says something every ten seconds. */
const SILENCE_MS = 25_000;
const SOON_MS = 500;
/** Pause before the next try after a loss: doubled each time. */
const LONGEST_PAUSE_MS = 15_000;
const REFUSED_MS = 30_000;

/**
 * Follows the stream of changes until `signal` aborts, and opens it again after every end. Its last message goes along, so
 * that nothing is missed meanwhile.
 */
export async function followChanges(
  project: string | null,
  { onChange, onEnd }: { readonly onChange: (change: Change) => void; readonly onEnd: () => void },
  signal: AbortSignal,
): Promise<void> {
  const query = project === null ? '' : `?${new URLSearchParams({ project })}`;
  const address = `${CONSOLE_API}${OPERATIONS.changes.path}${query}`;
  let last = '';
  let losses = 0;
  while (!signal.aborted) {
    const silence = new AbortController();
    const both = AbortSignal.any([signal, silence.signal]);
    let timer = window.setTimeout(() => silence.abort(), SILENCE_MS);
    let pause = SOON_MS;
    try {
      const response = await fetch(address, {
        headers: {
          accept: 'text/event-stream',
          ...(last === '' ? {} : { 'last-event-id': last }),
        },
        credentials: 'same-origin',
        cache: 'no-store',
        signal: both,
      });
      if (response.ok && response.body !== null) {
        for await (const { id, data } of readEvents(response.body)) {
          window.clearTimeout(timer);
          timer = window.setTimeout(() => silence.abort(), SILENCE_MS);
          last = id;
          losses = 0;
          setConnection({ state: 'live' });
          // The server checks every message against the shape.
          onChange(JSON.parse(data) as Change);
        }
        onEnd();
      } else {
        window.clearTimeout(timer);
        pause = await afterRefusal(response, losses);
        losses = 0;
      }
    } catch {
      if (signal.aborted) break;
      losses += 1;
      pause = Math.min(LONGEST_PAUSE_MS, SOON_MS * 2 ** losses);
      setConnection({ state: 'lost', since: Date.now() });
    } finally {
      window.clearTimeout(timer);
    }
    await pauseFor(pause, signal);
  }
}

/** The page asks by itself while the stream is refused. @returns ms until the next try */
async function afterRefusal(response: Response, losses: number): Promise<number> {
  // The body of a refusal says nothing more than its status here.
  await response.body?.cancel().catch(() => undefined);
  if (response.status === 401) {
    await signInAgain();
    return SOON_MS;
  }
  // A proxy answers for a server that is away.
  if (response.status === 502 || response.status === 504) {
    setConnection({ state: 'lost', since: Date.now() });
    return Math.min(LONGEST_PAUSE_MS, SOON_MS * 2 ** (losses + 1));
  }
  setConnection({ state: 'polling' });
  return REFUSED_MS;
}

/** Ends early when the computer is connected again. */
function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      window.clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = window.setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
