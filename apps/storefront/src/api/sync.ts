import { type Fetch, heartbeat } from './heartbeat.ts';
import { type Hosts, raceHosts } from './hosts.ts';
import type { ServerClock } from './server-clock.ts';

/** S01: pause between two attempts to learn the time. */
const RETRY_MS = 2000;
const ATTEMPT_MS = 20_000;
/** Signatures allow five minutes; two correct clocks never differ by a minute. */
const WRONG_CLOCK_MS = 60_000;

type SyncParts = {
  readonly fetch: Fetch;
  readonly hosts: Hosts;
  readonly raceEntries: readonly string[];
  readonly clock: ServerClock;
  readonly log: (message: string) => void;
  readonly retryMs?: number;
  readonly raceMs?: number;
  readonly signal?: AbortSignal;
};

/** S01, S03: races the hosts for the time; without it asks the base every two seconds. */
export async function startSync(parts: SyncParts): Promise<void> {
  await Promise.all([chooseHost(parts), learnTime(parts)]);
}

async function chooseHost({ fetch, hosts, raceEntries, clock, log, raceMs }: SyncParts) {
  const winner = await raceHosts(fetch, raceEntries, raceMs);
  if (!winner) {
    log('no API host answered the race; the base stays as it was');
    return;
  }
  hosts.use(winner.host);
  clock.learn(winner.serverMs);
  const wonAt = performance.now();
  // A mirror with a wrong clock would give wrong days and countdowns.
  if (winner.host === '') return;
  const own = await winner.own;
  if (own === null) return hosts.loseOwn();
  const apartMs = own - winner.serverMs - (performance.now() - wonAt);
  if (Math.abs(apartMs) < WRONG_CLOCK_MS) return;
  clock.learn(own);
  hosts.use('');
}

/** Continues when the race, the first attempt, yields nothing. */
async function learnTime({ fetch, hosts, clock, retryMs = RETRY_MS, signal }: SyncParts) {
  await pause(retryMs);
  while (!clock.isKnown() && !signal?.aborted) {
    const serverMs = await heartbeat(fetch, hosts.base(), AbortSignal.timeout(ATTEMPT_MS));
    if (serverMs !== null && !clock.isKnown()) clock.learn(serverMs);
    else await pause(retryMs);
  }
}

/** S01: refreshes the time when the page becomes visible: the clock may have been set meanwhile. */
export async function refreshTime({
  fetch,
  hosts,
  clock,
}: Pick<SyncParts, 'fetch' | 'hosts' | 'clock'>): Promise<void> {
  const serverMs = await heartbeat(fetch, hosts.base(), AbortSignal.timeout(ATTEMPT_MS));
  if (serverMs !== null) clock.learn(serverMs);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
