import { expect, it } from 'vitest';
import { countCosts } from './costs.ts';

/**
 * A fifth above the most that was seen, beside programs that kept both cores busy. A slower machine polls more often
 * and its webhooks come at other moments, which is a few statements. No vacuum runs.
 */
const AT_MOST = { statements: 28, commits: 16.5, syncs: 6.8, statementWalBytes: 16_000 } as const;

it('a card purchase costs no more statements, commits, syncs and log than it did', async () => {
  const { each } = await countCosts({ count: 72, restMs: 10_000 });
  const names = ['statements', 'commits', 'syncs', 'statementWalBytes'] as const;
  expect(
    names.filter((name) => each[name] > AT_MOST[name]),
    JSON.stringify(each),
  ).toEqual([]);
});
