import { type Fetch, heartbeat } from './heartbeat.ts';

/** S03: time limit of the race between mirrors. */
const RACE_MS = 10_000;

export type Hosts = ReturnType<typeof createHosts>;

/** `candidates`: the public addresses of the same store (contract §1, API_HOSTS). */
export function createHosts(candidates: readonly string[], ownOrigin: string) {
  let base = '';
  let isOwnLost = false;
  const all = raceEntries(candidates, ownOrigin);
  return {
    /** Origin of the calls, or '' for the page's own. */
    base: () => base,
    use: (host: string) => {
      base = host;
    },
    /** Origin of calls with the device's cookie, which only the page's own host gets, while that host answers. */
    ofDevice: () => (isOwnLost ? base : ''),
    /** The page's own host did not answer within the race's limit. */
    loseOwn: () => {
      isOwnLost = true;
    },
    /** The host for the second attempt of a call that found no network (E02). */
    another() {
      // Takes the next in the list, so that repeated failures try all of them.
      const at = all.indexOf(base);
      return all[(at + 1) % all.length] ?? '';
    },
  };
}

/** Lists the hosts to race; the page's own origin is always one of them, written ''. */
export function raceEntries(candidates: readonly string[], ownOrigin: string): readonly string[] {
  const others = candidates
    .map((host) => host.replace(/(?<!\/)\/+$/, ''))
    .filter((h) => h !== ownOrigin);
  return ['', ...new Set(others)];
}

/** S03: sends heartbeats to all hosts; returns the first valid answer, null after the limit. */
export async function raceHosts(fetch: Fetch, hosts: readonly string[], limitMs = RACE_MS) {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), limitMs);
  const runs = hosts.map((host) => ({
    host,
    time: heartbeat(fetch, host, host === '' ? AbortSignal.timeout(limitMs) : over.signal),
  }));
  /** The time of the page's own host once it answers; null when it does not. */
  const own = runs.find(({ host }) => host === '')?.time ?? Promise.resolve(null);
  try {
    return await Promise.any(
      runs.map(async ({ host, time }) => {
        const serverMs = await time;
        if (serverMs === null) throw new Error(`${host || 'own host'} did not answer`);
        return { host, serverMs, own };
      }),
    );
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
