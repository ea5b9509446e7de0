import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../../../../tools/world.ts';

export const DAY_MS = 86_400_000;
/** How often a process asks which time it is (contract §1), and a little. */
const FOLLOWS_MS = 1_100;

/** Moves the clock of a whole shop: its server follows at once, its worker within a second. */
export async function moveClock(world: Pick<World, 'metricsUrl'>, offsetMs: number): Promise<void> {
  const response = await fetch(`${world.metricsUrl}/clock`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offset_ms: offsetMs }),
  });
  if (!response.ok) throw new Error(`the clock stays: ${await response.text()}`);
}

/** The same, over when every process of the shop has followed. */
export async function moveAllClocks(
  world: Pick<World, 'metricsUrl'>,
  offsetMs: number,
): Promise<void> {
  await moveClock(world, offsetMs);
  await sleep(FOLLOWS_MS);
}
