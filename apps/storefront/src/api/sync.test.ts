import { afterEach, expect, it } from 'vitest';
import { createHosts, raceEntries, raceHosts } from './hosts.ts';
import { createServerClock } from './server-clock.ts';
import { refreshTime, startSync } from './sync.ts';
import { answering, deadHost, startHost, type TestHost } from '../testing/hosts.ts';

const DAY_MS = 86_400_000;
/** Tolerance for a busy machine between setting a clock and reading it. */
const NEAR_MS = 60_000;
const open: TestHost[] = [];

async function host(...how: Parameters<typeof answering>): Promise<TestHost> {
  const started = await startHost(answering(...how));
  open.push(started);
  return started;
}

afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

function parts(own: string, entries: readonly string[]) {
  const clock = createServerClock();
  const hosts = createHosts(entries, own);
  const logged: string[] = [];
  return {
    fetch: (url: string, init: RequestInit) =>
      globalThis.fetch(url.startsWith('/') ? own + url : url, init),
    hosts,
    raceEntries: entries,
    clock,
    log: (message: string) => logged.push(message),
    logged,
    retryMs: 20,
    raceMs: 400,
  };
}

it('[S03] chooses the fastest valid host among dead, slow and wrong mirrors', async () => {
  const slow = await host(200, {}, { delayMs: 5_000 });
  const wrong = await host(500, {});
  const quick = await host(200, {});
  const winner = await raceHosts(globalThis.fetch, [
    await deadHost(),
    slow.url,
    wrong.url,
    quick.url,
  ]);
  expect(winner?.host).toBe(quick.url);
});

it('[S03] leaves a mirror whose clock is a day off once the shop’s own host answers', async () => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const own = await startHost((request, response, body) => {
    void isReleased.then(() => answering(200, {})(request, response, body));
  });
  open.push(own);
  const wrong = await host(200, {}, { clockOffsetMs: -DAY_MS });
  const run = parts(own.url, ['', wrong.url]);
  const started = startSync({ ...run, raceMs: 60_000 });
  await expect.poll(() => run.hosts.base()).toBe(wrong.url);
  release();
  await started;
  expect(run.hosts.base()).toBe('');
  expect(Math.abs(run.clock.now() - Date.now())).toBeLessThan(NEAR_MS);
});

it('[S03] the device’s calls go to the winner when the shop’s own host does not answer the race (14.12)', async () => {
  const mirror = await host(200, {});
  const run = parts(await deadHost(), ['', mirror.url]);
  expect(run.hosts.ofDevice()).toBe('');
  await startSync({ ...run, raceMs: 60_000 });
  expect(run.hosts.ofDevice()).toBe(mirror.url);
});

it('[S03] keeps the base and logs it when no host answers in time', async () => {
  const slow = await host(200, {}, { delayMs: 2000 });
  const own = await host(500, {});
  const run = parts(own.url, ['', slow.url]);
  const over = new AbortController();
  void startSync({ ...run, raceMs: 60, signal: over.signal });
  await expect.poll(() => run.logged).toHaveLength(1);
  expect(run.hosts.base()).toBe('');
  over.abort();
});

it('[S03] includes the page’s own host once in the race', () => {
  expect(raceEntries(['http://a/', 'http://b', 'http://a'], 'http://a')).toEqual(['', 'http://b']);
  expect(raceEntries([], 'http://a')).toEqual(['']);
});

it('[S01] learns the time from `_`, whatever the local clock says', async () => {
  const own = await host(200, {}, { clockOffsetMs: DAY_MS });
  const run = parts(own.url, ['']);
  await startSync(run);
  expect(Math.abs(run.clock.now() - (Date.now() + DAY_MS))).toBeLessThan(NEAR_MS);
});

it('[S01] repeats heartbeats until a host answers', async () => {
  let isUp = false;
  const own = await startHost((request, response, body) => {
    if (isUp) answering(200, {})(request, response, body);
    else response.destroy();
  });
  open.push(own);
  const run = parts(own.url, ['']);
  const started = startSync(run);
  await expect.poll(() => own.requests.length).toBeGreaterThan(3);
  expect(run.clock.isKnown()).toBe(false);
  isUp = true;
  await started;
  expect(run.clock.isKnown()).toBe(true);
});

it('[S01] refreshes the time when the page becomes visible', async () => {
  const own = await host(200, {}, { clockOffsetMs: -DAY_MS });
  const run = parts(own.url, ['']);
  run.clock.learn(Date.now());
  await refreshTime(run);
  expect(Math.abs(run.clock.now() - (Date.now() - DAY_MS))).toBeLessThan(NEAR_MS);
});

it('[S02] delays a request until the time is known', async () => {
  const clock = createServerClock();
  let isOver = false;
  const waiting = clock.whenKnown().then(() => (isOver = true));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(isOver).toBe(false);
  clock.learn(Date.now());
  await waiting;
  expect(isOver).toBe(true);
});

it('[S02] stops waiting when the request is aborted', async () => {
  const over = new AbortController();
  const waiting = createServerClock().whenKnown(over.signal);
  over.abort();
  await expect(waiting).rejects.toThrow();
});
