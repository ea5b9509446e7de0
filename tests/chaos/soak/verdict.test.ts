import { expect, it } from 'vitest';
import type { Sample } from './sample.ts';
import { verdictOn } from './verdict.ts';

const STILL: Sample = {
  atMs: 0,
  heapMb: 35,
  rssMb: 160,
  workerHeapMb: 35,
  workerRssMb: 120,
  p95Ms: 20,
  resources: 30,
  files: 60,
  connections: 20,
  temporary: 0,
};

/** An hour of samples; `change` gives numbers by the share of the hour. */
function run(change: (share: number) => Partial<Sample> = () => ({})): Sample[] {
  return Array.from({ length: 360 }, (_, n) => ({
    ...STILL,
    atMs: n * 10_000,
    ...change(n / 359),
  }));
}

it('accepts a shop with noise and without growth', () => {
  const trembling = run((share) => ({
    heapMb: 35 + 5 * Math.sin(share * 90),
    p95Ms: 20 + 15 * Math.cos(share * 70),
  }));
  expect(verdictOn(STILL, trembling, STILL)).toEqual([]);
});

it('accepts growth during the warm-up', () => {
  const warming = run((share) => ({
    heapMb: share < 0.15 ? 20 : 40,
    connections: share < 0.1 ? 5 : 21,
  }));
  expect(verdictOn(STILL, warming, STILL)).toEqual([]);
});

it.each([
  ['heapMb', 50],
  ['rssMb', 300],
  ['workerHeapMb', 60],
  ['workerRssMb', 250],
  ['p95Ms', 90],
  ['resources', 400],
  ['files', 900],
  ['connections', 40],
  ['temporary', 12],
] as const)('rejects %s that grows to %d', (what, to) => {
  const growing = run((share) => ({ [what]: STILL[what] + (to - STILL[what]) * share }));
  expect(verdictOn(STILL, growing, STILL)).toMatchObject([expect.stringContaining(what)]);
});

it.each(['resources', 'files', 'connections', 'temporary'] as const)(
  'rejects %s that is not released',
  (what) => {
    const end = { ...STILL, [what]: STILL[what] + 25 };
    expect(verdictOn(STILL, run(), end)).toMatchObject([expect.stringContaining(what)]);
  },
);
