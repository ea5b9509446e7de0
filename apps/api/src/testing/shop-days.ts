import type { World } from '../../../../tools/world.ts';

export const DAY_MS = 86_400_000;

/** Moves the clock of a whole shop: its server follows at once, its worker within a second. */
export async function moveClock(world: Pick<World, 'metricsUrl'>, offsetMs: number): Promise<void> {
  const response = await fetch(`${world.metricsUrl}/clock`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offset_ms: offsetMs }),
  });
  if (!response.ok) throw new Error(`the clock stays: ${await response.text()}`);
}
