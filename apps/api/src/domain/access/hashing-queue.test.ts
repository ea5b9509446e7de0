import { expect, it } from 'vitest';
import { createHashingQueue } from './hash-password.ts';

const full = () => new Error('full');

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

it('a hashing queue runs up to its limit and continues in order of arrival', async () => {
  const queue = createHashingQueue({ atOnce: 2, waiting: 10, full });
  const gates = [gate(), gate(), gate(), gate()];
  const begun: number[] = [];
  const runs = gates.map(({ opened }, index) =>
    queue(async () => {
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

it('a full hashing queue refuses work until an entry is free', async () => {
  const queue = createHashingQueue({ atOnce: 1, waiting: 1, full });
  const first = gate();
  const running = queue(() => first.opened);
  const waiting = queue(async () => 'second');
  await expect(queue(async () => 'third')).rejects.toThrow('full');
  first.open();
  await running;
  expect(await waiting).toBe('second');
  expect(await queue(async () => 'fourth')).toBe('fourth');
});

it('a hashing queue continues after work that fails', async () => {
  const queue = createHashingQueue({ atOnce: 1, waiting: 1, full });
  const failing = queue(async () => {
    throw new Error('broken');
  });
  const next = queue(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

it('a hashing queue runs known devices before strangers, each with room of their own (14.12)', async () => {
  const queue = createHashingQueue({ atOnce: 1, waiting: 1, full });
  const first = gate();
  const begun: string[] = [];
  const note = (name: string) => async () => void begun.push(name);
  const running = queue(() => first.opened);
  const stranger = queue(note('stranger'));
  await expect(queue(note('another stranger'))).rejects.toThrow('full');
  const known = queue(note('known'), 'first');
  first.open();
  await Promise.all([running, stranger, known]);
  expect(begun).toEqual(['known', 'stranger']);
});
