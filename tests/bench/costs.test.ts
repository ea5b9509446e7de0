import { expect, it } from 'vitest';
import { countCosts } from './costs.ts';

/** A fifth above what these purchases cost; counters do not depend on how busy the machine is. */
const AT_MOST = { statements: 35.5, commits: 24, syncs: 7.4, walBytes: 27_800 } as const;

it('a card purchase costs no more statements, commits, syncs and log than it did', async () => {
  const { each } = await countCosts({ count: 24, restMs: 5_000 });
  const names = ['statements', 'commits', 'syncs', 'walBytes'] as const;
  expect(
    names.filter((name) => each[name] > AT_MOST[name]),
    JSON.stringify(each),
  ).toEqual([]);
});
