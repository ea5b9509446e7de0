import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { giveBackMemory } from './give-back-memory.ts';

test('garbage is gone after it, and what is in use stays', async () => {
  const used = { is: 'in use' };
  const kept = new WeakRef(used);
  const lost = new WeakRef({ is: 'garbage' });
  // A weak reference holds its object until the end of the job that made it.
  await setImmediate();
  giveBackMemory();
  expect(lost.deref()).toBeUndefined();
  expect(kept.deref()).toBe(used);
});
