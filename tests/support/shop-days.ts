import { setTimeout as sleep } from 'node:timers/promises';
import type { TestShop } from './environment.ts';

export const DAY_MS = 86_400_000;
/** Of a machine with other work to do. */
const PATIENCE_MS = 60_000;
const READ_AT = /^webpay_settings_read_timestamp_seconds (\S+)$/m;

type Clocked = Pick<TestShop, 'metricsUrl' | 'workerMetricsUrl'>;

/** How far ahead the clocks of environments are, by their address. */
const offsets = new Map<string, number>();

/**
 * Moves the clock of a whole shop: its server follows at once, its worker within a second. Moved back, the worker is waited
 * for: one that is still ahead ends the next orders as too old.
 */
export async function moveClock(environment: Clocked, offsetMs: number): Promise<void> {
  const isBack = offsetMs < (offsets.get(environment.metricsUrl) ?? Infinity);
  if (isBack) await moveAllClocks(environment, offsetMs);
  else await move(environment, offsetMs);
}

/** The same, over when every process of the shop has followed. */
export async function moveAllClocks(environment: Clocked, offsetMs: number): Promise<void> {
  await move(environment, offsetMs);
  await untilRead(environment.workerMetricsUrl, Date.now());
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

/** Until a process has asked, since that moment, what all share. */
async function untilRead(metricsUrl: string, sinceMs: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    // A process that was killed comes back by itself.
    const told = await fetch(`${metricsUrl}/metrics`).then(
      (response) => response.text(),
      () => '',
    );
    if (Number(READ_AT.exec(told)?.[1] ?? 0) * 1_000 >= sinceMs) return;
    if (Date.now() > deadline) throw new Error(`${metricsUrl} does not follow the clock`);
    await sleep(25);
  }
}
