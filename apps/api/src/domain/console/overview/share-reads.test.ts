import { expect, it } from 'vitest';
import { shareReads } from './share-reads.ts';

it('a read of one second is shared while it runs and for five seconds after it, by its key', async () => {
  let now = 0;
  let reads = 0;
  const share = shareReads<number>(() => now);
  const read = async () => {
    reads += 1;
    const own = reads;
    await Promise.resolve();
    now += 1_000;
    return own;
  };
  expect(await Promise.all([share('a', 1, read), share('a', 1, read)])).toEqual([1, 1]);
  now = 5_999;
  expect(await share('a', 1, read)).toBe(1);
  expect(await share('b', 1, read)).toBe(2);
  now = 8_000;
  expect(await share('a', 1, read)).toBe(3);
});

it('a failed read is not kept', async () => {
  const share = shareReads<number>(() => 0);
  await expect(share('a', 1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await share('a', 1, () => Promise.resolve(1))).toBe(1);
});
