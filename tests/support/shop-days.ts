import { setTimeout as sleep } from 'node:timers/promises';
import type { TestShop } from './environment.ts';

export const DAY_MS = 86_400_000;
/** Allows for a busy machine. */
const TIMEOUT_MS = 60_000;
const OFFSET = /^webpay_clock_offset_seconds (\S+)$/m;

type Clocked = Pick<TestShop, 'metricsUrl' | 'workerMetricsUrl'>;

/** Offsets of the environments' clocks, by address. */
const offsets = new Map<string, number>();

/**
 * Moves the clock of a shop: the server follows at once, the worker within a second. Moved back,
 * waits for the worker: a worker ahead would expire new orders.
 */
export async function moveClock(environment: Clocked, offsetMs: number): Promise<void> {
  const isBack = offsetMs < (offsets.get(environment.metricsUrl) ?? Infinity);
  if (isBack) await moveAllClocks(environment, offsetMs);
  else await move(environment, offsetMs);
}

/** Moves the clock and waits until every process has followed. */
export async function moveAllClocks(environment: Clocked, offsetMs: number): Promise<void> {
  await move(environment, offsetMs);
  await untilMoved(environment.workerMetricsUrl, offsetMs);
}

async function move(environment: Clocked, offsetMs: number): Promise<void> {
  const response = await fetch(`${environment.metricsUrl}/clock`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offset_ms: offsetMs }),
  });
  if (!response.ok) throw new Error(`the clock stays: ${await response.text()}`);
  offsets.set(environment.metricsUrl, offsetMs);
}

/** Waits until a process knows of a move. */
async function untilMoved(metricsUrl: string, offsetMs: number): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    // A killed process restarts by itself.
    const told = await fetch(`${metricsUrl}/metrics`).then(
      (response) => response.text(),
      () => '',
    );
    if (Number(OFFSET.exec(told)?.[1]) === offsetMs / 1_000) return;
    if (Date.now() > deadline) throw new Error(`${metricsUrl} does not follow the clock`);
    await sleep(25);
  }
}

/** Exceeds the duration of one test file. */
const LAST_MINUTES_MS = 300_000;

export const ONE_DAY_TIMEOUT_MS = 2 * LAST_MINUTES_MS;

/** For tests of "today": when midnight UTC is near, waits until after it. */
export async function withinOneDay(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < LAST_MINUTES_MS) await sleep(leftMs);
}
