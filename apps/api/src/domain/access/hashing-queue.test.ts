import { expect, it } from 'vitest';
import { createHashingQueue } from './hashing-queue.ts';

const full = () => new Error('full');

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

it('runs so many at once, and the next as one ends, in the order they came', async () => {
  const lane = createHashingQueue({ atOnce: 2, waiting: 10, full });
  const gates = [gate(), gate(), gate(), gate()];
  const begun: number[] = [];
  const runs = gates.map(({ opened }, index) =>
    lane.run(async () => {
      begun.push(index);
      await opened;
      return index;
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  gates[1]?.open();
  expect(await runs[1]).toBe(1);
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const each of gates) each.open();
  expect(await Promise.all(runs)).toEqual([0, 1, 2, 3]);
});

it('refuses what would wait behind too many, and takes more once there is room', async () => {
  const lane = createHashingQueue({ atOnce: 1, waiting: 1, full });
  const first = gate();
  const running = lane.run(() => first.opened);
  const waiting = lane.run(async () => 'second');
  await expect(lane.run(async () => 'third')).rejects.toThrow('full');
  first.open();
  await running;
  expect(await waiting).toBe('second');
  expect(await lane.run(async () => 'fourth')).toBe('fourth');
});

it('gives the place of work that fails to the next', async () => {
  const lane = createHashingQueue({ atOnce: 1, waiting: 1, full });
  const failing = lane.run(async () => {
    throw new Error('broken');
  });
  const next = lane.run(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
